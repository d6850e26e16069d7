import type { Query, QueryFunction } from '@tanstack/react-query'
import { Problem } from '#contract/problem.ts'
import { queryClient, type QueryMeta } from './client.ts'

/** How long it waits before each further attempt; the last one again and again. */
const waitsMs = [500, 1000, 2000, 4000]
/** For a server that limits the rate and does not say how long. */
const defaultWaitSeconds = 30
/** A panel that counts the wait down asks by itself when it is over. */
const afterCountdownMs = 500

/**
 * What may be over without anybody doing something: no network, no server, no answer that can be read. Code that did not
 * come is not: the page is loaded anew for it, and its servers are not asked over and over.
 */
export const mayPass = ({ status, code }: Problem) =>
  code !== 'UNLOADED' && (status === 0 || status === 429 || (status >= 500 && status !== 501))

const isWaiting = (query: Query) =>
  query.isActive() &&
  query.state.status === 'error' &&
  query.state.fetchStatus === 'idle' &&
  query.state.error instanceof Problem &&
  mayPass(query.state.error) &&
  query.state.error.code !== 'NOT_CONNECTED' && // a restart of the console is known at the next look
  (query.meta as QueryMeta | undefined)?.isSecret !== true

function waitMs({ state: { error } }: Query, attempts: number): number {
  if (error instanceof Problem && error.status === 429)
    return (error.retryAfterSeconds ?? defaultWaitSeconds) * 1000 + afterCountdownMs
  // It has been waited for long enough already.
  if (error instanceof Problem && error.status === 504) return waitsMs[0] ?? 0
  return waitsMs[Math.min(attempts, waitsMs.length - 1)] ?? 0
}

type Plan = { attempts: number; timer?: ReturnType<typeof setTimeout>; stop?: AbortController }

/**
 * Asks again, from now on, for everything that is shown and has failed, until it is there: reads alone, while somebody
 * looks at the page, and at once when the network, the person or anything else of the same server comes back. What is
 * shown stays as it is meanwhile: an attempt that fails is not seen. Gives what ends it.
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
    const { attempts = 0, timer, stop } = plans.get(query) ?? {}
    if (!query.isActive() || query.state.status === 'success') return forget(query)
    if (timer !== undefined || stop || !isWaiting(query)) return
    const next = () => void attempt(query)
    plans.set(query, { attempts, timer: setTimeout(next, waitMs(query, attempts)) })
  }
  const attempt = async (query: Query) => {
    const { attempts = 0 } = plans.get(query) ?? {}
    forget(query)
    // Nobody looks, or there is no network: the events below begin anew.
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
  // Once those have begun that are asked anew by then anyway.
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

/** Who did not answer: of everything at once, the console itself. */
const serverOf = ({ state: { error } }: Query) =>
  error instanceof Problem && error.status !== 0 ? error.service : 'console'
const isLimited = ({ state: { error } }: Query) => error instanceof Problem && error.status === 429

/**
 * Whether it is there now. Not by the query itself: without an answer it would be shown as loading, and then as failed,
 * again and again.
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
    // Another reason than before is worth telling.
    if (!signal.aborted && isWaiting(query) && !isSame(query.state.error, error))
      query.setState({ error: error as Error, errorUpdatedAt: Date.now() })
    return false
  }
}

const isSame = (one: unknown, other: unknown) =>
  one instanceof Problem && other instanceof Problem && one.code === other.code && one.message === other.message
