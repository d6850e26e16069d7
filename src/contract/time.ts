import type { Scalar } from './wire.ts'

const afterTheEpoch = Date.UTC(1971, 0, 1)
const nothing = new Set(['', '-', '--', '-1', '0', 'null', 'N/A'])

/**
 * The time of a wire value, or undefined if it has none. Real servers send epoch milliseconds (as a number or text),
 * epoch seconds, date texts, `"--"`, `-1`, an empty text or null; a missing time never becomes 1970.
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

/** Whether a date value has no time of day; `Moment` shows it as the same date in every time zone. */
export const isDayAlone = (value: Scalar): boolean => /^(?=.*\d\D+\d)[^:]*$/.test(String(value))

/** A date without a time, in digits or words. Excludes ISO 8601, which `Date` already parses as UTC. */
const dayAlone = /^(?!\d{4}-\d\d-\d\d$)[^:]*\d$/

/**
 * Parses a date text. It must have a year, and all-digit dates must be unambiguous: 3/4/2027 is rejected. Dates without
 * a time are UTC, so that storage, comparison and export agree; `Moment` shows them as the same date in every time
 * zone.
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

/** Position of the day of the month in a text that `Date` parses. */
const dayOfMonth = /^(?<before>\d{4}[-/]\d\d?[-/]|\d\d?[-/](?=\d)|(?:.*?[^\d:])?)(\d\d?)(?![\d:])/

/** `Date.parse` limited to valid dates: by itself, it reads February 30 as March 2. */
export function existing(text: string): number {
  const [, , day = 0] = dayOfMonth.exec(text) ?? []
  // The 15th is in the same month in every time zone; day 0 of the next month is the last day of this one.
  const last = new Date(text.replace(dayOfMonth, '$<before>15'))
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return Number(day) > last.getUTCDate() ? Number.NaN : Date.parse(text)
}
