/** Calendar of expiring certificates in iCalendar format (RFC 5545). */
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'

const lineEnd = '\r\n'
const maxOctets = 75

type Calendar = {
  linkTo: (id: string) => string
  /** DTSTAMP: creation time of a file, or last change of a feed's content (RFC 5545 3.8.7.2). */
  stamp: Date
  /** Description of the calendar. */
  about?: string | undefined
  /** Suggested refresh interval for subscribers. */
  refreshHours?: number
}

/** Listed places of one certificate. */
const maxPlaces = 20

export const calendarOf = (rows: readonly InventoryRow[], calendar: Calendar): string =>
  [...calendarParts(rows, calendar)].join('')

/**
 * One event per certificate with a date, and an alarm a week before. A generator, so that other work can run in
 * between.
 */
export function* calendarParts(rows: readonly InventoryRow[], calendar: Calendar): Generator<string> {
  const { about, refreshHours } = calendar
  yield textOf([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Triptych//Certificate expiry//EN',
    'CALSCALE:GREGORIAN',
    'X-WR-CALNAME:Certificate expiry',
    ...(about === undefined ? [] : [`X-WR-CALDESC:${escaped(about)}`]),
    ...(refreshHours === undefined
      ? []
      : [`REFRESH-INTERVAL;VALUE=DURATION:PT${refreshHours}H`, `X-PUBLISHED-TTL:PT${refreshHours}H`]),
  ])
  for (const row of rows) if (row.expiry.at) yield textOf(eventOf(row, row.expiry.at, calendar))
  yield textOf(['END:VCALENDAR'])
}

/** Replaces the timestamp. Values contain no line breaks, so no other line can match. */
export const stampedAt = (text: string, before: Date, stamp: Date) =>
  text.replaceAll(`${lineEnd}${stampOf(before)}${lineEnd}`, `${lineEnd}${stampOf(stamp)}${lineEnd}`)

const stampOf = (at: Date) => `DTSTAMP:${timeOf(at)}`

function eventOf(row: InventoryRow, at: Date, { stamp, linkTo }: Calendar): string[] {
  const name = row.name || `certificate ${row.id}`
  const more = row.places.length - maxPlaces
  const named = row.places.slice(0, maxPlaces).join(', ') + (more > 0 ? ` and ${more.toLocaleString('en')} more` : '')
  const places = named === '' ? [] : [`Seen at ${named}`]
  const description = [`Issued by ${row.issuer || 'unknown'}`, ...places, linkTo(row.id)].join('\n')
  return [
    'BEGIN:VEVENT',
    // Stable UID, so that a subscribed calendar updates the event.
    `UID:${escaped(`certificate-${row.id}-${timeOf(at)}@${new URL(linkTo(row.id)).hostname}`)}`,
    stampOf(stamp),
    `DTSTART:${timeOf(at)}`,
    `SUMMARY:${escaped(`${name} expires`)}`,
    `DESCRIPTION:${escaped(description)}`,
    `URL:${linkTo(row.id)}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(`${name} expires in a week`)}`,
    'TRIGGER:-P7D',
    'END:VALARM',
    'END:VEVENT',
  ]
}

/** 20261121T140000Z */
const timeOf = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '')

/** RFC 5545 3.3.11; control characters are not allowed in text. */
const escaped = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

const textOf = (lines: readonly string[]) => lines.map(folded).join('')

/** RFC 5545 3.1: at most 75 octets per line, without splitting a character. */
function folded(line: string): string {
  if (/^[ -~]{0,75}$/.test(line)) return line + lineEnd
  const text = line.toWellFormed()
  let done = ''
  let begin = 0
  let room = maxOctets
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0
    const octets = octetsOf(code)
    if (octets > room) {
      done += `${text.slice(begin, at)}${lineEnd} `
      begin = at
      room = maxOctets - 1
    }
    room -= octets
    at += code > 0xffff ? 2 : 1
  }
  return done + text.slice(begin) + lineEnd
}

/** UTF-8 length of a code point. */
const octetsOf = (code: number) => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4)
