import { mutationOptions } from '@tanstack/react-query'
import type { Input, Endpoint } from '#contract/endpoint.ts'
import type { Resource } from '#contract/resource.ts'
import { call } from './call.ts'
import { type QueryMeta, queryClient } from './client.ts'

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
