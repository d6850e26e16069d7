import { type RawBuilder, sql } from 'kysely'
import type { Scalar } from '#contract/wire.ts'

export const lowerCase = (text: string) => text.toLowerCase()

/** Counts values, where those with the same `folded` text are one: the most frequent spelling stands for them. */
export function spellingCounts(folded: (text: string) => string = (text) => text) {
  const counts = new Map<Scalar, { value: Scalar; n: number; most: number }>()
  return {
    add: (value: Scalar, n: number) => {
      const key = typeof value === 'string' ? folded(value) : value
      const known = counts.get(key) ?? { value, n: 0, most: 0 }
      known.n += n
      if (n > known.most) Object.assign(known, { value, most: n })
      counts.set(key, known)
    },
    all: () => [...counts.values()],
  }
}

/**
 * The same on PostgreSQL, before the values are limited: rows with `value`, its `folded` text and their number `n`
 * (`n::text` is padded to compare it as text).
 */
export const countedOnce = (spelled: RawBuilder<unknown>, most: RawBuilder<unknown>) =>
  sql<{ value: Scalar; n: number }>`select substr(max(lpad(n::text, 12, '0') || value), 13) as value,
    sum(n)::bigint as n from (${spelled}) as spelled group by folded ${most}`
