import { describe, expect, test } from 'vitest'
import { calendarOf } from '#contract/console/calendars/expiry-calendar.ts'
import { inventoryOf, type Listed } from '#contract/keys/rules/inventory.ts'

const now = Date.UTC(2026, 10, 21, 12)
const rowsOf = (...expiries: [name: string, expiry: string][]) =>
  inventoryOf(
    expiries.map(
      ([name, expiry], at) => ({ CertID: String(at), 'Common Name': name, ExpiryDate: expiry }) as unknown as Listed,
    ),
    now,
  )
const file = {
  stamp: new Date(now),
  linkTo: (id: string) => `https://console.example/certificates/inventory/${id}`,
}
const unfolded = (ics: string) => ics.replaceAll('\r\n ', '')

describe('the calendar file', () => {
  test('has an event at the very second, with an alarm and a link to the certificate', () => {
    const ics = calendarOf(rowsOf(['www', '2027-01-15T12:00:05Z']), file)
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
    const ics = calendarOf(rowsOf(['a;b,c\\d\r\nEND:VEVENT\u0007', '2027-01-15T12:00:00Z']), file)
    expect(unfolded(ics)).toContain('SUMMARY:a\\;b\\,c\\\\d\\nEND:VEVENT  expires')
    expect(ics.split('\r\n').filter((line) => line === 'END:VEVENT')).toHaveLength(1)
  })

  test('no line has more than 75 octets, and no character is cut in two', () => {
    const name = '漢字🔑ß'.repeat(40)
    const ics = calendarOf(rowsOf([name, '2027-01-15T12:00:00Z']), file)
    for (const line of ics.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(unfolded(ics)).toContain(`SUMMARY:${name} expires`)
  })

  test('a line as long as allowed is not folded, one octet more is', () => {
    const fits = 'x'.repeat(75 - 'SUMMARY: expires'.length)
    const lines = (name: string) => calendarOf(rowsOf([name, '2027-01-15T12:00:00Z']), file).split('\r\n')
    expect(lines(fits)).toContain(`SUMMARY:${fits} expires`)
    expect(lines(`x${fits}`)).toContain(' s')
  })

  test('of a certificate that many hosts present, some are named and the others counted', () => {
    const [row] = rowsOf(['www', '2027-01-15T12:00:00Z'])
    const places = Array.from({ length: 1_020 }, (_, at) => `host${at}:443`)
    const text = unfolded(calendarOf(row ? [{ ...row, places }] : [], file))
    expect(text).toContain('host19:443 and 1\\,000 more\\n')
    expect(text).not.toContain('host20:443')
  })

  test('what has no date is left out', () => {
    expect(calendarOf(rowsOf(['odd', 'in spring']), file)).not.toContain('VEVENT')
  })

  test('of a feed says how often to read it again, and what it leaves out', () => {
    const about = 'Not listed: 5,000 more; see the console.'
    const ics = calendarOf(rowsOf(['www', '2027-01-15T12:00:05Z']), { ...file, about, refreshHours: 1 })
    expect(unfolded(ics).split('\r\n')).toEqual(
      expect.arrayContaining([
        'X-WR-CALDESC:Not listed: 5\\,000 more\\; see the console.',
        'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
        'X-PUBLISHED-TTL:PT1H',
      ]),
    )
    expect(calendarOf([], file)).not.toMatch(/CALDESC|REFRESH|TTL/)
  })
})
