import type { Choice, Column, ColumnKind, Filters } from '#ui/table/column.ts'
import { compareValues } from './compare-values.ts'
import { isFilter } from './table-address.ts'

type Value = string | number | undefined

/** Removes case and accents for comparison. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const passes: Record<ColumnKind, (value: Value, wanted: readonly string[]) => boolean> = {
  text: (value, [text = '']) => folded(String(value ?? '')).includes(folded(text.trim())),
  choice: (value, wanted) => wanted.includes(String(value ?? '')),
  number: (value, wanted) => isWithin(value, rangeOf('number', wanted)),
  date: (value, wanted) => isWithin(value, rangeOf('date', wanted)),
}

type Range = { from: number | undefined; to: number | undefined }

/** Inclusive bounds of a filter; epoch milliseconds for dates. */
export const rangeOf = (kind: 'number' | 'date', [from = '', to = '']: readonly string[]): Range =>
  kind === 'number' ? { from: numberOf(from), to: numberOf(to) } : { from: startOfDay(from), to: endOfDay(to) }

export const filterPasses = (kind: ColumnKind | undefined, value: Value, wanted: readonly string[]): boolean =>
  passes[kind ?? 'text'](value, wanted)

export function withFilter(filters: Filters, id: string, wanted: readonly string[]): Filters {
  const { [id]: _, ...others } = filters
  return isFilter(wanted) ? { ...others, [id]: wanted } : others
}

function isWithin(value: Value, { from, to }: Range): boolean {
  const number = typeof value === 'string' ? numberOf(value) : value
  if (number === undefined) return from === undefined && to === undefined
  return (from === undefined || number >= from) && (to === undefined || number <= to)
}

const numberOf = (text: string) => {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isNaN(number) ? undefined : number
}

/**
 * Local time: date-times without an offset are parsed in the browser's time zone. Rejects February 30, which Date
 * parses as March 2.
 */
const startOfDay = (day: string) => timeOn(day, '00:00:00')
const endOfDay = (day: string) => timeOn(day, '23:59:59.999')
function timeOn(day: string, time: string) {
  const at = new Date(`${day}T${time}`)
  return at.getDate() === Number(day.slice(-2)) ? at.getTime() : undefined
}

/** Filter options of a column: its declared options, or the distinct values of the rows. */
export function choicesOf<T>({ options, value }: Column<T>, rows: readonly T[]): readonly Choice[] {
  if (options) return options
  const values = new Set(rows.map((row) => String(value?.(row) ?? '')))
  return [...values]
    .filter((text) => text !== '')
    .sort(compareValues)
    .map((text) => ({ value: text, label: text }))
}

/** Description of a filter, such as "Age: from 3 to 10". */
export function filterText<T>({ header, kind, options }: Column<T>, wanted: readonly string[]): string {
  const [first = '', last = ''] = wanted
  if (kind === 'choice') {
    const labels = wanted.map((value) => options?.find((option) => option.value === value)?.label ?? value)
    return `${header}: ${labels.join(' or ')}`
  }
  if (kind !== 'number' && kind !== 'date') return `${header} contains “${first.trim()}”`
  return `${header}: ${[first && `from ${first}`, last && `to ${last}`].filter(Boolean).join(' ')}`
}
