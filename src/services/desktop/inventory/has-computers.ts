import type { Kysely } from 'kysely'
import type { EstateTables } from './tables.ts'

/** Offices, domains and catalogs belong to the demo computers: without those there are none to filter by. */
export const hasComputers = async (db: Kysely<EstateTables>): Promise<boolean> =>
  (await db.selectFrom('desktop').select('pk').limit(1).executeTakeFirst()) !== undefined
