import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { statedMeaning } from '#contract/codes/coded-fields.ts'
import type { Condition } from '#contract/fleet/condition.ts'
import type { Catalog } from '#contract/fleet/field.ts'
import { leavesOutRemoved } from '#contract/fleet/removed.ts'
import { foldedText } from '#contract/text-rank.ts'
import type { Scalar } from '#contract/wire.ts'
import { tagsOf } from '#contract/console/annotations/annotation-values.ts'
import { contains, findFewSubstrings } from '#platform/database/differences.ts'
import { fold } from '#services/console/audit/searched-text.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { Where } from './comparisons.ts'
import {
  columnNamed,
  columnRef,
  emptyValues,
  firstTable,
  indexedTextOf,
  onlyTable,
  tablesFrom,
  undefinedWhere,
  wheresOf,
} from './fleet-conditions.ts'
import { certificateWhere, ofOneCertificate } from './certificates/certificate-conditions.ts'
import { foldedPart, partCounts, partShown } from './certificates/certificate-values.ts'
import { annotationText } from './annotation-values.ts'
import { columnsIn, deviceLayout, type FleetColumn, fleetLists, type Layout } from './layout.ts'
import { rowsOf, shown } from './pages/rows-of.ts'
import { sortedPage } from './pages/sorted-page.ts'
import { countedOnce, lowerCase, spellingCounts } from './pages/spelling-counts.ts'
import { isOneSlice, type Range, rangesOf, scanned, slicesOf, withEntries } from './slices.ts'

/**
 * `catalog`: fields of the site, including custom ones; `counted`: field by which devices are counted; `also`: SQL
 * beyond the query language, with its fields.
 */
export type FleetQuery = {
  site: string
  conditions: readonly Condition[]
  catalog: Catalog
  counted?: string
  also?: { where: Where; fields: readonly string[] }
}
type Columns = ReadonlyMap<string, FleetColumn>
type Page = { sort?: string | undefined; columns: readonly string[]; offset: number; limit: number }
const maxUndefined = 10_000
/** More rows are searched without the index of texts. */
const maxKeys = 5000

