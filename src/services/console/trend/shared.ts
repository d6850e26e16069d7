/** Cache time of shared results. */
const keptMs = 60_000
const maxKept = 1000

/** Shares concurrent computations and caches their results for a minute, except for failures. */
export function shared<T>(clock: () => number) {
  const kept = new Map<string, { at: number; answer: Promise<T> }>()
  return (key: string, count: () => Promise<T>): Promise<T> => {
    const known = kept.get(key)
    if (known && Math.abs(clock() - known.at) < keptMs) return known.answer
    if (kept.size >= maxKept) kept.clear()
    const asked = { at: clock(), answer: count() }
    kept.set(key, asked)
    asked.answer.catch(() => {
      if (kept.get(key) === asked) kept.delete(key)
    })
    return asked.answer
  }
}
