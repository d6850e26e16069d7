const minuteMs = 60_000
const mostSubjects = 10_000

/** Counts the calls of each subject, in windows of a minute, in this process. */
export function callsInAMinute() {
  const windows = new Map<string, { from: number; calls: number }>()
  return {
    forget: () => windows.clear(),

    /** Count a call. Where there were `most` already, it is not counted: so many seconds are left to wait. */
    take(subject: string, most: number): number | undefined {
      const now = Date.now()
      const known = windows.get(subject)
      // A clock that was set back opens a new window, too.
      const window = known && now >= known.from && now - known.from < minuteMs ? known : { from: now, calls: 0 }
      if (window.calls >= most) return Math.max(1, Math.ceil((window.from + minuteMs - now) / 1000))
      window.calls += 1
      if (!known && windows.size >= mostSubjects) windows.clear()
      windows.set(subject, window)
      return undefined
    },
  }
}
