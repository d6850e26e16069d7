import { type Kysely, sql } from 'kysely'
import type { Machine } from '#services/demo/computers/machine.ts'
import { day, type Moment } from '#services/demo/time.ts'
import { purchaseOf } from './computer-row.ts'
import type { InventoryTables } from './tables.ts'

/** Number of computers by warranty expiry, so that the summary need not read computers. */
export const createWarrantyCounts = (db: Kysely<unknown>) =>
  db.schema
    .createTable('desktop_warranty')
    .addColumn('ends_at', 'bigint', (column) => column.primaryKey())
    .addColumn('computers', 'integer', (column) => column.notNull())
    .execute()

/** Adds new computers; warranties do not change later. */
export async function countWarrantiesOf(
  db: Kysely<InventoryTables>,
  machines: readonly Machine[],
  seededAt: Moment,
): Promise<void> {
  const found = new Map<Moment, number>()
  for (const machine of machines) {
    const { warranty_expiry_date: ends } = purchaseOf(machine, seededAt)
    found.set(ends, (found.get(ends) ?? 0) + 1)
  }
  if (found.size === 0) return
  await db
    .insertInto('desktop_warranty')
    .values([...found].map(([ends_at, computers]) => ({ ends_at, computers })))
    .onConflict((conflict) =>
      conflict.column('ends_at').doUpdateSet((eb) => ({
        computers: eb('desktop_warranty.computers', '+', eb.ref('excluded.computers')),
      })),
    )
    .execute()
}

/** Number of counted computers, without those of an earlier version at first. */
export async function countedWarranties(db: Kysely<InventoryTables>): Promise<number> {
  const { computers } = await db
    .selectFrom('desktop_warranty')
    .select(totalWhere(sql`1 = 1`).as('computers'))
    .executeTakeFirstOrThrow()
  return computers
}

const soonMs = 60 * day
/** For virtual machines. */
const none = -1

export type WarrantySummary = Awaited<ReturnType<typeof warrantySummary>>

export const warrantySummary = (db: Kysely<InventoryTables>, now: Moment = Date.now()) =>
  db
    .selectFrom('desktop_warranty')
    .select([
      totalWhere(sql`ends_at > ${now + soonMs}`).as('in_warranty'),
      totalWhere(sql`ends_at > ${now} and ends_at <= ${now + soonMs}`).as('soon_to_expire'),
      totalWhere(sql`ends_at <> ${none} and ends_at <= ${now}`).as('expired'),
      totalWhere(sql`ends_at = ${none}`).as('unidentified'),
    ])
    .executeTakeFirstOrThrow()

const totalWhere = (condition: ReturnType<typeof sql>) =>
  sql<number>`coalesce(sum(case when ${condition} then computers else 0 end), 0)`
