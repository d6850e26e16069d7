import type { Query, QueryFunction } from '@tanstack/react-query'
import { Problem } from '#contract/problem.ts'
import { queryClient, type QueryMeta } from './client.ts'

/** Delays before each further attempt; the last one repeats. */
const waitsMs = [500, 1000, 2000, 4000]
/** For rate limits without Retry-After. */
const defaultWaitSeconds = 30
/** Added to the wait, because a visible countdown retries when it ends. */
const afterCountdownMs = 500

/**
 * Whether an error is transient: no network, no server, no readable response. Code that failed to load is not: it
 * requires a reload of the page.
 */
export const mayPass = ({ status, code }: Problem) =>
  code !== 'UNLOADED' && (status === 0 || status === 429 || (status >= 500 && status !== 501))

const isWaiting = (query: Query) =>
  query.isActive() &&
  query.state.status === 'error' &&
  query.state.fetchStatus === 'idle' &&
  query.state.error instanceof Problem &&
  mayPass(query.state.error) &&
  query.state.error.code !== 'NOT_CONNECTED' && // NOT_CONNECTED lasts until the console is restarted
  (query.meta as QueryMeta | undefined)?.isSecret !== true

function waitMs({ state: { error } }: Query, attempts: number): number {
  if (error instanceof Problem && error.status === 429)
    return (error.retryAfterSeconds ?? defaultWaitSeconds) * 1000 + afterCountdownMs
  // The server has already waited until its timeout.
  if (error instanceof Problem && error.status === 504) return waitsMs[0] ?? 0
  return waitsMs[Math.min(attempts, waitsMs.length - 1)] ?? 0
}

type Plan = {
  attempts: number
  timer?: ReturnType<typeof setTimeout>
  /** Failures of the query when the timer was set: after a further one, the wait begins anew. */
  failures?: number
  stop?: AbortController
}

/**
 * Retries failed queries of visible components until they succeed: while the page is visible, and immediately when the
 * network, the user or the same server is back. Failed attempts do not change what is shown. Returns the function that
 * stops it.
 */
export function startRecovery(): () => void {
  const cache = queryClient.getQueryCache()
  const plans = new Map<Query, Plan>()

  const forget = (query: Query) => {
    const { timer, stop } = plans.get(query) ?? {}
    clearTimeout(timer)
    stop?.abort()
    plans.delete(query)
  }
  const plan = (query: Query) => {
    const { attempts = 0, timer, failures, stop } = plans.get(query) ?? {}
    if (!query.isActive() || query.state.status === 'success') return forget(query)
    const isPlanned = timer !== undefined && failures === query.state.errorUpdateCount
    if (isPlanned || stop || !isWaiting(query)) return
    clearTimeout(timer)
    const next = () => void attempt(query)
    const wait = setTimeout(next, waitMs(query, attempts))
    plans.set(query, { attempts, timer: wait, failures: query.state.errorUpdateCount })
  }
  const attempt = async (query: Query) => {
    const { attempts = 0 } = plans.get(query) ?? {}
    forget(query)
    // Hidden or offline: the events below restart it.
    if (document.visibilityState !== 'visible' || !navigator.onLine || !isWaiting(query)) return
    const stop = new AbortController()
    plans.set(query, { attempts: attempts + 1, stop })
    const server = serverOf(query)
    if (await quietly(query, stop.signal)) return refetchNow((other) => serverOf(other) === server)
    if (stop.signal.aborted) return
    plans.set(query, { attempts: attempts + 1 })
    plan(query)
  }
  const refetchNow = (isMeant: (query: Query) => boolean) => {
    for (const query of cache.getAll().filter((one) => isWaiting(one) && !isLimited(one) && isMeant(one))) {
      forget(query)
      void attempt(query)
    }
  }
  // Deferred until TanStack Query has started its own refetches.
  const onReturn = () => setTimeout(() => refetchNow(() => true))

  const end = cache.subscribe(({ query, type }: { query: Query; type: string }) =>
    type === 'removed' ? forget(query) : plan(query),
  )
  const stop = new AbortController()
  window.addEventListener('online', onReturn, { signal: stop.signal })
  document.addEventListener('visibilitychange', onReturn, { signal: stop.signal })
  for (const query of cache.getAll()) plan(query)
  return () => {
    end()
    stop.abort()
    for (const query of plans.keys()) forget(query)
  }
}

/** The unreachable service; the console itself if there was no response. */
const serverOf = ({ state: { error } }: Query) =>
  error instanceof Problem && error.status !== 0 ? error.service : 'console'
const isLimited = ({ state: { error } }: Query) => error instanceof Problem && error.status === 429

/**
 * Retries with a separate request, because the query itself would alternate between loading and failed. Returns whether
 * it succeeded.
 */
async function quietly(query: Query, signal: AbortSignal): Promise<boolean> {
  const { queryFn } = query.options
  if (typeof queryFn !== 'function') return false
  const { queryKey, meta } = query
  try {
    const data = await (queryFn as QueryFunction)({ client: queryClient, queryKey, meta, signal })
    if (signal.aborted || !isWaiting(query)) return false
    query.setData(data)
    return true
  } catch (error) {
    // Displays the new error if it differs.
    if (!signal.aborted && isWaiting(query) && !isSame(query.state.error, error))
      query.setState({ error: error as Error, errorUpdatedAt: Date.now() })
    return false
  }
}

const isSame = (one: unknown, other: unknown) =>
  one instanceof Problem && other instanceof Problem && one.code === other.code && one.message === other.message
