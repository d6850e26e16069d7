import { mutationOptions } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Input, Output, Endpoint } from '#contract/endpoint.ts'
import type { Problem } from '#contract/problem.ts'
import type { Resource } from '#contract/resource.ts'
import { call } from './call.ts'
import { type QueryMeta, queryClient } from './client.ts'
import { problemOf } from './problem.ts'

/** Mutation options of an endpoint; the mutation completes when the affected queries were refetched. */
export const mutation = <R extends Endpoint>(endpoint: R) =>
  mutationOptions({
    mutationKey: [endpoint.id],
    mutationFn: (input: Input<R>) => change(endpoint, input),
  })

/** Invalidates all responses that depend on these resources; `none` does not refetch them now. */
export function invalidate(changes: readonly Resource[], refetchType: 'active' | 'none' = 'active') {
  const those = (aside: true | undefined) =>
    queryClient.invalidateQueries({
      refetchType,
      predicate: ({ meta }) => {
        const { reads = [], isAside } = (meta ?? {}) as Partial<QueryMeta>
        return isAside === aside && reads.some((read) => changes.includes(read))
      },
    })
  void those(true)
  return those(undefined)
}

/**
 * Calls an endpoint that changes something, and refetches affected queries before it completes. Not a mutation,
 * because its cache would keep secrets.
 */
export async function change<R extends Endpoint>(endpoint: R, input: Input<R>): Promise<Output<R>> {
  const changes = endpoint.changes ?? []
  try {
    const output = await call(endpoint, input)
    await invalidate(changes)
    return output
  } catch (error) {
    // The change may have been made: refetch what is shown.
    const { status } = problemOf(error)
    if (status === 0 || status >= 500) void invalidate(changes)
    throw error
  }
}

let reportLateFailure: ((problem: Problem) => void) | undefined
/** Subscribes to errors of actions whose component is gone. Returns the unsubscribe function. */
export const onLateFailure = (tell: (problem: Problem) => void) => {
  reportLateFailure = tell
  return () => {
    reportLateFailure = undefined
  }
}

/** State of an action that a button starts, and its error. `name`: identifies one of several. */
export function useAttempt<Name extends string = string>() {
  const [problem, setProblem] = useState<Problem>()
  // Not a transition: transitions of a page end together, and one may wait for an identity confirmation.
  const [doing, setDoing] = useState<{ name: Name | undefined }>()
  const isGone = useRef(false)
  // Synchronizes with: the page. The dialog or page can be closed before the response arrives.
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const attempted = async <T>(work: () => Promise<T>, name?: Name): Promise<T | undefined> => {
    setProblem(undefined)
    setDoing({ name })
    try {
      return await work()
    } catch (error) {
      const problem = problemOf(error)
      setProblem(problem)
      if (isGone.current && problem.endpoint?.changes) reportLateFailure?.(problem)
      return undefined
    } finally {
      setDoing(undefined)
    }
  }
  return {
    problem,
    pending: doing !== undefined,
    isDoing: (name: Name) => doing?.name === name,
    attempt: (work: () => Promise<unknown>, name?: Name) => void attempted(work, name),
    attempted,
  }
}
