import { useSyncExternalStore } from 'react'

const staleMs = 1000

/** The time, as everything that shows a relative time or a wait sees it: one timer for all of them. */
function clock(everyMs: number) {
  const listeners = new Set<() => void>()
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  /** Either way: the clock of a machine may be set back. */
  const isOff = (ms: number) => Math.abs(Date.now() - now) >= ms
  const tick = () => {
    now = Date.now()
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    timer ??= setInterval(tick, everyMs)
    listeners.add(listener)
    // Whoever begins to look sees what has just been made, and not as something of the future.
    if (isOff(staleMs)) tick()
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }
  const read = () => {
    if (timer === undefined && isOff(everyMs)) now = Date.now()
    return now
  }
  return (running = true) => useSyncExternalStore(running ? subscribe : neverTicks, read)
}

const neverTicks = () => () => {}

/** Now, to half a minute. */
export const useNow = clock(30_000)
const useQuarterSecond = clock(250)

/** Whole seconds until a moment, counting down; 0 when there is none, or it has come. */
export function useCountdown(until: number | undefined): number {
  const now = useQuarterSecond(until !== undefined)
  return until === undefined || now >= until ? 0 : Math.max(1, Math.round((until - now) / 1000))
}
