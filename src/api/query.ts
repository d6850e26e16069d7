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

/** Query options of an endpoint; the key is `[endpoint.id, input]`. */
export const query = <R extends Endpoint>(endpoint: R, input: Input<R>) =>
  queryOptions({
    queryKey: [endpoint.id, keyOf(endpoint, input)] as const,
    queryFn: ({ signal }) => call(endpoint, input, signal),
    meta: { reads: endpoint.reads ?? [], ...(endpoint.secret && { isSecret: true }) } satisfies QueryMeta,
    // Secrets are never cached and fetched only on user request, because they require an identity confirmation.
    ...(endpoint.secret ? { gcTime: 0, staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } : {}),
  })

/**
 * Wire format of the input. Input that the schema rejects, for example a value received from a server, must fail in the
 * call and not while a page renders.
 */
function keyOf<R extends Endpoint>(endpoint: R, input: Input<R>) {
  try {
    return toWireInput(endpoint, input)
  } catch {
    return input
  }
}

/**
 * For optional operations: the data is null if the server does not support them, which is not an error. `madeOf`: the
 * optional operation from which the console derives its response.
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

/** The same for a query that makes several calls. */
export const readIfOffered = <const K extends QueryKey, T>({ queryKey, endpoint, madeOf, read }: Reading<K, T>) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => orNull(read(signal)),
    meta: { reads: endpoint.reads ?? [], place: placeOf(madeOf) } satisfies QueryMeta,
    // Unsupported operations stay unsupported; do not refetch.
    staleTime: ({ state }) => (state.data === null ? Infinity : defaultStaleMs),
    gcTime: Infinity,
  })

const orNull = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'NOT_OFFERED') return null
    throw error
  })

const placeOf = ({ path }: Endpoint) => path.slice(0, path.lastIndexOf('/'))

/**
 * Whether the server may offer an optional operation: false once an operation of the same group was found to be
 * missing.
 */
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
 * Starts a query before the page renders, without awaiting it: the page shows its loading and error states.
 */
export function prefetch<T, K extends QueryKey>(options: QueryExecuteOptions<T, DefaultError, T, T, K>): null {
  queryClient.query(options).catch(() => undefined)
  return null
}

/** Maximum wait in milliseconds for a response that the document started to load, to avoid rendering twice. */
const carriedMs = 50

/** The same for pages whose first requests the document may have started. */
export function prefetchCarried<T, K extends QueryKey>(options: QueryExecuteOptions<T, DefaultError, T, T, K>) {
  const asked = queryClient.query(options).catch(() => undefined)
  if (!window.early?.size) return null
  return Promise.race([asked, new Promise((resolve) => setTimeout(resolve, carriedMs))]).then(() => null)
}
