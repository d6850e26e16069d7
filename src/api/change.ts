import { mutationOptions } from '@tanstack/react-query'
import { useState } from 'react'
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
    mutationFn: (input: Input<R>) => call(endpoint, input),
    onSuccess: () => invalidate(endpoint.changes ?? []),
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
  const output = await call(endpoint, input)
  await invalidate(endpoint.changes ?? [])
  return output
}

/** Something that is tried when a button is pressed, and why it was not done. `name`: which of several. */
export function useAttempt<Name extends string = string>() {
  const [problem, setProblem] = useState<Problem>()
  // Not a transition: those of a page end together, and one may wait for the person to confirm who they are.
  const [doing, setDoing] = useState<{ name: Name | undefined }>()
  const attempted = async <T>(work: () => Promise<T>, name?: Name): Promise<T | undefined> => {
    setProblem(undefined)
    setDoing({ name })
    try {
      return await work()
    } catch (error) {
      setProblem(problemOf(error))
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
