const units: [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const absolute = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'long',
})

/** Relative time, such as "3 hours ago" or "in 2 days"; "just now" within a minute. */
export function relativeTime(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1000
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? []
  return unit && length ? relative.format(Math.trunc(seconds / length), unit) : 'just now'
}

export const absoluteTime = (at: Date): string => absolute.format(at)

/**
 * A date without a time is parsed as midnight UTC (`raw` shows that it has no time); returns the same calendar day in
 * the local time zone. Other times are returned unchanged.
 */
export const asShown = (at: Date, raw = ''): Date =>
  /^(?=.*\d\D+\d)[^:]*$/.test(raw) && at.getTime() % 86_400_000 === 0
    ? new Date(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())
    : at
