import type { AuditEntry } from '#contract/console/audit.ts'

/** Entries without a time come last. */
const momentOf = ({ at }: AuditEntry) => at ?? Number.MIN_SAFE_INTEGER

/** Timeline order: at the same time, console entries come first, then higher IDs. */
export const newestFirst = (one: AuditEntry, other: AuditEntry): number =>
  momentOf(other) - momentOf(one) ||
  (one.source === other.source ? 0 : one.source === 'console' ? -1 : 1) ||
  (other.id ?? 0) - (one.id ?? 0)

/** Number of entries newer than a time, by binary search. */
export function firstNotAfter(entries: readonly AuditEntry[], at: number): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const entry = entries[middle]
    if (entry && momentOf(entry) > at) low = middle + 1
    else high = middle
  }
  return low
}
