import { setImmediate as otherWork } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { parseJson } from '#contract/json.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { deviceRows } from '#services/mdm/device-row.ts'
import { associate } from '#services/mdm/resources/associate.ts'
import { addCatalog } from '#services/mdm/resources/catalog.ts'
import { markDevices } from '#services/mdm/resources/change.ts'
import { nextChange, noteCounted } from '#services/mdm/resources/change-numbers.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'

/** Set by a migration: key of the last completed device. */
const setting = 'unfinished-fleet'
const batchSize = 200

/**
 * Adds groups, profiles, apps and users to devices of an earlier version, from their records. Resumes after an
 * interruption.
 */
export async function completeFleet(db: Kysely<DeviceTables>, now: number): Promise<void> {
  while (await db.transaction().execute((transaction) => completeBatch(transaction, now))) await otherWork()
}

async function completeBatch(db: Transaction<DeviceTables>, now: number): Promise<boolean> {
  // An update, to serialize concurrent processes.
  const unfinished = await db
    .updateTable('setting')
    .set((eb) => ({ value: eb.ref('value') }))
    .where('name', '=', setting)
    .returning('value')
    .executeTakeFirst()
  if (!unfinished) return false
  const changed = await nextChange(db)
  const last = Number(unfinished.value)
  if (last === 0) await addCatalog(db, now, changed)
  const devices = await devicesAfter(db, last)
  await associate(db, devices, changed)
  for (const { pk, record } of devices) await rewrite(db, deviceRows(pk, record))
  await noteCounted(db, changed)
  await markDevices(
    db,
    devices.map(({ pk }) => pk),
    changed,
  )
  const next = devices.at(-1)?.pk
  await (next === undefined
    ? db.deleteFrom('setting').where('name', '=', setting).execute()
    : db
        .updateTable('setting')
        .set({ value: String(next) })
        .where('name', '=', setting)
        .execute())
  return next !== undefined
}

async function devicesAfter(db: Transaction<DeviceTables>, last: number) {
  const rows = await db
    .selectFrom('device_record')
    .select(['pk', 'record'])
    .where('pk', '>', last)
    .orderBy('pk')
    .limit(batchSize)
    .execute()
  return rows.map(({ pk, record }) => ({ pk, record: parseJson(record) as Device }))
}

async function rewrite(db: Transaction<DeviceTables>, rows: ReturnType<typeof deviceRows>) {
  const { pk } = rows.device
  await db.updateTable('device').set(rows.device).where('pk', '=', pk).execute()
  await db.updateTable('device_search').set(rows.device_search).where('pk', '=', pk).execute()
  await db.updateTable('device_record').set(rows.device_record).where('pk', '=', pk).execute()
}
