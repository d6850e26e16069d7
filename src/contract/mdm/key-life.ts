import { keyMonths } from './api-keys.ts'

/** When a key ends that was made at this moment; both in epoch milliseconds. */
export function keyExpiresAt(madeAt: number): number {
  const start = new Date(madeAt)
  const end = new Date(madeAt)
  end.setUTCMonth(start.getUTCMonth() + keyMonths)
  // Calendar months: the same day, or the last one of a shorter month.
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0)
  return end.getTime()
}

const warningDays = 30
const dayMs = 24 * 60 * 60_000

/** Whole days that a key has left; below 0 when it has ended. */
export const keyDaysLeft = (expiresAt: number, now: number) => Math.floor((expiresAt - now) / dayMs)
/** Whoever looks after a key is warned from 30 days before its end. */
export const keyEndsSoon = (daysLeft: number) => daysLeft < warningDays
