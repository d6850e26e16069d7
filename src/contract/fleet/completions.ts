/** Completions at the caret of a query. Values depend on the devices and are requested from the index. */
import type { Catalog, FleetField } from './field.ts'
import { findField, findRestriction, isBareFlag, isRestriction, wordsFor, writtenName } from './field-names.ts'
import { type Compared, isMoment, operatorsOf, signOf, signWords } from './operators.ts'
import { type Part, type Word, wordsOf } from './query-words.ts'

export type Completion = { text: string; label: string; detail: string }
export type Completions = {
  /** Range of the query that a completion replaces. */
  from: number
  to: number
  options: Completion[]
  /** Field whose values are wanted, and the text they contain. */
  values?: { field: FleetField; search: string }
}

const max = 12

export function completionsOf(line: string, caret: number, catalog: Catalog): Completions {
  const word = wordsOf(line).find(({ from, to }) => from < caret && caret <= to)
  if (!word) return { from: caret, to: caret, options: namesLike('', fieldsOf(catalog), catalog) }
  const { head, prefix, values } = word
  const typedIn = values.findLast(({ at }) => at < caret)
  const isSetting = prefix?.text.toLowerCase() === 'restriction'
  if (typedIn && (!prefix || isSetting)) return valuesFor(word, typedIn, caret, catalog)
  if (caret < head.from) return { from: caret, to: caret, options: [] }
  const typed = upTo(head, caret)
  const place = { from: head.from, to: head.to }
  if (isSetting) return { ...place, options: namesLike(typed, fieldsOf(catalog).filter(isRestriction), catalog, '') }
  if (prefix) return { ...place, options: namesLike(typed, fieldsOf(catalog), catalog) }
  return {
    ...place,
    options: [...signsAfter(typed, catalog), ...namesLike(typed, fieldsOf(catalog), catalog)].slice(0, max),
  }
}

const fieldsOf = (catalog: Catalog) => [...catalog.values()]
const upTo = ({ text, from, isQuoted }: Part, caret: number) =>
  text.slice(0, Math.max(0, caret - from - (isQuoted ? 1 : 0)))

function valuesFor(
  { head, prefix, values }: Word,
  { sign, at, value }: Word['values'][number],
  caret: number,
  catalog: Catalog,
): Completions {
  const from = at + sign.length
  const place = { from, to: Math.max(value.to, from) }
  const field = prefix ? findRestriction(head.text, catalog) : findField(head.text, catalog)
  const isVersion = values.length > 1 && at !== values[0]?.at
  if (!field || isVersion) return { ...place, options: [] }
  const typed = upTo(value, Math.max(caret, from)).toLowerCase()
  const listed = listedValues(field)
  if (listed) return { ...place, options: listed.filter(({ text }) => text.startsWith(typed)) }
  return { ...place, options: [], values: { field, search: typed } }
}

/** Values that do not depend on the devices. */
export function listedValues({ kind, isAhead }: FleetField): Completion[] | undefined {
  if (kind === 'flag')
    return [
      { text: 'yes', label: 'yes', detail: '' },
      { text: 'no', label: 'no', detail: '' },
    ]
  if (!isMoment(kind)) return undefined
  if (isAhead)
    return [
      { text: '0d', label: '0d', detail: 'now' },
      { text: '7d', label: '7d', detail: 'in 7 days' },
      { text: '30d', label: '30d', detail: 'in 30 days' },
      { text: '90d', label: '90d', detail: 'in 90 days' },
      { text: '1y', label: '1y', detail: 'in a year' },
    ]
  return [
    { text: '1d', label: '1d', detail: '1 day ago' },
    { text: '7d', label: '7d', detail: '7 days ago' },
    { text: '30d', label: '30d', detail: '30 days ago' },
    { text: '90d', label: '90d', detail: '90 days ago' },
    { text: '1y', label: '1y', detail: '1 year ago' },
  ]
}

/** Operators of the named field. */
function signsAfter(typed: string, catalog: Catalog): Completion[] {
  const field = findField(typed, catalog)
  if (!field || isBareFlag(field)) return []
  return operatorsOf(field).map((comparison: Compared) => ({
    text: nameInLine(field, catalog) + signOf[comparison],
    label: `${writtenName(field, catalog)}${signOf[comparison]}`,
    detail: `${field.label} ${signWords(field, comparison)}`,
  }))
}

const nameInLine = (field: FleetField, catalog: Catalog, prefix = isRestriction(field) ? 'restriction:' : '') =>
  prefix + (isRestriction(field) ? field.name : writtenName(field, catalog))

/** Fields whose alias, name or label matches the typed text, best match first. */
export function fieldsLike(typed: string, fields: readonly FleetField[]): FleetField[] {
  const wanted = typed.trim().toLowerCase()
  return fields
    .map((field) => ({ field, rank: rankOf(field, wanted) }))
    .filter(({ rank }) => rank < 9)
    .toSorted((one, other) => one.rank - other.rank || (wanted && one.field.name.length - other.field.name.length) || 0)
    .map(({ field }) => field)
}

function rankOf(field: FleetField, wanted: string): number {
  const { name: ownName, aliases = [], kept } = field
  // Fields with an alias rank first, the numerous restriction settings last.
  const base = aliases.length > 0 || kept !== undefined || ownName === 'app' ? 0 : isRestriction(field) ? 0.6 : 0.3
  const names = wordsFor(field).map((name) => name.toLowerCase())
  const label = field.label.toLowerCase()
  if (names.includes(wanted) || label === wanted) return base
  if (names.some((name) => name.startsWith(wanted))) return 1 + base
  if (label.startsWith(wanted)) return 2 + base
  if (label.includes(` ${wanted}`)) return 3 + base
  return wanted.length > 3 && (label.includes(wanted) || names.some((name) => name.includes(wanted))) ? 4 + base : 9
}

const namesLike = (typed: string, fields: readonly FleetField[], catalog: Catalog, prefix?: string): Completion[] =>
  fieldsLike(typed, fields)
    .slice(0, max)
    .map((field) => ({
      text: nameInLine(field, catalog, prefix),
      label: isRestriction(field) ? field.name : writtenName(field, catalog),
      detail: field.label,
    }))
