import type { Kysely } from 'kysely'
import type { InventoryTables } from './tables.ts'

/** Offices, domains and catalogs belong to the demo computers: without those there are none to filter by. */
export const hasComputers = async (db: Kysely<InventoryTables>): Promise<boolean> =>
  (await db.selectFrom('desktop').select('pk').limit(1).executeTakeFirst()) !== undefined
