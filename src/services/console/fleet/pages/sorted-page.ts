import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { isOneOf, onDatabase } from '#platform/database/differences.ts'
import type { Where } from '#services/console/fleet/comparisons.ts'
import { columnRef, tablesFrom } from '#services/console/fleet/fleet-conditions.ts'
import { annotationOrder } from '#services/console/fleet/annotation-values.ts'
import { absentRows, type FleetColumn, type FleetTable, type Layout } from '#services/console/fleet/layout.ts'
import { type Range, rangesOf, scanned } from '#services/console/fleet/slices.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

/** `whereIn` does not restrict the site, but may be limited to a slice; `fields` are those that it compares. */
type Search = {
  db: Kysely<ConsoleTables>
  layout: Layout
  columns: ReadonlyMap<string, FleetColumn>
  site: string
  whereIn: (range?: Range) => Where
  fields: readonly (string | undefined)[]
  /** The only table that the conditions compare, if it is not the main table and removed devices are left out. */
  only?: { table: FleetTable; where: Where } | undefined
  /** The further table that has all compared fields, and a row of each device that can meet the conditions. */
  first?: FleetTable | undefined
}
type Page = { by: FleetColumn; isDescending: boolean; offset: number; limit: number }

/** The keys of up to this many results are collected while counting, so that tables are read only once. */
const fewResults = (db: Search['db']) => onDatabase(db, { sqlite: () => 5000, postgres: () => 20_000 })
/** Rows visited in the order of an index: the expected number is tripled, and limited to a fraction of a scan. */
const visitedPerRow = 3
const maxVisited = 10_000
/** More candidates are searched again instead of being passed by key. */
const maxCandidates = 20_000

/** Keys of a page in its order, with the total. */
export async function sortedPage(search: Search, page: Page): Promise<{ keys: number[]; total: number }> {
  const { found, total } = await counted(search)
  const keys = found
    ? await sorted(search, page, isKey(search, found))
    : ((await byIndex(search, page, total)) ?? (await bySlices(search, page)))
  return { keys, total }
}

type Counted = { found: number[] | undefined; total: number }
const counted = (search: Search): Promise<Counted> =>
  onDatabase(search.db, {
    sqlite: () => countedBySlices(search),
    postgres: async () => (await countedInOneTable(search)) ?? countedAtOnce(search),
  })

/**
 * Reads a further table without the main table, except for the few devices that are not listed any more; undefined if
 * there are other sites, whose rows only the main table tells apart.
 */
async function countedInOneTable({ db, layout, site, only }: Search): Promise<Counted | undefined> {
  if (!only) return undefined
  const { table, where } = only
  const things = sql.table(layout.table('fleet_device'))
  const key = sql.ref(`${table}.device`)
  const { rows } = await sql<{ n: number; keys: string[] | null; others: boolean }>`with other_site as materialized (
      select exists (select 1 from ${things} where site < ${site}) or exists (select 1 from ${things} where site > ${site})
        as others)
    select count(*) as n, case when count(*) <= ${fewResults(db)} then array_agg(${key}) end as keys,
      (select others from other_site) as others
    from ${sql.table(layout.table(table))} as ${sql.ref(table)}
    where not (select others from other_site) and ${where} and not exists (
      select 1 from ${things} as absent where absent.id = ${key} and ${sql.raw(absentRows(layout, 'absent.'))})`.execute(
    db,
  )
  const { n: total = 0, keys = null, others = true } = rows[0] ?? {}
  return others ? undefined : { total, found: total === 0 ? [] : keys?.map(Number) }
}

/** Reads the tables only once, however many results there are. */
async function countedAtOnce({ db, layout, columns, site, whereIn, fields }: Search): Promise<Counted> {
  const { rows } = await sql<{ n: number; keys: string[] | null }>`select count(*) as n,
    case when count(*) <= ${fewResults(db)} then array_agg(fleet_device.id) end as keys
    ${tablesFrom(layout, columns, fields)} where ${scanned(db, site)} and ${whereIn()}`.execute(db)
  const { n: total = 0, keys = null } = rows[0] ?? {}
  return { total, found: total === 0 ? [] : keys?.map(Number) }
}

