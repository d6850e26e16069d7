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

/** "3 hours ago", "in 2 days"; within a minute, "just now". */
export function relativeTime(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1000
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? []
  return unit && length ? relative.format(Math.trunc(seconds / length), unit) : 'just now'
}

/** Local date and time with its zone. */
export const absoluteTime = (at: Date): string => absolute.format(at)

/** A day that came without a time begins in Greenwich (`raw` tells it from a moment); here it is that day in every zone. */
export const asShown = (at: Date, raw = ''): Date =>
  /^(?=.*\d\D+\d)[^:]*$/.test(raw) && at.getTime() % 86_400_000 === 0
    ? new Date(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())
    : at
