import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { Problem } from '#contract/problem.ts'

/** `browser`: no network. `console`: the last call got no response from the console. */
export type Offline = 'browser' | 'console' | undefined

/** Why the console is unreachable. */
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
