import { mutationOptions } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Input, Output, Endpoint } from '#contract/endpoint.ts'
import type { Problem } from '#contract/problem.ts'
import type { Resource } from '#contract/resource.ts'
import { call } from './call.ts'
import { type QueryMeta, queryClient } from './client.ts'
import { problemOf } from './problem.ts'

/** Mutation options of a row; what it changes is fetched again, and awaited, before it counts as done. */
export const mutation = <R extends Endpoint>(endpoint: R) =>
  mutationOptions({
    mutationKey: [endpoint.id],
    mutationFn: (input: Input<R>) => change(endpoint, input),
  })

/** Make every answer stale that depends on one of these; `none` leaves it to whoever asks next. */
export const invalidate = (changes: readonly Resource[], refetchType: 'active' | 'none' = 'active') =>
  queryClient.invalidateQueries({
    refetchType,
    predicate: ({ meta }) => (meta as QueryMeta | undefined)?.reads.some((read) => changes.includes(read)) ?? false,
  })

/**
 * Call a row that changes something; what depends on it is fetched again before it counts as done. Not a mutation: its
 * cache would keep the secrets that are sent and answered.
 */
export async function change<R extends Endpoint>(endpoint: R, input: Input<R>): Promise<Output<R>> {
  const changes = endpoint.changes ?? []
  try {
    const output = await call(endpoint, input)
    await invalidate(changes)
    return output
  } catch (error) {
    // It may have been done all the same: whoever looks sees what is there now.
    const { status } = problemOf(error)
    if (status === 0 || status >= 500) void invalidate(changes)
    throw error
  }
}

let tellLate: ((problem: Problem) => void) | undefined
/** From now on told what failed once nobody was there to be told. Gives what ends it. */
export const onLateFailure = (tell: (problem: Problem) => void) => {
  tellLate = tell
  return () => {
    tellLate = undefined
  }
}

/** Something that is tried when a button is pressed, and why it was not done. `name`: which of several. */
export function useAttempt<Name extends string = string>() {
  const [problem, setProblem] = useState<Problem>()
  // Not a transition: those of a page end together, and one may wait for the person to confirm who they are.
  const [doing, setDoing] = useState<{ name: Name | undefined }>()
  const isGone = useRef(false)
  // Synchronizes with: the page. Its dialog can be closed, or another page opened, before the answer has come.
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
      if (isGone.current && problem.endpoint?.changes) tellLate?.(problem)
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
