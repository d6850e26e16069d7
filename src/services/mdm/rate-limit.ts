import { Problem } from '#contract/problem.ts'
import { callsInAMinute } from '#services/calls-in-a-minute.ts'

export type RateLimit = ReturnType<typeof rateLimit>

/** How often a key may call in a minute; any number of times until somebody sets a limit. */
export function rateLimit() {
  let most: number | undefined
  const calls = callsInAMinute()

  return {
    set(perMinute: number | undefined) {
      most = perMinute
      calls.forget()
    },
    get: () => most,
    /** Count a call of this key. COM0002 says when the next one is let in (mobile-device-management, Limits). */
    take(key: string) {
      const retryAfterSeconds = most === undefined ? undefined : calls.take(key, most)
      if (retryAfterSeconds === undefined) return
      throw new Problem('COM0002', `More than ${most} calls in a minute`, { retryAfterSeconds })
    },
  }
}
