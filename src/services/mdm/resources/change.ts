import type { Kysely, Transaction } from 'kysely'
import { isOneOf } from '#platform/database/differences.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'

/** Do several things as one change, with its number. Changes wait for each other, so their numbers come in order. */
export const asChange = <T>(
  db: Kysely<DeviceTables>,
  work: (transaction: Transaction<DeviceTables>, changed: number) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (transaction) => {
    const { changed } = await transaction
      .updateTable('fleet')
      .set(({ eb }) => ({ changed: eb('changed', '+', 1) }))
      .returning('changed')
      .executeTakeFirstOrThrow()
    return work(transaction, changed)
  })

/** These devices have other groups, apps or profiles now: delta lists name them. */
export async function markDevices(db: Kysely<DeviceTables>, keys: readonly number[], changed: number) {
  for (const table of ['device', 'device_search'] as const) {
    await db
      .updateTable(table)
      .set({ changed })
      .where((eb) => isOneOf(db, eb.ref('pk'), keys))
      .execute()
  }
}

/** The counts of these groups, profiles or apps are others now. */
export const markResources = (db: Kysely<DeviceTables>, keys: readonly number[], changed: number) =>
  db
    .updateTable('resource')
    .set({ changed })
    .where((eb) => isOneOf(db, eb.ref('pk'), keys))
    .execute()
