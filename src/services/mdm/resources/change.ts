import { type Kysely, sql, type Transaction } from 'kysely'
import { isOneOf, lockRows } from '#platform/database/differences.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { nextChange } from './change-numbers.ts'

/**
 * Runs writes as one numbered change. Changes only wait for others that affect the same rows. To avoid deadlocks, lock
 * users, then devices, groups and items, each ordered by key, and mark devices last.
 */
export const asChange = <T>(
  db: Kysely<DeviceTables>,
  work: (transaction: Transaction<DeviceTables>, changed: number) => Promise<T>,
): Promise<T> => db.transaction().execute(async (transaction) => work(transaction, await nextChange(transaction)))

/** Locks devices until the end of the change. */
export const lockDevices = (transaction: Kysely<DeviceTables>, keys: readonly number[]) =>
  lockRows(transaction, 'device', keys)

/** Locks groups before items, the common order. */
export const lockResources = (transaction: Kysely<DeviceTables>, keys: readonly number[]) =>
  lockRows(transaction, 'resource', keys, sql`case kind when 'user' then 0 when 'group' then 1 else 2 end, pk`)

/** Includes these devices in delta lists, after changes of them or of their groups, apps or profiles. */
export const markDevices = (db: Kysely<DeviceTables>, keys: readonly number[], changed: number) =>
  sql`insert into device_change (pk, changed) select pk, ${sql.lit(changed)} from device
    where ${isOneOf(db, sql.ref<number>('pk'), keys)} order by pk
    on conflict (pk) do update set changed = excluded.changed`.execute(db)

/** Marks changed counts of these groups, profiles or apps. */
export async function markResources(db: Kysely<DeviceTables>, keys: readonly number[], changed: number) {
  await lockResources(db, keys)
  await db
    .updateTable('resource')
    .set({ changed })
    .where((eb) => isOneOf(db, eb.ref('pk'), keys))
    .execute()
}
