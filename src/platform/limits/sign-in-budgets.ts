import type { Lane } from './fair-gate.ts'
import type { Budget } from './guess-limit.ts'
import type { Pace } from './pace.ts'

const second = 1000
const minute = 60 * second

/** A few typos are free; the longest delay of 15 minutes allows about a hundred attempts per day. */
const password = { free: 5, freeElsewhere: 20, delaysMs: [30, 60, 120, 240, 480, 900].map((value) => value * second) }
/** The code step requires a correct password. */
const code = { free: 20, freeElsewhere: 100, delaysMs: [15 * minute] }
const kinds = { password, code }
export type Guessed = keyof typeof kinds

/**
 * Budgets of an account: in this lane, and if unknown there, of all unknown lanes together, against distributed
 * attempts (decision 102).
 */
export function signInBudgets(what: Guessed, account: string, { place, isKnown }: Lane): Budget[] {
  const { free, freeElsewhere, delaysMs } = kinds[what]
  const here = { key: `${what} ${account}\n${place}`, free, delaysMs, forgetMs: 15 * minute }
  const elsewhere = { key: `${what} ${account}`, free: freeElsewhere, delaysMs, forgetMs: 120 * minute, shared: true }
  return isKnown ? [here] : [here, elsewhere]
}

/** Pace of a place, across all accounts that are not known there. */
export const ofPlace = (key: string): Pace => ({
  key,
  free: 300,
  windowMs: 15 * minute,
  turnMs: second,
  maxWaitMs: 5 * second,
})

/** How long an account stays known at an address and in a browser. */
export const knownForDays = { address: 30, browser: 90 }
