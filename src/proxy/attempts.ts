import { Problem } from '#contract/problem.ts'

type Tally = { failures: number; running: number; until: number }

/**
 * Limits guessing before it reaches a server, which may have no limit of its own: `limit` refused attempts per key in
 * the window, and few at the same moment. The count lives in this process; the servers' own limits are shared.
 */
export function attemptLimit({ limit, windowMs }: { limit: number; windowMs: number }) {
  const atOnce = 50
  const tallies = new Map<string, Tally>()

  const tallyOf = (key: string) => {
    const now = Date.now()
    const known = tallies.get(key)
    if (known && (known.until > now || known.running > 0)) return known
    for (const [name, { until, running }] of tallies) if (until <= now && running === 0) tallies.delete(name)
    const tally = { failures: 0, running: 0, until: now + windowMs }
    tallies.set(key, tally)
    return tally
  }

  /** Run an attempt; one that ends with a 401 counts, one that succeeds clears the count. */
  return async <T>(key: string, attempt: () => Promise<T>): Promise<T> => {
    const tally = tallyOf(key)
    // Guesses sent side by side count as soon as one of them has failed.
    if (tally.failures > 0 ? tally.failures + tally.running >= limit : tally.running >= atOnce) {
      throw new Problem('TOO_MANY_ATTEMPTS', undefined, {
        retryAfterSeconds: tally.failures >= limit ? Math.max(1, Math.ceil((tally.until - Date.now()) / 1000)) : 1,
      })
    }
    tally.running += 1
    try {
      const result = await attempt()
      tally.failures = 0
      return result
    } catch (error) {
      if (error instanceof Problem && error.status === 401) tally.failures += 1
      throw error
    } finally {
      tally.running -= 1
      if (tally.running === 0 && tally.failures === 0) tallies.delete(key)
    }
  }
}
