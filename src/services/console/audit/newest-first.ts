import type { AuditEntry } from '#contract/console/audit.ts'

/** What has no time stands last. */
const momentOf = ({ at }: AuditEntry) => at ?? Number.MIN_SAFE_INTEGER

/** The order of the timeline: of the same moment the console's entry first, and then the higher number. */
export const newestFirst = (one: AuditEntry, other: AuditEntry): number =>
  momentOf(other) - momentOf(one) ||
  (one.source === other.source ? 0 : one.source === 'console' ? -1 : 1) ||
  (other.id ?? 0) - (one.id ?? 0)

/** Of entries in this order, how many are newer than a moment: the place of the first that is not. */
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
