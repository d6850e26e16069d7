import { type Kysely, sql } from 'kysely'
import { onDatabase } from '#platform/database/differences.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

const many = 5000

/** Updates PostgreSQL's statistics: without them, it would sort all items of a new job for each page. */
export const countItems = (database: Kysely<ConsoleTables>) => async (items: number) => {
  if (items < many) return
  await onDatabase(database, {
    sqlite: () => Promise.resolve(),
    postgres: async () => void (await sql`analyze console_job_item`.execute(database)),
  })
}
