import { setImmediate as otherWork } from 'node:timers/promises'
import { type Expression, type Kysely, sql, type SqlBool } from 'kysely'
import { onDatabase, unindexed } from '#platform/database/differences.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { Where } from './comparisons.ts'

/** PostgreSQL needs no slices, since it runs in separate processes. */
const sliceOf = (db: Kysely<ConsoleTables>) =>
  onDatabase(db, { sqlite: () => 10_000, postgres: () => Number.MAX_SAFE_INTEGER })

/** Slice size for lists, with dozens of entries per device. */
export const withEntries = (db: Kysely<ConsoleTables>) =>
  onDatabase(db, { sqlite: () => 2000, postgres: () => Number.MAX_SAFE_INTEGER })

/** Whether queries are not sliced, so that the database can sort and limit. */
export const isOneSlice = (db: Kysely<ConsoleTables>) => onDatabase(db, { sqlite: () => false, postgres: () => true })

/** Slice size for updates, which take several times as long. */
export const written = (db: Kysely<ConsoleTables>) =>
  onDatabase(db, { sqlite: () => 1000, postgres: () => Number.MAX_SAFE_INTEGER })

/** Keys of a slice; undefined if it is the whole table. Excludes `from`. */
export type Range = { from: number; to: number } | undefined

/** Condition on a column with the keys of the sliced table. */
const inRange = (key: Expression<number>, { from, to }: NonNullable<Range>) =>
  sql<SqlBool>`${key} > ${from} and ${key} <= ${to}`

export const andInRange = (key: Expression<number>, range: Range) =>
  range ? sql<SqlBool>`and ${inRange(key, range)}` : sql<SqlBool>``

/** Ranges of the keys of a table, yielding in between, since SQLite runs on this thread. */
export async function* slicesOf(database: Kysely<ConsoleTables>, sliced?: Sliced): AsyncGenerator<Where> {
  for await (const { slice } of rangesOf(database, sliced)) yield slice
}

/** `after`: keys up to this one are left out. */
type Sliced = { perSlice?: number | undefined; table?: string; as?: string; key?: string; after?: number }
/** The same with the ranges, for conditions on other tables with these keys. */
export async function* rangesOf(
  database: Kysely<ConsoleTables>,
  { perSlice = sliceOf(database), table = 'fleet_device', as = 'fleet_device', key = 'id', after = 0 }: Sliced = {},
): AsyncGenerator<{ slice: Where; range: Range }> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(database)
  const last = rows[0]?.id ?? 0
  for (let from = after; from < last; from += perSlice) {
    if (from > after) await otherWork()
    const range = { from, to: from + perSlice }
    yield { slice: inRange(sql.ref<number>(`${as}.${key}`), range), range: last > perSlice ? range : undefined }
  }
}

/** The devices of a site, for complete scans: bypasses the index, which would be read once per slice. */
export const scanned = (db: Kysely<ConsoleTables>, site: string): Where =>
  sql<SqlBool>`${unindexed(db, sql.ref<string>('fleet_device.site'))} = ${site}
    and ${unindexed(db, sql.ref<number>('fleet_device.gone_at'))} = 0`
