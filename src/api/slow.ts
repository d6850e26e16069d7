import { type Query, notifyManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Waiting for longer than this is reported. */
const slowMs = 5000

/**
 * Areas of the endpoints that a page still waits for after some seconds, joined by spaces: those that it has no data of
 * and no error to show instead. Undefined if there are none. `waitedMs`: how long requests that have begun before are
 * taken to be running.
 */
export function useSlow(waitedMs: number): string | undefined {
  const cache = useQueryClient().getQueryCache()
  const [slow, setSlow] = useState<string>()
  // The query cache
  useEffect(() => {
    const before = Date.now() - waitedMs
    const begun = new Map<Query, number>(cache.getAll().flatMap((query) => (isAwaited(query) ? [[query, before]] : [])))
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      const now = Date.now()
      const waiting = new Set(cache.getAll().filter(isAwaited))
      for (const query of begun.keys()) if (!waiting.has(query)) begun.delete(query)
      for (const query of waiting) if (!begun.has(query)) begun.set(query, now)
      const late = [...begun].filter(([, at]) => now - at >= slowMs).map(([query]) => areaOf(query))
      setSlow(late.length === 0 ? undefined : [...new Set(late)].toSorted().join(' '))
      const next = [...begun.values()].filter((at) => now - at < slowMs)
      if (next.length > 0) timer = setTimeout(look, Math.min(...next) + slowMs - now)
    }
    const end = cache.subscribe(notifyManager.batchCalls(look))
    look()
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [cache, waitedMs])
  return slow
}

const isAwaited = (query: Query) =>
  query.isActive() && query.state.fetchStatus === 'fetching' && query.state.status === 'pending'
const areaOf = ({ queryKey: [id] }: Query) => String(id).split('.', 1)[0] ?? ''
