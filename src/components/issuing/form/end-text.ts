import { absoluteTime } from '#ui/values/moment.ts'
import { serverNow } from '#ui/values/clock.ts'

/** States when a certificate would expire if it were signed now. */
export function endText(seconds: number): string {
  const end = new Date(serverNow() + seconds * 1000)
  if (Number.isNaN(end.getTime())) return 'The end date is out of range.'
  return `If signed now, it expires on ${absoluteTime(end)}.`
}
