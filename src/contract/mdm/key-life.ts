import { keyMonths } from './api-keys.ts'

/** Expiry of an API key by its creation time, both in epoch milliseconds. */
export function keyExpiresAt(madeAt: number): number {
  const start = new Date(madeAt)
  const end = new Date(madeAt)
  end.setUTCMonth(start.getUTCMonth() + keyMonths)
  // Calendar months: the same day, or the last day of a shorter month.
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0)
  return end.getTime()
}

const warningDays = 30
const dayMs = 24 * 60 * 60_000

/** Remaining whole days; negative once expired. */
export const keyDaysLeft = (expiresAt: number, now: number) => Math.floor((expiresAt - now) / dayMs)
/** Keys are reported from 30 days before they expire. */
export const keyEndsSoon = (daysLeft: number) => daysLeft < warningDays
