import type { InventoryRow } from '#pages/certificates/inventory.ts'

/** Up to so many days from now; the first that fits. */
const limits = [
  { id: 'week', label: 'Within 7 days', days: 7 },
  { id: 'month', label: '7 to 29 days', days: 30 },
  { id: 'quarter', label: '30 to 89 days', days: 90 },
  { id: 'later', label: '90 days or more', days: Infinity },
] as const

export type Bucket = { id: string; label: string; rows: InventoryRow[] }

/** How urgent: expired, then by days left, and those whose date nobody can read. Each certificate is in one. */
export function bucketsOf(rows: readonly InventoryRow[]): Bucket[] {
  const found = Map.groupBy(rows, bucketOf)
  return [{ id: 'expired', label: 'Expired' }, ...limits, { id: 'unknown', label: 'Date unknown' }].map(
    ({ id, label }) => ({ id, label, rows: found.get(id) ?? [] }),
  )
}

function bucketOf({ expiry: { state, days } }: InventoryRow): string {
  if (state === 'expired' || state === 'unknown') return state
  return limits.find((limit) => days < limit.days)?.id ?? 'later'
}

export type Month = { month: string; label: string; rows: InventoryRow[] }
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' })

/** By the month in which they end, as the person's own calendar has it; the nearest first. */
export function monthsOf(rows: readonly InventoryRow[]): Month[] {
  const dated = rows.flatMap((row) => (row.expiry.at ? [{ row, at: row.expiry.at }] : []))
  const found = Map.groupBy(dated, ({ at }) => `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}`)
  return [...found]
    .map(([month, ends]) => ({
      month,
      label: ends[0] ? monthName.format(ends[0].at) : month,
      rows: ends.map(({ row }) => row),
    }))
    .toSorted((one, other) => one.month.localeCompare(other.month))
}
