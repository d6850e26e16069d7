import { type Kysely, sql, type Transaction } from 'kysely'
import { isOneOf, lockRows } from '#platform/database/differences.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { nextChange } from './change-numbers.ts'

/**
 * Do several things as one change, with its number. Changes wait for each other only where they touch the same. So that
 * no two wait for one another, each locks users, then devices, then groups and then what is distributed, each kind in the
 * order of its keys, and marks devices last.
 */
export const asChange = <T>(
  db: Kysely<DeviceTables>,
  work: (transaction: Transaction<DeviceTables>, changed: number) => Promise<T>,
): Promise<T> => db.transaction().execute(async (transaction) => work(transaction, await nextChange(transaction)))

/** What is read of these devices after it holds until the change has ended. */
export const lockDevices = (transaction: Kysely<DeviceTables>, keys: readonly number[]) =>
  lockRows(transaction, 'device', keys)

/** Groups before what they were sent, as all who change both come to them. */
export const lockResources = (transaction: Kysely<DeviceTables>, keys: readonly number[]) =>
  lockRows(transaction, 'resource', keys, sql`case kind when 'user' then 0 when 'group' then 1 else 2 end, pk`)

/** Delta lists name these devices: they, or their groups, apps or profiles, are others now. */
export const markDevices = (db: Kysely<DeviceTables>, keys: readonly number[], changed: number) =>
  sql`insert into device_change (pk, changed) select pk, ${sql.lit(changed)} from device
    where ${isOneOf(db, sql.ref<number>('pk'), keys)} order by pk
    on conflict (pk) do update set changed = excluded.changed`.execute(db)

/** The counts of these groups, profiles or apps are others now. */
export async function markResources(db: Kysely<DeviceTables>, keys: readonly number[], changed: number) {
  await lockResources(db, keys)
  await db
    .updateTable('resource')
    .set({ changed })
    .where((eb) => isOneOf(db, eb.ref('pk'), keys))
    .execute()
}
