import {
  type DefaultError,
  notifyManager,
  type QueryExecuteOptions,
  type QueryKey,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { Input, Endpoint } from '#contract/endpoint.ts'
import { toWireInput } from '#contract/http/http.ts'
import { Problem } from '#contract/problem.ts'
import { call } from './call.ts'
import { queryClient, type QueryMeta, defaultStaleMs } from './client.ts'

/** Query options of a row; the key is `[row.id, input]`. */
export const query = <R extends Endpoint>(endpoint: R, input: Input<R>) =>
  queryOptions({
    queryKey: [endpoint.id, keyOf(endpoint, input)] as const,
    queryFn: ({ signal }) => call(endpoint, input, signal),
    meta: { reads: endpoint.reads ?? [], ...(endpoint.secret && { isSecret: true }) } satisfies QueryMeta,
    // A revealed secret is never kept, and nothing but the person asks for it: the question who is there comes with it.
    ...(endpoint.secret ? { gcTime: 0, staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } : {}),
  })

/** A value that the endpoint does not take, as a server may have given it, fails with its call, and not while a page is drawn. */
function keyOf<R extends Endpoint>(endpoint: R, input: Input<R>) {
  try {
    return toWireInput(endpoint, input)
  } catch {
    return input
  }
}

/**
 * Of an extension: null where this server does not offer it. A server that has only what is stated is well all the same.
 * `madeOf`: the extension that the console makes its answer of, where that is another.
 */
export const queryIfOffered = <R extends Endpoint>(endpoint: R, input: Input<R>, madeOf: Endpoint = endpoint) => {
  const { queryKey } = query(endpoint, input)
  return readIfOffered({ queryKey, endpoint, madeOf, read: (signal) => call(endpoint, input, signal) })
}

type Reading<K, T> = {
  queryKey: K
  endpoint: Endpoint
  madeOf: Endpoint
  read: (signal: AbortSignal) => Promise<T>
}

/** The same of what takes more than one call. */
export const readIfOffered = <const K extends QueryKey, T>({ queryKey, endpoint, madeOf, read }: Reading<K, T>) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => orNull(read(signal)),
    meta: { reads: endpoint.reads ?? [], place: placeOf(madeOf) } satisfies QueryMeta,
    // What a server does not offer now it will not offer in a minute.
    staleTime: ({ state }) => (state.data === null ? Infinity : defaultStaleMs),
    gcTime: Infinity,
  })

const orNull = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'NOT_OFFERED') return null
    throw error
  })

const placeOf = ({ path }: Endpoint) => path.slice(0, path.lastIndexOf('/'))

/** False once this server has not offered an extension from the same place: it has none of them, so no other is tried. */
export function useOffers(endpoint: Endpoint): boolean {
  const cache = useQueryClient().getQueryCache()
  const place = placeOf(endpoint)
  return useSyncExternalStore(
    useCallback((changed) => cache.subscribe(notifyManager.batchCalls(changed)), [cache]),
    () =>
      !cache
        .getAll()
        .some(({ meta, state }) => state.data === null && (meta as QueryMeta | undefined)?.place === place),
  )
}

/**
 * Start a page's query before the page renders. It is not awaited: the page shows its loading state meanwhile, and
 * its error state when the query fails.
 */
export function prefetch<T, K extends QueryKey>(options: QueryExecuteOptions<T, DefaultError, T, T, K>): null {
  queryClient.query(options).catch(() => undefined)
  return null
}

/** So long a page waits for an answer that its document carries, instead of being drawn twice. */
const carriedMs = 50

/** The same for a page whose document may carry the answer. */
export function prefetchCarried<T, K extends QueryKey>(options: QueryExecuteOptions<T, DefaultError, T, T, K>) {
  const asked = queryClient.query(options).catch(() => undefined)
  if (!window.early?.size) return null
  return Promise.race([asked, new Promise((resolve) => setTimeout(resolve, carriedMs))]).then(() => null)
}
