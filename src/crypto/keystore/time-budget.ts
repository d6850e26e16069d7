import { Refusal } from '#crypto/refusal.ts'

const longestMs = 3_000

/**
 * A single derivation is limited by its iterations, a file of a thousand entries by its time. Whoever reads a file calls
 * this before each costly step.
 */
export type Spend = () => void

/** Counts what this thread works: an honest file is not refused because the machine has other things to do. */
export function timeBudget(milliseconds = longestMs): Spend {
  const start = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(start)
    if (user + system > milliseconds * 1_000) {
      throw new Refusal('too-costly', 'Opening the key store takes too long', 'file')
    }
  }
}