async function countedBySlices(search: Search): Promise<Counted> {
  const { db, site, whereIn } = search
  const { from, sliced } = readBySlices(search)
  const few = fewResults(db)
  const found: number[] = []
  let total = 0
  for await (const { slice, range } of rangesOf(db, sliced)) {
    const holds = sql`${slice} and ${scanned(db, site)} and ${whereIn(range)}`
    if (total <= few) {
      const { rows } = await sql<{ id: number }>`select fleet_device.id ${from}
        where ${holds} limit ${few + 1}`.execute(db)
      if (rows.length <= few) {
        found.push(...rows.map(({ id }) => id))
        total += rows.length
        continue
      }
    }
    const { rows } = await sql<{ n: number }>`select count(*) as n ${from} where ${holds}`.execute(db)
    total += rows[0]?.n ?? 0
  }
  return { found: total <= few ? found : undefined, total }
}

/** The main table is read last if only devices that meet the conditions need it: SQLite keeps the order of a cross join. */
function readBySlices({ layout, columns, fields, first }: Search) {
  const things = sql.table(layout.table('fleet_device'))
  if (first === undefined)
    return { from: tablesFrom(layout, columns, fields), sliced: { table: layout.table('fleet_device') } }
  const from = sql`from ${sql.table(layout.table(first))} as ${sql.ref(first)}
    cross join ${things} as fleet_device on fleet_device.id = ${sql.ref(`${first}.device`)}`
  return { from, sliced: { table: layout.table('fleet_device'), as: first, key: 'device' } }
}

/**
 * Results of a sort by name that are frequent enough to fill the page with few rows of the index of names; undefined
 * if they are not.
 */
async function byIndex(search: Search, page: Page, total: number): Promise<number[] | undefined> {
  const { db, layout, site } = search
  const { by, isDescending, offset, limit } = page
  if (by.field.name !== layout.nameField || offset + limit > total) return undefined
  const things = sql.table(layout.table('fleet_device'))
  const { rows } = await sql<{ n: number | null }>`select max(id) as n from ${things}`.execute(db)
  const visited = Math.ceil(((offset + limit) * visitedPerRow * (rows[0]?.n ?? 0)) / total)
  if (visited > maxVisited) return undefined
  const name = sql.ref(layout.nameField)
  // Separate statements, since PostgreSQL may otherwise plan to scan the tables.
  const { rows: first } = await sql<{ id: number }>`select id from ${things}
    where site = ${site} and ${name} is not null
    order by ${name} ${isDescending ? sql`desc` : sql`asc`} limit ${visited}`.execute(db)
  const isFirst = isKey(
    search,
    first.map(({ id }) => id),
  )
  const keys = await sorted(
    search,
    page,
    sql<SqlBool>`${isFirst} and ${ofSite(site)} and ${search.whereIn()}`,
    search.fields,
  )
  return keys.length === limit ? keys : undefined
}

/** Sorts of each slice only the rows that can be on the page. */
async function bySlices(search: Search, page: Page): Promise<number[]> {
  const { db, layout, site, whereIn, fields } = search
  const most = { ...page, offset: 0, limit: page.offset + page.limit }
  const candidates: number[] = []
  for await (const { slice, range } of rangesOf(db, { table: layout.table('fleet_device') })) {
    const holds = sql<SqlBool>`${slice} and ${scanned(db, site)} and ${whereIn(range)}`
    candidates.push(...(await sorted(search, most, holds, fields)))
    if (candidates.length > maxCandidates)
      return sorted(search, page, sql<SqlBool>`${ofSite(site)} and ${whereIn()}`, fields)
  }
  return sorted(search, page, isKey(search, candidates))
}

async function sorted(
  { db, layout, columns }: Search,
  { by, isDescending, offset, limit }: Page,
  holds: Where,
  fields: Search['fields'] = [],
): Promise<number[]> {
  const value = orderOf(db, by)
  const { rows } = await sql<{ id: number }>`select fleet_device.id
    ${tablesFrom(layout, columns, [...fields, by.field.name])} where ${holds}
    order by (${value} is null), ${value} ${isDescending ? sql`desc` : sql`asc`}, fleet_device.id
    limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

const isKey = ({ db }: Search, keys: readonly number[]) => isOneOf(db, sql.ref<number>('fleet_device.id'), keys)

function orderOf(db: Kysely<ConsoleTables>, column: FleetColumn): RawBuilder<unknown> {
  if (column.table === 'kept') return annotationOrder(db, column.field)
  return column.order === undefined ? columnRef(column) : sql.ref(`${column.table}.${column.order}`)
}

const ofSite = (site: string): Where => sql<SqlBool>`fleet_device.site = ${site} and fleet_device.gone_at = 0`
