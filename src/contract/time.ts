import type { Scalar } from './wire.ts'

const afterTheEpoch = Date.UTC(1971, 0, 1)
const nothing = new Set(['', '-', '--', '-1', '0', 'null', 'N/A'])

/**
 * The moment a wire value names, or undefined when it names none. Real servers send epoch milliseconds (as a number
 * or as text), epoch seconds, date texts, `"--"`, `-1`, an empty text or null; a missing time is never 1970.
 */
export function instantOf(value: Scalar | undefined): Date | undefined {
  if (value === undefined || value === null || typeof value === 'boolean') return undefined
  const text = String(value).trim()
  if (nothing.has(text)) return undefined
  const number = Number(text)
  const milliseconds = Number.isNaN(number) ? parsed(text) : number < 100_000_000_000 ? number * 1000 : number
  if (Number.isNaN(milliseconds) || milliseconds < afterTheEpoch || milliseconds > 8.64e15) return undefined
  return new Date(milliseconds)
}

const inDigits = /^(\d\d?)([./-])(\d\d?)\2(?=\d{4}\b)/

/** Whether a value that names a moment names no more than a day: `Moment` shows those as that day in every zone. */
export const isDayAlone = (value: Scalar): boolean => /^(?=.*\d\D+\d)[^:]*$/.test(String(value))

/** In numbers or words, with no time of day behind it; the form of ISO 8601 is read as here by itself. */
const dayAlone = /^(?!\d{4}-\d\d-\d\d$)[^:]*\d$/

/**
 * A text without a year is no date. In digits, only one that nobody can read in two ways: 3/4/2027 is none. A day alone
 * begins in Greenwich, wherever it is read: what keeps, compares and exports it agrees on that, and `Moment` shows it
 * as that day in every zone.
 */
const parsed = (text: string) =>
  existing(
    /\d{4}/.test(text)
      ? text
          .replace(inDigits, (_, first: string, mark: string, second: string) =>
            mark === '.' || Number(first) > 12
              ? `${second}/${first}/`
              : `${Number(second) > 12 || first === second ? first : 13}/${second}/`,
          )
          .replace(dayAlone, '$& UTC')
      : '',
  )

/** Where a text that `Date` reads has its day of the month. */
const dayOfMonth = /^(?<before>\d{4}[-/]\d\d?[-/]|\d\d?[-/](?=\d)|(?:.*?[^\d:])?)(\d\d?)(?![\d:])/

/** `Date.parse` of a day that is in the calendar: by itself it takes February 30 for March 2. */
export function existing(text: string): number {
  const [, , day = 0] = dayOfMonth.exec(text) ?? []
  // Whatever its time and zone, the fifteenth is in the same month everywhere, and day 0 of the next one is its last.
  const last = new Date(text.replace(dayOfMonth, '$<before>15'))
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return Number(day) > last.getUTCDate() ? Number.NaN : Date.parse(text)
}
