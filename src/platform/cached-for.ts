/** Caches values by two strings for a limited time. */
export function cachedFor<T>(keptMs: number, make: (text: string, other: string) => T) {
  const kept = new Map<string, { text: string; until: number; value: T }>()
  return (text: string, other: string): T => {
    const now = Date.now()
    const known = kept.get(other)
    if (known && known.text === text && now < known.until && known.until - now <= keptMs) return known.value
    for (const [key, { until }] of kept) {
      if (now < until && until - now <= keptMs) break // in insertion order, so the remaining ones are newer
      kept.delete(key)
    }
    kept.delete(other)
    const value = make(text, other)
    kept.set(other, { text, until: now + keptMs, value })
    return value
  }
}
