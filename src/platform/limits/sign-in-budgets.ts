import type { Lane } from './fair-gate.ts'
import type { Budget } from './guess-limit.ts'
import type { Pace } from './pace.ts'

const second = 1000
const minute = 60 * second

/** A few slips are free; the longest delay is a quarter of an hour, about a hundred guesses a day. */
const password = { free: 5, freeElsewhere: 20, delaysMs: [30, 60, 120, 240, 480, 900].map((value) => value * second) }
/** Who is asked for a code has given the password. */
const code = { free: 20, freeElsewhere: 100, delaysMs: [15 * minute] }
const kinds = { password, code }
export type Guessed = keyof typeof kinds

/**
 * Of one account: in this lane, and where the account is not known in it, of all such lanes together, for guesses
 * that come from many places (decision 102).
 */
export function signInBudgets(what: Guessed, account: string, { place, isKnown }: Lane): Budget[] {
  const { free, freeElsewhere, delaysMs } = kinds[what]
  const here = { key: `${what} ${account}\n${place}`, free, delaysMs, forgetMs: 15 * minute }
  const elsewhere = { key: `${what} ${account}`, free: freeElsewhere, delaysMs, forgetMs: 120 * minute, shared: true }
  return isKnown ? [here] : [here, elsewhere]
}

/** Of one place, over all accounts that are not known there. */
export const ofPlace = (key: string): Pace => ({
  key,
  free: 300,
  windowMs: 15 * minute,
  turnMs: second,
  maxWaitMs: 5 * second,
})

/** How long an account is known at an address and in a browser after it has signed in there. */
export const knownForDays = { address: 30, browser: 90 }