/** Queries of the index (decision 163). */
export function fleetQueries(database: Kysely<ConsoleTables>, clock: () => number, layout: Layout = deviceLayout) {
  const { nameField } = layout
  const columnsOf = (catalog: Catalog) => columnsIn(catalog, layout)
  const from = (columns: Columns, fields: readonly (string | undefined)[]) => tablesFrom(layout, columns, fields)
  const slices = (perSlice?: number) => rangesOf(database, { perSlice, table: layout.table('fleet_device') })

  /** Values of restrictions without a documented meaning, determined from those in the index, for `unknown:`. */
  async function undefinedValues({ conditions, catalog }: FleetQuery) {
    const columns = columnsOf(catalog)
    const found = new Map<string, string[]>()
    for (const { field = '', comparison } of conditions) {
      if (comparison !== 'unknown' || fleetLists.includes(field) || layout.parts.has(field)) continue
      const column = columnNamed(columns, field)
      if (column.table === 'kept' || undefinedWhere(column)) continue
      const values = new Set<string>()
      // Those of other sites do no harm, and the main table takes most of the time.
      const { table } = column
      const ofTable = {
        table: layout.table('fleet_device'),
        as: table,
        key: table === 'fleet_device' ? 'id' : 'device',
      }
      for await (const slice of slicesOf(database, ofTable)) {
        const { rows } = await sql<{
          value: string
        }>`select distinct ${columnRef(column)} as value from ${sql.table(layout.table(table))} as ${sql.ref(table)}
          where ${slice} and ${columnRef(column)} is not null`.execute(database)
        for (const { value } of rows) if (isUndefined(column, value)) values.add(value)
        if (values.size > maxUndefined) break
      }
      found.set(field, [...values])
    }
    return found
  }

  /** Devices with the texts of a query, where they are few. */
  async function keysByText({ conditions }: FleetQuery) {
    const indexed = { table: layout.table('fleet_device_text'), key: 'device', column: 'searched' }
    const found = new Map<string, readonly number[]>()
    for (const condition of conditions) {
      const text = indexedTextOf(condition, layout)
      if (text === undefined || found.has(text)) continue
      const keys = await findFewSubstrings(database, indexed, text, maxKeys)
      if (keys) found.set(text, keys)
    }
    return found
  }

  const knownOf = async (query: FleetQuery) => ({
    db: database,
    site: query.site,
    now: clock(),
    columns: columnsOf(query.catalog),
    layout,
    undefinedValues: await undefinedValues(query),
    keysByText: await keysByText(query),
  })
  const leftOf = ({ conditions, counted }: Pick<FleetQuery, 'conditions' | 'counted'>) =>
    layout.columns.has('is_removed') && leavesOutRemoved(conditions, counted) ? notRemoved : sql<SqlBool>`1 = 1`

  /** SQL of a query within a slice, except for its site. */
  async function conditionsOf(query: FleetQuery) {
    const known = await knownOf(query)
    return (range?: Range) => conditionsIn(query, { ...known, range })
  }
  function conditionsIn(query: FleetQuery, known: Awaited<ReturnType<typeof knownOf>> & { range?: Range }): Where {
    const all = wheresOf(query.conditions, known)
    return sql.join([leftOf(query), ...all, ...(query.also ? [query.also.where] : [])], sql` and `) as Where
  }
  /** For queries that leave out removed devices. */
  function onlyOf({ conditions, also }: FleetQuery, known: Awaited<ReturnType<typeof knownOf>>) {
    const table = also || !leavesOutRemoved(conditions) ? undefined : onlyTable(conditions, known.columns)
    return table && { table, where: sql.join<SqlBool>(wheresOf(conditions, known), sql` and `) }
  }
  const fieldsOf = ({ conditions, also }: FleetQuery) => [
    ...conditions.map(({ field }) => field),
    ...(also?.fields ?? []),
  ]
  const fromOf = (query: FleetQuery, more: readonly string[] = []) =>
    from(columnsOf(query.catalog), [...fieldsOf(query), ...more])

  async function count(query: FleetQuery): Promise<number> {
    const whereIn = await conditionsOf(query)
    let all = 0
    for await (const { slice, range } of slices()) {
      const { rows } = await sql<{ n: number }>`select count(*) as n ${fromOf(query)}
        where ${slice} and ${scanned(database, query.site)} and ${whereIn(range)}`.execute(database)
      all += rows[0]?.n ?? 0
    }
    return all
  }

  /** Counts devices of a query that meet further conditions, in a single pass and snapshot. */
  async function countEach(among: FleetQuery, each: readonly (readonly Condition[])[]): Promise<number[]> {
    const query = { ...among, conditions: [...among.conditions, ...each.flat()] }
    const known = await knownOf(query)
    const counts = each.map(() => 0)
    for await (const { slice, range } of slices()) {
      const inSlice = { ...known, range }
      const counted = each.map((own, at) => {
        const left = leftOf({ ...among, conditions: [...among.conditions, ...own] })
        const all = [left, ...wheresOf(own, inSlice)]
        return sql`count(case when ${sql.join(all, sql` and `)} then 1 end) as ${sql.ref(`n${at}`)}`
      })
      const where = [...wheresOf(among.conditions, inSlice), ...(among.also ? [among.also.where] : [])]
      const { rows } = await sql<Record<string, number>>`select ${sql.join(counted)} ${fromOf(query)}
        where ${sql.join([slice, scanned(database, query.site), ...where], sql` and `)}`.execute(database)
      for (const at of counts.keys()) counts[at] = (counts[at] ?? 0) + (rows[0]?.[`n${at}`] ?? 0)
    }
    return counts
  }

  /** Most frequent values first. */
  async function frequent(
    asked: FleetQuery,
    { field, search, limit }: { field: string; search: string; limit: number },
  ) {
    const query = { ...asked, counted: field }
    const columns = columnsOf(query.catalog)
    const isList = fleetLists.includes(field)
    const isTags = columns.get(field)?.field.kind === 'list'
    const part = layout.parts.get(field)
    const known = await knownOf(query)
    // Of the certificates that the query names, so that each value leads to as many devices.
    const ofOne = certificateWhere(ofOneCertificate(query.conditions, layout), known)
    const column = isList || part ? undefined : columnNamed(columns, field)
    const isKept = column?.table === 'kept'
    const ofText = isList || (column && hasSpellings(column)) ? lowerCase : undefined
    const counts = spellingCounts(part ? foldedPart(part) : isKept ? fold : ofText)
    for await (const { slice, range } of slices(isList || part ? withEntries(database) : undefined)) {
      const where = conditionsIn(query, { ...known, range })
      const counted = {
        where: sql<SqlBool>`${slice} and ${scanned(database, query.site)} and ${where}`,
        field,
        search,
        from: fromOf(query, isList || part ? [] : [field]),
        // Limited in SQL: a unique field of a large fleet would take seconds and much memory.
        most: isOneSlice(database) && !isTags && limit < Infinity ? sql`order by n desc limit ${limit}` : sql``,
      }
      const { rows } = await (
        isList
          ? entryCounts(database, { ...counted, site: query.site, layout })
          : part
            ? partCounts(database, part, { ...counted, ofOne })
            : valueCounts(database, columnNamed(columns, field), counted)
      ).execute(database)
      for (const { value, n } of rows) for (const one of isTags ? tagsLike(value, search) : [value]) counts.add(one, n)
    }
    const rows = counts.all()
    rows.sort((a, b) => b.n - a.n || (String(a.value) < String(b.value) ? -1 : 1))
    return rows.slice(0, limit).map(({ value, n }) => ({
      value: isList || isTags ? value : part ? partShown(part, value) : shown(columnNamed(columns, field), value),
      count: n,
    }))
  }

  /** Combinations of values of several fields with their counts. */
  async function combinations(query: FleetQuery, fields: readonly string[]) {
    const columns = fields.map((field) => columnNamed(columnsOf(query.catalog), field))
    const whereIn = await conditionsOf(query)
    const selected = columns.map((column, at) => sql`${columnRef(column)} as ${sql.ref(`v${at}`)}`)
    const counts = new Map<string, { values: Scalar[]; count: number }>()
    for await (const { slice, range } of slices()) {
      const { rows } = await sql<Record<string, Scalar> & { n: number }>`
        select ${sql.join(selected)}, count(*) as n ${fromOf(query, fields)}
        where ${slice} and ${scanned(database, query.site)} and ${whereIn(range)}
        group by ${sql.join(columns.map(columnRef))}`.execute(database)
      for (const row of rows) {
        const values = columns.map((column, at) => shown(column, row[`v${at}`] ?? null))
        const key = JSON.stringify(values)
        counts.set(key, { values, count: (counts.get(key)?.count ?? 0) + row.n })
      }
    }
    return [...counts.values()].toSorted((a, b) => b.count - a.count)
  }

  return {
    count,
    countEach,
    combinations,

    /** Aggregates over the devices of a query. */
    async grouped<T>(query: FleetQuery, selected: RawBuilder<unknown>, by: RawBuilder<unknown>): Promise<T[]> {
      const whereIn = await conditionsOf(query)
      const found: T[] = []
      for await (const { slice, range } of slices()) {
        const { rows } = await sql<T>`select ${selected} ${fromOf(query)}
          where ${slice} and ${scanned(database, query.site)} and ${whereIn(range)} group by ${by}`.execute(database)
        found.push(...rows)
      }
      return found
    },

    /** A page of devices with the total. */
    async page(query: FleetQuery, { sort = nameField, columns, offset, limit }: Page) {
      const columnsOfSite = columnsOf(query.catalog)
      const known = await knownOf(query)
      const search = {
        db: database,
        layout,
        columns: columnsOfSite,
        site: query.site,
        whereIn: (range?: Range) => conditionsIn(query, { ...known, range }),
        only: onlyOf(query, known),
        // Texts that are looked up in advance need no pass over their table.
        first: query.also || known.keysByText.size > 0 ? undefined : firstTable(query.conditions, columnsOfSite),
        fields: fieldsOf(query),
      }
      const sorted = columnNamed(columnsOfSite, sort.replace(/^-/, ''))
      const { keys, total } = await sortedPage(search, {
        by: sorted,
        isDescending: sort.startsWith('-'),
        offset,
        limit,
      })
      return { rows: await rowsOf(database, { layout, columnsOfSite }, keys, columns), total }
    },

    /** Up to `limit` devices after a key, in the order of the keys: all parts together read the tables once. */
    async part(
      query: FleetQuery,
      { columns, after, limit }: { columns: readonly string[]; after: number; limit: number },
    ) {
      const whereIn = await conditionsOf(query)
      const keys: number[] = []
      for await (const { slice, range } of rangesOf(database, { table: layout.table('fleet_device'), after })) {
        const { rows } = await sql<{ id: number }>`select fleet_device.id ${fromOf(query)}
          where ${slice} and ${scanned(database, query.site)} and ${whereIn(range)}
          order by fleet_device.id limit ${limit - keys.length}`.execute(database)
        keys.push(...rows.map(({ id }) => id))
        if (keys.length === limit) break
      }
      const rows = await rowsOf(database, { layout, columnsOfSite: columnsOf(query.catalog) }, keys, columns)
      return { rows, next: keys.length === limit ? keys.at(-1) : undefined }
    },

    /** Values of records by their ids; unknown ids are left out. */
    async things(
      { site, catalog }: Pick<FleetQuery, 'site' | 'catalog'>,
      ids: readonly string[],
      fields: readonly string[],
    ) {
      if (ids.length === 0) return []
      const { rows: known } = await sql<{ id: number; device_id: string; read_at: number }>`
        select fleet_device.id, device_id, read_at
        from ${sql.table(layout.table('fleet_device'))} as fleet_device
        where fleet_device.site = ${site} and fleet_device.gone_at = 0 and device_id in (${sql.join(ids)})`.execute(
        database,
      )
      const read = new Set(known.flatMap(({ device_id, read_at }) => (read_at > 0 ? device_id : [])))
      const keys = known.map(({ id }) => id)
      const rows = await rowsOf(database, { layout, columnsOfSite: columnsOf(catalog) }, keys, fields)
      return rows.map(({ device_id: id, values }) => ({ id, isRead: read.has(id), values }))
    },

    /** Includes the number of devices that do not report the field. */
    async values(asked: FleetQuery, wanted: { field: string; search: string; limit: number }) {
      const { field } = wanted
      const query = { ...asked, counted: field }
      const values = await frequent(asked, wanted)
      const missing = await count({
        ...query,
        conditions: [...query.conditions, { field, comparison: 'missing' }],
      })
      return { values, missing, total: await count(query) }
    },
  }
}
export type FleetQueries = ReturnType<typeof fleetQueries>

