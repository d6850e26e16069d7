import { type Expression, type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { statedCodes } from '#contract/codes/coded-fields.ts'
import type { Comparison, Condition } from '#contract/fleet/condition.ts'
import { readTime } from '#contract/fleet/query-time.ts'
import { Problem } from '#contract/problem.ts'
import { foldedText } from '#contract/text-rank.ts'
import {
  contains,
  containsAnyCase,
  isAnyCase,
  isOneOf,
  numberOfText,
  onDatabase,
} from '#platform/database/differences.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { during, never, operatorOf, type Where } from './comparisons.ts'
import { hasCertificate, ofOneCertificate, partWhere } from './certificates/certificate-conditions.ts'
import { annotationJoins, annotationRef, annotationWhere } from './annotation-values.ts'
import { andInRange, type Range } from './slices.ts'
import {
  type FleetColumn,
  fleetLists,
  type FleetTable,
  laterTable,
  type Layout,
  listBit,
  versionOrder,
} from './layout.ts'

type Db = Kysely<ConsoleTables>
type Columns = ReadonlyMap<string, FleetColumn>
/**
 * `undefinedValues`: indexed values of a restriction without a documented meaning; `keysByText`: rows with a searched
 * text, where the database does not use its index of texts by itself and they are few; `range`: keys of the current
 * slice, outside of which entries need not be read.
 */
type QueryContext = {
  db: Db
  site: string
  now: number
  columns: Columns
  layout: Layout
  undefinedValues: ReadonlyMap<string, readonly string[]>
  keysByText: ReadonlyMap<string, readonly number[]>
  range?: Range
}

export const columnRef = ({ table, field }: FleetColumn) =>
  table === 'kept' ? annotationRef(field) : sql.ref<string>(`${table}.${field.name}`)

/** Tables joined by a query beside the main table. */
export function joinsOf(
  columns: Columns,
  names: readonly (string | undefined)[],
  layout: Layout,
): RawBuilder<unknown>[] {
  const named = [...new Set(names)].flatMap((name) => columns.get(name ?? '') ?? [])
  const tables = new Set(named.map(({ table }) => table))
  if (names.includes(undefined)) tables.add('fleet_device_text') // search text
  const kept = named.filter(({ table }) => table === 'kept').map(({ field }) => field)
  return [
    ...layout.tables
      .slice(1)
      .filter((table) => tables.has(table))
      .map(
        (table) =>
          sql`left join ${sql.table(layout.table(table))} as ${sql.ref(table)}
            on ${sql.ref(`${table}.device`)} = fleet_device.id`,
      ),
    ...annotationJoins(kept, layout),
  ]
}

/** The main table with those of the fields joined. */
export const tablesFrom = (layout: Layout, columns: Columns, fields: readonly (string | undefined)[]) =>
  sql`from ${sql.table(layout.table('fleet_device'))} as fleet_device
    ${sql.join(joinsOf(columns, fields, layout), sql` `)}`

export const columnNamed = (columns: Columns, name: string): FleetColumn => {
  const column = columns.get(name)
  if (!column) throw new Problem('INVALID_INPUT', `${name}: is not a field that can be queried`, { service: 'console' })
  return column
}

/** The further table that has all fields of the conditions. */
function furtherTable(conditions: readonly Condition[], columns: Columns): FleetTable | undefined {
  const tables = conditions.map(({ field = '' }) => columns.get(field)?.table)
  const [table] = tables
  return table === 'fleet_device' || table === 'kept' || tables.some((other) => other !== table) ? undefined : table
}
const asksMissing = (conditions: readonly Condition[]) => conditions.some(({ comparison }) => comparison === 'missing')

/**
 * The further table that has all fields of the conditions, if they hold for its rows alone: without a row, the device does
 * not report the fields.
 */
export const onlyTable = (conditions: readonly Condition[], columns: Columns) =>
  asksMissing(conditions) ? undefined : furtherTable(conditions, columns)

/** The same for conditions that compare the main table as well, if every device that was read has a row. */
export function firstTable(conditions: readonly Condition[], columns: Columns): FleetTable | undefined {
  const table = furtherTable(conditions, columns)
  const isWhole = table === 'fleet_device_text' || table === laterTable
  return isWhole || !asksMissing(conditions) ? table : undefined
}

/** SQL for all conditions. Those on parts of certificates apply to the same certificate. */
export function wheresOf(conditions: readonly Condition[], known: QueryContext): Where[] {
  const ofOne = ofOneCertificate(conditions, known.layout)
  const others = conditions.filter((condition) => !ofOne.includes(condition)).map((one) => whereOf(one, known))
  return ofOne.length === 0 ? others : [...others, hasCertificate(ofOne, known)]
}

/** SQL for one condition. A missing value matches neither the condition nor its negation. */
function whereOf(condition: Condition, known: QueryContext): Where {
  const { negated, field } = condition
  const part = known.layout.parts.get(field ?? '')
  if (part) return partWhere(part, condition, known)
  const column = field === undefined ? undefined : known.columns.get(field)
  if (column?.table === 'kept') return annotationWhere(column.field, condition, known)
  const where = positiveOf(condition, known)
  if (!negated) return where
  if (field === undefined) return sql<SqlBool>`not (${where})`
  if (isWithout(condition)) return hasAny(field, known)
  const isSaid = fleetLists.includes(field)
    ? isStated(field, known.layout)
    : isComparable(columnNamed(known.columns, field), condition)
  return sql<SqlBool>`(${isSaid} and not (${where}))`
}

/** Texts that are no version are neither above nor below one. */
const isComparable = (column: FleetColumn, { comparison }: Condition) =>
  column.order !== undefined && ordered.has(comparison)
    ? isVersion(orderRef(column))
    : sql<SqlBool>`${columnRef(column)} is not null`
const ordered: ReadonlySet<Comparison> = new Set(['below', 'atMost', 'above', 'atLeast'])
const orderRef = ({ table, order = '' }: FleetColumn) => sql.ref<string>(`${table}.${order}`)
/** Starts with a digit: the next character after 9 is the colon. */
const isVersion = (ref: Expression<unknown>) => sql<SqlBool>`(${ref} >= '0' and ${ref} < ':')`

/** A missing entry is only certain if the record contains the complete list. */
const isStated = (list: string, { statedIn }: Layout) =>
  statedIn ? sql<SqlBool>`${sql.ref(`fleet_device.${statedIn(list)}`)} = 1` : sql<SqlBool>`fleet_device.read_at > 0`
const isWithout = ({ field = '', comparison }: Condition) =>
  fleetLists.includes(field) && (comparison === 'missing' || comparison === 'unknown')

function positiveOf(condition: Condition, known: QueryContext): Where {
  const { field, comparison, value = '' } = condition
  if (field === undefined) return holdsText(foldedText(value), known)
  if (fleetLists.includes(field)) return listed(field, condition, known)
  const column = columnNamed(known.columns, field)
  const ref = columnRef(column)
  if (comparison === 'missing') {
    // Until a record is read again after an upgrade, its later fields are not known.
    const isRead =
      column.table === laterTable ? sql`${sql.ref(laterTable)}.device is not null` : sql`fleet_device.read_at > 0`
    return sql<SqlBool>`(${isRead} and ${ref} is null)`
  }
  if (comparison === 'unknown') return undefinedWhere(column) ?? among(ref, known.undefinedValues.get(field) ?? [])
  const where = compare[column.field.kind as keyof typeof compare](column, condition, known)
  const text = indexedTextOf(condition, known.layout)
  return text === undefined || !isIndexed(known, text) ? where : sql<SqlBool>`(${where} and ${holdsText(text, known)})`
}

/** Values that stand for none. */
export const emptyValues = ['', '-', '--']

/** Values without a documented meaning; undefined if only a list of the values in the index tells. */
export function undefinedWhere(column: FleetColumn): Where | undefined {
  const { name, kind } = column.field
  const ref = columnRef(column)
  if (column.type !== 'text') return never
  if (kind !== 'code') return among(ref, emptyValues)
  const stated = statedCodes(name)
  if (!stated) return undefined
  return stated.length === 0
    ? sql<SqlBool>`${ref} is not null`
    : sql<SqlBool>`(${ref} is not null and ${ref} not in (${sql.join(stated)}))`
}

const searched = sql.ref<string>('fleet_device_text.searched')
const holdsText = (text: string, { db, keysByText }: QueryContext): Where => {
  const keys = keysByText.get(text)
  return keys ? isOneOf(db, sql.ref<number>('fleet_device.id'), keys) : contains(db, searched, text)
}
const isIndexed = ({ db, keysByText }: QueryContext, text: string) =>
  onDatabase(db, { sqlite: () => keysByText.has(text), postgres: () => true })

const ascii = /^[\0-\x7f]{3,}$/
/**
 * The folded text that the search text of each result contains, if any, because it contains the field. Folding may merge
 * letters beyond ASCII with their neighbors.
 */
export function indexedTextOf({ field, comparison, value = '' }: Condition, layout: Layout): string | undefined {
  if (field === undefined) return foldedText(value)
  const isText = comparison === 'has' || comparison === 'is'
  if (!isText || !layout.searched.includes(field)) return undefined
  const { table, type } = layout.columns.get(field) ?? {}
  const text = foldedText(value)
  return table === 'fleet_device_text' && type === 'text' && ascii.test(text) ? text : undefined
}

const among = (ref: Expression<unknown>, values: readonly string[]): Where =>
  values.length === 0 ? never : sql<SqlBool>`${ref} in (${sql.join(values)})`

type Compare = (column: FleetColumn, condition: Condition, known: QueryContext) => Where

const compare = {
  text: (column, { comparison, value = '' }, { db }) =>
    comparison === 'has' ? containsAnyCase(db, columnRef(column), value) : isAnyCase(db, columnRef(column), value),

  code: (column, { comparison, value = '' }, { db }) =>
    comparison === 'has'
      ? containsAnyCase(db, columnRef(column), value)
      : comparison === 'is'
        ? isAnyCase(db, columnRef(column), value)
        : sql<SqlBool>`${numberOfText(db, columnRef(column))} ${operatorOf(comparison)} ${Number(value)}`,

  number: (column, { comparison, value = '' }) =>
    sql<SqlBool>`${columnRef(column)} ${operatorOf(comparison)} ${Number.parseFloat(value)}`,

  flag: (column) => sql<SqlBool>`${columnRef(column)} = 1`,

  time: (column, { comparison, value = '' }, { now }) => during(columnRef(column), comparison, readTime(value), now),

  version: (column, { comparison, value = '' }) => versions(orderRef(column), comparison, value),
} satisfies Record<string, Compare>

/**
 * 15 covers all of 15.x: 15.2 is neither above nor below it. The range ends before the character after the full stop.
 */
function versions(ref: Expression<unknown>, comparison: Comparison, value: string): Where {
  const from = versionOrder(value)
  if (from === '') return sql<SqlBool>`${ref} = ''`
  const to = `${from}/`
  const compared: Partial<Record<Comparison, Where>> = {
    below: sql<SqlBool>`(${ref} >= '0' and ${ref} < ${from})`,
    atMost: sql<SqlBool>`(${ref} >= '0' and ${ref} < ${to})`,
    above: sql<SqlBool>`(${ref} >= ${to} and ${ref} < ':')`,
    atLeast: sql<SqlBool>`(${ref} >= ${from} and ${ref} < ':')`,
  }
  return compared[comparison] ?? sql<SqlBool>`(${ref} >= ${from} and ${ref} < ${to})`
}

/** Joins by entry, since matching entries are few. */
const hasEntry = (list: string, entries: Where, { site, layout, range }: QueryContext): Where =>
  sql<SqlBool>`fleet_device.id in (select device from ${sql.table(layout.table('fleet_device_entry'))} where entry in
    (select id from ${sql.table(layout.table('fleet_entry'))} where site = ${site} and list = ${list} and ${entries})
    ${andInRange(sql.ref('device'), range)})`

/** Entries are only searched for records that were not read since `lists` was added. */
const hasAny = (list: string, known: QueryContext): Where => {
  const any = hasEntry(list, sql<SqlBool>`1 = 1`, known)
  return sql<SqlBool>`(case when fleet_device.lists is null then ${any} else fleet_device.lists & ${listBit(list)} <> 0 end)`
}

function listed(list: string, condition: Condition, known: QueryContext): Where {
  const { comparison, value = '', of, negated } = condition
  if (comparison === 'unknown') return never
  // An empty list and an unreported one are not distinguished.
  if (comparison === 'missing') return sql<SqlBool>`(fleet_device.read_at > 0 and not ${hasAny(list, known)})`
  const named = (name: string, exactly: boolean) =>
    exactly
      ? sql<SqlBool>`(${isAnyCase(known.db, sql.ref<string>('name'), name)} or ${isAnyCase(known.db, sql.ref<string>('identifier'), name)})`
      : contains(known.db, sql.ref<string>('searched'), foldedText(name))
  if (of === undefined) return hasEntry(list, named(value, comparison === 'is'), known)
  const order = sql.ref<string>('version_order')
  const version = versions(order, comparison, value)
  // With an entry of an unknown version, it is not certain that there is none to which the condition applies.
  const found = negated ? sql<SqlBool>`(${version} or not ${isVersion(order)})` : version
  return hasEntry(list, sql<SqlBool>`${named(of, false)} and ${found}`, known)
}
