import { Refusal } from '#crypto/refusal.ts'

const longestMs = 3_000

/**
 * A single derivation is limited by its iterations, a file of a thousand entries by its time. Whoever reads a file calls
 * this before each costly step.
 */
export type Spend = () => void

export function timeBudget(milliseconds = longestMs): Spend {
  const end = Date.now() + milliseconds
  return () => {
    if (Date.now() > end) throw new Refusal('too-costly', 'The key store takes too long to open', 'file')
  }
}
