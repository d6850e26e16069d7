import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { Problem } from '#contract/problem.ts'

/** `browser`: it has no network. `console`: what was asked last got no answer from the console. */
export type Offline = 'browser' | 'console' | undefined

/** Why nothing of the console can be had now. */
export function useOffline(): Offline {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback(
    (changed: () => void) => {
      const end = cache.subscribe(notifyManager.batchCalls(changed))
      window.addEventListener('online', changed)
      window.addEventListener('offline', changed)
      return () => {
        end()
        window.removeEventListener('online', changed)
        window.removeEventListener('offline', changed)
      }
    },
    [cache],
  )
  return useSyncExternalStore(subscribe, () => {
    if (!navigator.onLine) return 'browser'
    const isAway = cache
      .getAll()
      .some((query) => query.state.error instanceof Problem && query.state.error.code === 'OFFLINE' && query.isActive())
    return isAway ? 'console' : undefined
  })
}
