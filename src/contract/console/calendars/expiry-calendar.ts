/** A calendar of what expires: RFC 5545, for whatever calendar people already look at. */
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'

const lineEnd = '\r\n'
const maxOctets = 75

type Calendar = {
  linkTo: (id: string) => string
  /** Of a file, when it was made; of a feed, when what an event says was last another (RFC 5545 3.8.7.2). */
  stampOf: (row: InventoryRow) => Date
  /** What is said of the calendar as a whole. */
  about?: string | undefined
  /** How often whoever has subscribed should read it again. */
  refreshHours?: number
}

/** One event for each certificate with a date, an alarm a week before. */
export function calendarOf(rows: readonly InventoryRow[], calendar: Calendar): string {
  const { about, refreshHours } = calendar
  const events = rows.flatMap((row) => (row.expiry.at ? eventOf(row, row.expiry.at, calendar) : []))
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Triptych//Certificate expiry//EN',
    'CALSCALE:GREGORIAN',
    'X-WR-CALNAME:Certificate expiry',
    ...(about === undefined ? [] : [`X-WR-CALDESC:${escaped(about)}`]),
    ...(refreshHours === undefined
      ? []
      : [`REFRESH-INTERVAL;VALUE=DURATION:PT${refreshHours}H`, `X-PUBLISHED-TTL:PT${refreshHours}H`]),
    ...events,
    'END:VCALENDAR',
  ]
  return lines.flatMap(folded).join(lineEnd) + lineEnd
}

function eventOf(row: InventoryRow, at: Date, { stampOf, linkTo }: Calendar): string[] {
  const name = row.name || `certificate ${row.id}`
  const places = row.places.length > 0 ? [`Seen at ${row.places.join(', ')}`] : []
  const description = [`Issued by ${row.issuer || 'unknown'}`, ...places, linkTo(row.id)].join('\n')
  return [
    'BEGIN:VEVENT',
    // The same certificate is the same event when the calendar is read again.
    `UID:${escaped(`certificate-${row.id}-${timeOf(at)}@${new URL(linkTo(row.id)).hostname}`)}`,
    `DTSTAMP:${timeOf(stampOf(row))}`,
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

/** RFC 5545 3.3.11; a control character has no place in a text. */
const escaped = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** RFC 5545 3.1: at most 75 octets a line, and never a break inside of a character. */
function folded(line: string): string[] {
  if (/^[ -~]{0,75}$/.test(line)) return [line]
  const lines = ['']
  let room = maxOctets
  for (const character of line.toWellFormed()) {
    const octets = octetsOf(character.codePointAt(0) ?? 0)
    if (octets > room) {
      lines.push(' ')
      room = maxOctets - 1
    }
    lines[lines.length - 1] += character
    room -= octets
  }
  return lines
}

/** Of a character in UTF-8. */
const octetsOf = (code: number) => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4)
