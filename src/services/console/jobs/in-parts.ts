import { setImmediate as otherWork } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { onDatabase } from '#platform/database/differences.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

/** Larger for PostgreSQL, where each statement is a network round trip. */
export const insertedAtOnce = (database: Kysely<ConsoleTables>) =>
  onDatabase(database, { sqlite: () => 500, postgres: () => changedAtOnce })
export const changedAtOnce = 2000

/** Batches, since SQLite runs in this process and would block it. */
export async function inParts(
  last: number,
  batchSize: number,
  work: (after: number, upTo: number) => Promise<unknown>,
) {
  for (let after = 0; after < last; after += batchSize) {
    if (after > 0) await otherWork()
    await work(after, after + batchSize)
  }
}
