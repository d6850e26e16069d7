import { useSyncExternalStore } from 'react'

const staleMs = 1000

/** How far the server's clock is ahead of the browser's, which can be wrong; 0 until they have been compared. */
export const ahead = { ms: 0 }
/** The time by the server's clock. */
export const serverNow = () => Date.now() + ahead.ms

/** Creates a hook that returns the current time, updated by one timer for all components. */
function clock(everyMs: number) {
  const listeners = new Set<() => void>()
  let now = serverNow()
  let timer: ReturnType<typeof setInterval> | undefined
  /** In both directions: the system clock can be set back. */
  const isOff = (ms: number) => Math.abs(serverNow() - now) >= ms
  const tick = () => {
    now = serverNow()
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    timer ??= setInterval(tick, everyMs)
    listeners.add(listener)
    // On subscription, updates a stale time, so that a record just created is not shown as in the future.
    if (isOff(staleMs)) tick()
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }
  const read = () => {
    if (timer === undefined && isOff(everyMs)) now = serverNow()
    return now
  }
  return (running = true) => useSyncExternalStore(running ? subscribe : neverTicks, read)
}

const neverTicks = () => () => {}

/** The current time of the server in milliseconds, updated every 30 seconds. */
export const useNow = clock(30_000)
const useQuarterSecond = clock(250)

/** Whole seconds until a time of the browser in milliseconds, counting down; 0 if it is undefined or has passed. */
export function useCountdown(until: number | undefined): number {
  const now = useQuarterSecond(until !== undefined) - ahead.ms
  return until === undefined || now >= until ? 0 : Math.max(1, Math.round((until - now) / 1000))
}
