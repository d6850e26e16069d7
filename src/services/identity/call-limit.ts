import { Problem } from '#contract/problem.ts'

const minuteMs = 60_000
const mostSubjects = 10_000

/** So many calls of a subject in a minute, in this process. */
export function callLimit(most: number) {
  const windows = new Map<string, { from: number; calls: number }>()
  return (subject: string) => {
    const now = Date.now()
    const known = windows.get(subject)
    // A clock that was set back opens a new window, too.
    const window = known && now >= known.from && now - known.from < minuteMs ? known : { from: now, calls: 0 }
    if (window.calls >= most) {
      const retryAfterSeconds = Math.max(1, Math.ceil((window.from + minuteMs - now) / 1000))
      throw new Problem('temporarily_unavailable', `More than ${most} calls in a minute`, { retryAfterSeconds })
    }
    window.calls += 1
    if (!known && windows.size >= mostSubjects) windows.clear()
    windows.set(subject, window)
  }
}
