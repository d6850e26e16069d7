import { Problem } from '#contract/problem.ts'

const minuteMs = 60_000
const mostCallers = 10_000

export type RateLimit = ReturnType<typeof rateLimit>

/** How often a key may call in a minute; any number of times until somebody sets a limit. */
export function rateLimit() {
  let most: number | undefined
  const windows = new Map<string, { from: number; calls: number }>()

  return {
    set(perMinute: number | undefined) {
      most = perMinute
      windows.clear()
    },
    get: () => most,
    /** Count a call of this key. COM0002 says when the next one is let in (mobile-device-management, Limits). */
    take(key: string) {
      if (most === undefined) return
      const now = Date.now()
      const known = windows.get(key)
      // A clock that was set back opens a new window, too.
      const window = known && now >= known.from && now - known.from < minuteMs ? known : { from: now, calls: 0 }
      if (window.calls >= most) {
        const retryAfterSeconds = Math.max(1, Math.ceil((window.from + minuteMs - now) / 1000))
        throw new Problem('COM0002', `More than ${most} calls in a minute`, { retryAfterSeconds })
      }
      window.calls += 1
      if (!known && windows.size >= mostCallers) windows.clear()
      windows.set(key, window)
    },
  }
}
