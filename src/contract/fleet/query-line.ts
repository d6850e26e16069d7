/** Parses and writes queries. Parsing a written query yields the same conditions. */
import { foldedText } from '#contract/text-rank.ts'
import { type Condition, longestQuery } from './condition.ts'
import type { Catalog, FleetField } from './field.ts'
import { findField, findRestriction, isBareFlag, isRestriction, nearestName, writtenName } from './field-names.ts'
import { comparisonOf, type Compared, operatorsOfEntry, signOf } from './operators.ts'
import { type Checked, checkedValue, checkedVersion, wanted } from './query-value.ts'
import { type Part, quoted, signs, type Word, wordsOf } from './query-words.ts'

/** A syntax error with its range: start inclusive, end exclusive. */
export type LineProblem = { message: string; from: number; to: number }
export type ParsedLine = { conditions: Condition[] } | { problem: LineProblem }

export function parseQuery(line: string, catalog: Catalog): ParsedLine {
  if (line.length > longestQuery)
    return problemAt({ from: longestQuery, to: line.length }, `A query has at most ${longestQuery} characters`)
  const conditions: Condition[] = []
  let end = -1
  for (const word of wordsOf(line)) {
    if (word.from === end) return problemAt(word, 'A space is missing before this')
    const read = conditionOf(word, catalog)
    if ('problem' in read) return read
    conditions.push(read.isNegated ? { ...read.condition, negated: true } : read.condition)
    end = word.to
  }
  return { conditions }
}

type Read = { condition: Condition; isNegated: boolean } | { problem: LineProblem }
type Place = { from: number; to: number }

const problemAt = ({ from, to }: Place, message: string) => ({ problem: { message, from, to: Math.max(to, from + 1) } })

function conditionOf(word: Word, catalog: Catalog): Read {
  const { head, prefix, values, isNegated } = word
  const open = [head, ...values.map(({ value }) => value)].find(({ isOpen }) => isOpen)
  if (open) return problemAt(open, 'The closing quotation mark is missing')
  const [first] = values
  if (head.text === '' && !head.isQuoted) return problemAt(word, withoutName(word))
  if (!prefix && (!first || isAddress(word))) {
    const flag = head.isQuoted || first ? undefined : findField(head.text, catalog)
    if (flag && isBareFlag(flag)) return { condition: { field: flag.name, comparison: 'has' }, isNegated }
    return lookedUp(word, isNegated)
  }
  const isSetting = prefix?.text.toLowerCase() === 'restriction'
  const field = isSetting ? findRestriction(head.text, catalog) : findField(head.text, catalog)
  if (!field) return problemAt(head, notKnown(head.text, isSetting, catalog))
  if (prefix && !isSetting) return undefinedOf(word, field, prefix)
  if (!first)
    return field.kind === 'flag'
      ? { condition: { field: field.name, comparison: 'has' }, isNegated }
      : problemAt(head, `${wanted(field)}: ${writtenName(field, catalog)}=…`)
  return comparedTo(word, field, first)
}

const withoutName = ({ isNegated, values, prefix }: Word) =>
  isNegated && values.length === 0 && !prefix ? 'Nothing follows the minus' : 'The name of a field is missing'

const address = /^[\da-f]{2}(?::[\da-f]{2})+$/iu
/** MAC addresses and fingerprints contain colons that do not follow a field name. */
function isAddress({ head, values: [first, second] }: Word): boolean {
  return !head.isQuoted && first?.sign === ':' && !second && address.test(`${head.text}:${first.value.text}`)
}

function lookedUp({ head, values: [first], from, to }: Word, isNegated: boolean): Read {
  const value = first ? `${head.text}:${first.value.text}` : head.text
  if (!head.isQuoted && value.startsWith('-')) return problemAt({ from, to }, 'One minus is enough')
  if (foldedText(value) === '') return problemAt(head, 'A text to look for is missing')
  return { condition: { comparison: 'has', value }, isNegated }
}

function notKnown(name: string, isSetting: boolean, catalog: Catalog) {
  const near = nearestName(name, catalog)
  const what = `No ${isSetting ? 'restriction' : 'field'} is called “${name}”.`
  return near ? `${what} Did you mean “${near}”?` : `${what} Put search text in quotation marks.`
}

