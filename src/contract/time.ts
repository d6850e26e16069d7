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
  const milliseconds = Number.isNaN(number) ? Date.parse(text) : number < 100_000_000_000 ? number * 1000 : number
  if (Number.isNaN(milliseconds) || milliseconds < afterTheEpoch || milliseconds > 8.64e15) return undefined
  return new Date(milliseconds)
}
