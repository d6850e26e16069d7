import type { Kysely } from 'kysely'
import type { InventoryTables } from './tables.ts'

/** Filter values belong to the demo computers; without any, there are none. */
export const hasComputers = async (db: Kysely<InventoryTables>): Promise<boolean> =>
  (await db.selectFrom('desktop').select('pk').limit(1).executeTakeFirst()) !== undefined