function undefinedOf({ values: [first], isNegated }: Word, field: FleetField, prefix: Part): Read {
  const comparison = prefix.text.toLowerCase() === 'unknown' ? 'unknown' : 'missing'
  if (first) return problemAt({ from: first.at, to: first.value.to }, `Nothing is compared after “${comparison}:”`)
  return { condition: { field: field.name, comparison }, isNegated }
}

function comparedTo(word: Word, field: FleetField, first: Word['values'][number]): Read {
  const comparison = comparisonOf[first.sign] as Compared
  const second = word.values[1]
  const whole = { from: first.at, to: first.value.to }
  const place = first.value.to > first.value.from ? first.value : whole
  if (second) return entryOf(word, field, first.value, second)
  if (first.value.text === '' && !first.value.isQuoted) return problemAt(whole, wanted(field))
  const isVersionOfList = hasVersions(field) && operatorsOfEntry.includes(comparison) && comparison !== 'is'
  if (isVersionOfList)
    return problemAt(
      whole,
      `Say of which: ${field.name}:"Name"${first.sign}${first.value.text || (field.unit === '%' ? '10%' : '5')}`,
    )
  const checked: Checked = checkedValue(field, comparison, first.value.text)
  if ('message' in checked) return problemAt(place, checked.message)
  const { comparison: meant, value, isNegated = false } = checked
  return {
    condition: { field: field.name, comparison: meant, ...(value !== undefined && { value }) },
    isNegated: word.isNegated !== isNegated,
  }
}

const hasVersions = ({ kind, kept }: FleetField) => kind === 'list' && kept === undefined

/** `app:"Acme VPN"<5` */
function entryOf(word: Word, field: FleetField, of: Part, second: Word['values'][number]): Read {
  const place = { from: second.at, to: second.value.to }
  const comparison = comparisonOf[second.sign] as Compared
  if (!hasVersions(field)) return problemAt(place, 'Put a value with this sign in quotation marks')
  if (!operatorsOfEntry.includes(comparison)) return problemAt(place, 'A version is compared by =, <, <=, > or >=')
  if (foldedText(of.text) === '') return problemAt({ from: word.from, to: second.at }, wanted(field))
  const value = field.unit === '%' ? second.value.text.replace(/%$/u, '') : second.value.text
  const wrong = checkedVersion(value)
  if (wrong) return problemAt(place, field.unit === '%' ? wanted({ ...field, kind: 'number' }) : wrong.message)
  return {
    condition: { field: field.name, comparison, of: of.text, value },
    isNegated: word.isNegated,
  }
}

export const printQuery = (conditions: readonly Condition[], catalog: Catalog): string =>
  conditions.map((condition) => printCondition(condition, catalog)).join(' ')

function printCondition({ field: name, comparison, value, of, negated }: Condition, catalog: Catalog): string {
  const minus = negated ? '-' : ''
  if (name === undefined) return minus + writtenValue(value ?? '', !isPlainText(value ?? '', catalog))
  const field = catalog.get(name)
  const called = field ? writtenName(field, catalog) : name
  if (comparison === 'unknown' || comparison === 'missing') return `${minus}${comparison}:${called}`
  const full = field && isRestriction(field) ? `restriction:${field.name}` : called
  if (field?.kind === 'flag' && !isBareFlag(field)) return `${full}:${negated ? 'no' : 'yes'}`
  if (value === undefined) return minus + full
  const entry = of === undefined ? '' : `:${writtenValue(of)}`
  // The name of a list entry has no unit.
  const isShare = field?.unit === '%' && (field.kind !== 'list' || of !== undefined)
  return `${minus}${full}${entry}${signOf[comparison]}${writtenValue(value)}${isShare ? '%' : ''}`
}

const plain = /^[^\s"\\=<>]+$/u
/** A value as written in a query, quoted if necessary. */
export const writtenValue = (text: string, isQuoted = !plain.test(text)) => (isQuoted ? quoted(text) : text)

function isFlagName(text: string, catalog: Catalog): boolean {
  const field = findField(text, catalog)
  return field !== undefined && isBareFlag(field)
}

/** A search text that needs no quotes: without operators, and not the name of a flag. */
const isPlainText = (text: string, catalog: Catalog) =>
  plain.test(text) && !text.startsWith('-') && !signs.some((sign) => text.includes(sign)) && !isFlagName(text, catalog)
