import type { InventoryRow, Period } from '#contract/keys/rules/inventory.ts'

export const periodLabels: Record<Period, string> = {
  expired: 'Expired',
  week: 'Within 7 days',
  month: '7 to 29 days',
  quarter: '30 to 89 days',
  later: '90 days or more',
  unknown: 'Date unknown',
}

export type Month = { month: string; label: string; rows: InventoryRow[] }
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' })

/** Certificates by month of expiration in the local time zone, earliest first. */
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
