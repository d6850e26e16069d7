import { type Kysely, sql } from 'kysely'
import { onDatabase } from '#platform/database/differences.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

const many = 5000

/** PostgreSQL knows little of rows that have just come, and would sort all items of a job for each page of them. */
export const countItems = (database: Kysely<ConsoleTables>) => async (items: number) => {
  if (items < many) return
  await onDatabase(database, {
    sqlite: () => Promise.resolve(),
    postgres: async () => void (await sql`analyze console_job_item`.execute(database)),
  })
}
