import { Refusal } from '#crypto/refusal.ts'

const longestMs = 3_000

/**
 * Called before each costly step. Single derivations are limited by iterations; this limits the total time of a file
 * with many entries.
 */
export type Spend = () => void

/** Counts CPU time of this thread, so that the limit does not depend on machine load. */
export function timeBudget(milliseconds = longestMs): Spend {
  const start = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(start)
    if (user + system > milliseconds * 1_000) {
      throw new Refusal('too-costly', 'Opening the key store takes too long', 'file')
    }
  }
}
