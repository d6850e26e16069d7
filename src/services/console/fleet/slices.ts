import { setImmediate as otherWork } from 'node:timers/promises'
import { type Kysely, sql, type SqlBool } from 'kysely'
import { onDatabase, unindexed } from '#platform/database/differences.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { Where } from './comparisons.ts'

/** PostgreSQL has threads of its own. */
const sliceOf = (db: Kysely<ConsoleTables>) =>
  onDatabase(db, { sqlite: () => 10_000, postgres: () => Number.MAX_SAFE_INTEGER })

/** Of lists: a thing has dozens of apps. */
export const withEntries = (db: Kysely<ConsoleTables>) =>
  onDatabase(db, { sqlite: () => 2000, postgres: () => Number.MAX_SAFE_INTEGER })

/** Whether one answer of the database is the whole one, so that it may sort and limit it. */
export const isOneSlice = (db: Kysely<ConsoleTables>) => onDatabase(db, { sqlite: () => false, postgres: () => true })

/** What is written takes several times as long. */
export const written = (db: Kysely<ConsoleTables>) =>
  onDatabase(db, { sqlite: () => 1000, postgres: () => Number.MAX_SAFE_INTEGER })

/** Devices, or what else has such keys, by the slice, so that others get their turn in between: SQLite answers on this thread. */
export async function* slicesOf(
  database: Kysely<ConsoleTables>,
  {
    perSlice = sliceOf(database),
    table = 'fleet_device',
    as = 'fleet_device',
  }: { perSlice?: number | undefined; table?: string | undefined; as?: string | undefined } = {},
): AsyncGenerator<Where> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(database)
  const last = rows[0]?.id ?? 0
  for (let from = 0; from < last; from += perSlice) {
    if (from > 0) await otherWork()
    const id = sql.ref(`${as}.id`)
    yield sql<SqlBool>`${id} > ${from} and ${id} <= ${from + perSlice}`
  }
}

/** The devices of a site, for who reads all of them: without an index, which would be read once for each slice. */
export const scanned = (db: Kysely<ConsoleTables>, site: string): Where =>
  sql<SqlBool>`${unindexed(db, sql.ref<string>('fleet_device.site'))} = ${site}
    and ${unindexed(db, sql.ref<number>('fleet_device.gone_at'))} = 0`