/** A missing value counts as not removed. */
const notRemoved = sql<SqlBool>`(fleet_device.is_removed is null or fleet_device.is_removed = 0)`

/** Tags of a device that contain a text. */
const tagsLike = (tags: Scalar, search: string) =>
  tagsOf(String(tags)).filter((tag) => fold(tag).includes(fold(search)))

const isUndefined = ({ field: { name, kind } }: FleetColumn, value: string) =>
  emptyValues.includes(value) || (kind === 'code' && statedMeaning({ field: name, value }) === undefined)

type Counted = {
  where: Where
  field: string
  search: string
  from: RawBuilder<unknown>
  most: RawBuilder<unknown>
}
type Counts = RawBuilder<{ value: Scalar; n: number }>

function valueCounts(
  db: Kysely<ConsoleTables>,
  column: FleetColumn,
  { where, search, from: tables, most }: Counted,
): Counts {
  const ref = columnRef(column)
  const searched =
    search === '' || column.type !== 'text'
      ? sql``
      : column.table === 'kept'
        ? sql`and ${contains(db, annotationText(column.field), fold(search))}`
        : sql`and ${contains(db, sql<string>`lower(${ref})`, search.toLowerCase())}`
  const isFolded = isOneSlice(db) && hasSpellings(column)
  const counted = sql`select ${ref} as value, ${isFolded ? sql`lower(${ref}) as folded,` : sql``} count(*) as n ${tables}
    where ${where} and ${ref} is not null ${searched} group by ${ref}`
  return isFolded ? countedOnce(counted, most) : sql`${counted} ${most}`
}

/** A query compares texts without case. */
const hasSpellings = ({ field: { kind } }: FleetColumn) => kind === 'text' || kind === 'code'

const entryCounts = (
  db: Kysely<ConsoleTables>,
  { where, field, search, site, layout, from: tables, most }: Counted & { site: string; layout: Layout },
  // Materialized, since the planner may otherwise look up each device individually.
): Counts => sql`with found as materialized (select fleet_device.id ${tables} where ${where})
    select max(fleet_entry.name) as value, count(distinct found.id) as n from found
    join ${sql.table(layout.table('fleet_device_entry'))} as of_device on of_device.device = found.id
    join ${sql.table(layout.table('fleet_entry'))} as fleet_entry on fleet_entry.id = of_device.entry
    where fleet_entry.site = ${site} and list = ${field}
      and ${contains(db, sql.ref<string>('fleet_entry.searched'), foldedText(search))}
    group by lower(fleet_entry.name) ${most}`
