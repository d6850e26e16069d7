import { describe, expect, test } from 'vitest'
import { monthsOf, periodLabels } from '#pages/certificates/expiry/expiry-periods.ts'
import { calendarOf } from '#pages/certificates/expiry/expiry-calendar.ts'
import { inventoryOf, type Listed, periodOf } from '#contract/keys/rules/inventory.ts'

const now = Date.UTC(2026, 10, 21, 12)
const rowsOf = (...expiries: [name: string, expiry: string][]) =>
  inventoryOf(
    expiries.map(
      ([name, expiry], at) => ({ CertID: String(at), 'Common Name': name, ExpiryDate: expiry }) as unknown as Listed,
    ),
    now,
  )
const link = (id: string) => `https://console.example/certificates/inventory/${id}`
const unfolded = (ics: string) => ics.replaceAll('\r\n ', '')

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

describe('the calendar file', () => {
  test('has an event at the very second, with an alarm and a link to the certificate', () => {
    const ics = calendarOf(rowsOf(['www', '2027-01-15T12:00:05Z']), now, link)
    expect(ics.split('\r\n')).toEqual(
      expect.arrayContaining([
        'BEGIN:VCALENDAR',
        'DTSTAMP:20261121T120000Z',
        'DTSTART:20270115T120005Z',
        'SUMMARY:www expires',
        'TRIGGER:-P7D',
        'URL:https://console.example/certificates/inventory/0',
        'END:VCALENDAR',
      ]),
    )
    expect(ics.endsWith('END:VCALENDAR\r\n')).toBe(true)
  })

  test('a name cannot end its line, add an event or pass for markup of the calendar', () => {
    const ics = calendarOf(rowsOf(['a;b,c\\d\r\nEND:VEVENT\u0007', '2027-01-15T12:00:00Z']), now, link)
    expect(unfolded(ics)).toContain('SUMMARY:a\\;b\\,c\\\\d\\nEND:VEVENT  expires')
    expect(ics.split('\r\n').filter((line) => line === 'END:VEVENT')).toHaveLength(1)
  })

  test('no line has more than 75 octets, and no character is cut in two', () => {
    const name = '漢字🔑ß'.repeat(40)
    const ics = calendarOf(rowsOf([name, '2027-01-15T12:00:00Z']), now, link)
    for (const line of ics.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(unfolded(ics)).toContain(`SUMMARY:${name} expires`)
  })

  test('what has no date is left out', () => {
    expect(calendarOf(rowsOf(['odd', 'in spring']), now, link)).not.toContain('VEVENT')
  })
})
