import { foldedText } from '#contract/text-rank.ts'
import type { FleetField, FleetFieldKind } from './field.ts'
import { type Compared, isMoment, operatorsOf } from './operators.ts'
import { readTime } from './query-time.ts'

/** The validated comparison, or why it is invalid. */
export type Checked = { comparison: Compared; value?: string; isNegated?: boolean } | { message: string }

const number = /^-?\d{1,15}(?:\.\d{1,6})?$/u
/** Every number that a server can report, as it is written: coordinates have many decimals. */
const reportedNumber = /^-?\d{1,30}(?:\.\d{1,25})?(?:e[-+]?\d{1,3})?$/u
const version = /^\d{1,9}(?:\.\d{1,9}){0,9}(?:[-+ (]\S.*)?$/su
const blankKinds = new Set<FleetFieldKind>(['text', 'code', 'version'])
const yes = new Set(['yes', 'true', '1'])
const no = new Set(['no', 'false', '0'])

export function checkedValue(field: FleetField, comparison: Compared, value: string): Checked {
  // An empty text is a value, unlike a missing one.
  const mayBeBlank = comparison === 'is' && blankKinds.has(field.kind)
  // Entries are matched without accents, so a lone accent would match all.
  const lookedFor = comparison === 'has' && field.kind === 'list' ? foldedText(value) : value.trim()
  if (lookedFor === '' && !mayBeBlank) return { message: wanted(field) }
  if (field.kind === 'flag') return checkedFlag(field, comparison, value)
  // `has` on a number means equality.
  const isExact = field.kind === 'number' || isMoment(field.kind) || (field.kind === 'code' && number.test(value))
  const meant = comparison === 'has' && isExact ? 'is' : comparison
  if (!operatorsOf(field).includes(meant)) return { message: `“${field.label}” is a text: compare it by : or =` }
  const kept = { comparison: meant, value }
  const isCompared = meant !== 'has' && meant !== 'is'
  if (field.kind === 'number') return checkedNumber(field, kept)
  if (isMoment(field.kind)) return checkedTime(field, kept)
  if (field.kind === 'code' && isCompared && !number.test(value)) return { message: `“${value}” is not a number` }
  if (field.kind === 'version' && isCompared && !version.test(value)) return { message: notAVersion(value) }
  return kept
}

/** The version of an entry of a list. */
export const checkedVersion = (value: string): { message: string } | undefined =>
  version.test(value) ? undefined : { message: notAVersion(value) }

const notAVersion = (value: string) =>
  value ? `“${value}” is not a version, such as 15.4` : 'A version is missing, such as 15.4'

function checkedFlag(field: FleetField, comparison: Compared, value: string): Checked {
  const typed = value.toLowerCase()
  const isKnown = yes.has(typed) || no.has(typed)
  if (!isKnown || (comparison !== 'has' && comparison !== 'is')) return { message: wanted(field) }
  return { comparison: 'has', ...(no.has(typed) && { isNegated: true }) }
}

function checkedNumber(field: FleetField, kept: { comparison: Compared; value: string }): Checked {
  const isPercent = kept.value.endsWith('%')
  if (isPercent && field.unit !== '%') return { message: `“${field.label}” is not a percentage` }
  const value = isPercent ? kept.value.slice(0, -1) : kept.value
  const isNumber = reportedNumber.test(value) && Number.isFinite(Number(value))
  return isNumber ? { ...kept, value } : { message: `“${kept.value}” is not a number` }
}

function checkedTime({ isAhead }: FleetField, kept: { comparison: Compared; value: string }): Checked {
  const { comparison, value } = kept
  const time = readTime(value)
  const span = isAhead ? 'a time from now' : 'a time ago'
  if (!time) return { message: `“${value}” is neither ${span}, such as 30d, nor a date, such as 2026-01-31` }
  if (!('agoMs' in time) || comparison !== 'is') return kept
  const meant = isAhead
    ? `<${value} is earlier, >${value} is later`
    : `<${value} is more recent, >${value} is longer ago`
  return { message: `Compare ${span} by < or >: ${meant}` }
}

/** Describes the expected value of a field. */
export function wanted({ kind, label, unit, isAhead }: FleetField): string {
  if (kind === 'flag') return `“${label}” is yes or no`
  if (isAhead) return 'A time is missing: 30d, 12h, 2w, 6m or 1y from now, or a date such as 2026-01-31'
  if (isMoment(kind)) return 'A time is missing: 30d, 12h, 2w, 6m or 1y ago, or a date such as 2026-01-31'
  if (kind === 'version') return 'A version is missing, such as 15.4'
  if (kind === 'number') return unit === '%' ? 'A percentage is missing, such as 10%' : 'A number is missing'
  return 'A value is missing'
}
