import { expect, test } from 'vitest'
import { monthsOf, periodLabels } from '#pages/certificates/expiry/expiry-periods.ts'
import { inventoryOf, type Listed, periodOf } from '#contract/keys/rules/inventory.ts'

const now = Date.UTC(2026, 10, 21, 12)
const rowsOf = (...expiries: [name: string, expiry: string][]) =>
  inventoryOf(
    expiries.map(
      ([name, expiry], at) => ({ CertID: String(at), 'Common Name': name, ExpiryDate: expiry }) as unknown as Listed,
    ),
    now,
  )

test('each certificate is in one period: what has expired, and what nobody can tell, are periods of their own', () => {
  const rows = rowsOf(
    ['gone', '2026-11-20T12:00:00Z'],
    ['six', '2026-11-28T11:59:00Z'],
    ['seven', '2026-11-28T12:00:00Z'],
    ['thirty', '2026-12-21T12:00:00Z'],
    ['ninety', '2027-02-19T12:00:00Z'],
    ['odd', 'in spring'],
  )
  expect(rows.map((row) => [row.name, periodLabels[periodOf(row)]])).toEqual([
    ['gone', 'Expired'],
    ['six', 'Within 7 days'],
    ['seven', '7 to 29 days'],
    ['thirty', '30 to 89 days'],
    ['ninety', '90 days or more'],
    ['odd', 'Date unknown'],
  ])
})

test('months come in their order, across years', () => {
  const rows = rowsOf(['b', '2027-01-15T12:00:00Z'], ['a', '2026-12-15T12:00:00Z'], ['c', '2027-01-16T12:00:00Z'])
  expect(monthsOf(rows).map(({ label, rows: of }) => [label, of.map(({ name }) => name)])).toEqual([
    ['December 2026', ['a']],
    ['January 2027', ['b', 'c']],
  ])
})
