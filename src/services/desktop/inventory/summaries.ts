import type { Kysely } from 'kysely'
import type { RememberUntilChange } from './changes.ts'
import type { InventoryTables } from './tables.ts'

type Counted = 'installation_status' | 'live_status' | 'scan_status' | 'os_platform' | 'office' | 'model'

/** Number of computers by value, optionally with one live status. */
export type CountedBy = (column: Counted, live?: 1) => Promise<ReadonlyMap<number, number>>

export const byStatus =
  (db: Kysely<InventoryTables>, untilChange: RememberUntilChange): CountedBy =>
  async (column, live) => {
    const remember = await untilChange()
    return remember(`by ${column} ${live}`, async () => {
      const rows = await db
        .selectFrom('desktop')
        .select([`${column} as value`, ({ fn }) => fn.countAll<number>().as('count')])
        .$if(live !== undefined, (query) => query.where('live_status', '=', live ?? 1))
        .groupBy(column)
        .execute()
      return new Map(rows.map(({ value, count }) => [value, count]))
    })
  }

/** Number of scanned computers by model. */
export async function scannedByModel(db: Kysely<InventoryTables>): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('desktop')
    .select(['model', ({ fn }) => fn.countAll<number>().as('count')])
    .where('scanned_at', '>', -1)
    .groupBy('model')
    .execute()
  return new Map(rows.map(({ model, count }) => [model, count]))
}
