import { type DefaultError, type QueryExecuteOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Input, Endpoint } from '#contract/endpoint.ts'
import { toWireInput } from '#contract/http/http.ts'
import { call } from './call.ts'
import { type QueryMeta, queryClient } from './client.ts'
import { unlessLeaving } from './leaving.ts'

/** Query options of a row; the key is `[row.id, input]`. */
export const query = <R extends Endpoint>(endpoint: R, input: Input<R>) =>
  queryOptions({
    queryKey: [endpoint.id, toWireInput(endpoint, input)] as const,
    queryFn: ({ signal }) => unlessLeaving(() => call(endpoint, input, signal)),
    meta: { reads: endpoint.reads ?? [] } satisfies QueryMeta,
    // A revealed secret is never kept, and nothing but the person asks for it: the question who is there comes with it.
    ...(endpoint.secret ? { gcTime: 0, staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } : {}),
  })

/**
 * Start a page's query before the page renders. It is not awaited: the page shows its loading state meanwhile, and
 * its error state when the query fails.
 */
export function prefetch<T, K extends QueryKey>(options: QueryExecuteOptions<T, DefaultError, T, T, K>): null {
  queryClient.query(options).catch(() => undefined)
  return null
}
