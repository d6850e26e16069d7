import type { Kysely } from 'kysely'
import { parseJson, stringifyJson } from '#contract/json.ts'
import type { Device, DeviceCommand } from '#contract/mdm/devices.ts'
import { insertAll } from '#platform/database/differences.ts'
import { livingRecord } from './commands/device-life.ts'
import { deviceRows } from './device-row.ts'
import { associate } from './resources/associate.ts'
import { noteCounted } from './resources/change-numbers.ts'
import { markDevices } from './resources/change.ts'
import type { DeviceTables } from './tables.ts'

export type NewDevice = { pk: number; record: Device; commands: readonly DeviceCommand[] }

/** Adds devices as one change. */
export async function addDevices(db: Kysely<DeviceTables>, devices: readonly NewDevice[], changed: number) {
  const rows = devices.map(({ pk, record }) => deviceRows(pk, record))
  const commands = devices.flatMap((device) =>
    // Oldest first, so that newer commands have higher keys.
    device.commands.toReversed().map((command) => ({ device_pk: device.pk, command: stringifyJson(command) })),
  )
  await db
    .insertInto('device')
    .values(rows.map((row) => row.device))
    .execute()
  await db
    .insertInto('device_search')
    .values(rows.map((row) => row.device_search))
    .execute()
  await db
    .insertInto('device_record')
    .values(rows.map((row) => row.device_record))
    .execute()
  await insertAll(
    db,
    'device_change',
    devices.map(({ pk }) => ({ pk, changed })),
  )
  if (commands.length > 0) await db.insertInto('device_command').values(commands).execute()
  await noteCounted(db, changed)
  await associate(db, devices, changed)
}

/**
 * Stores an administrator's changes in the record, list row, search text and sort keys. `record` is the current record;
 * changes by commands are stored elsewhere.
 */
export async function saveDevice(
  db: Kysely<DeviceTables>,
  pk: number,
  { record, edited }: { record: Device; edited: Device },
  changed: number,
) {
  const { device, device_search } = deviceRows(pk, { ...record, ...edited })
  await db.updateTable('device').set(device).where('pk', '=', pk).execute()
  await db.updateTable('device_search').set(device_search).where('pk', '=', pk).execute()
  const stored = await db.selectFrom('device_record').select('record').where('pk', '=', pk).executeTakeFirstOrThrow()
  const made = { ...(parseJson(stored.record) as Device), ...edited }
  await db
    .updateTable('device_record')
    .set({ record: stringifyJson(made) })
    .where('pk', '=', pk)
    .execute()
  await noteCounted(db, changed)
  await markDevices(db, [pk], changed)
}

export async function findDevice(
  db: Kysely<DeviceTables>,
  deviceId: string,
): Promise<{ pk: number; record: Device } | undefined> {
  const row = await db
    .selectFrom('device')
    .innerJoin('device_record', 'device_record.pk', 'device.pk')
    .select(['device.pk', 'device_record.record'])
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return row && { pk: row.pk, record: await livingRecord(db, row.pk, parseJson(row.record) as Device) }
}

export const findDeviceKey = async (db: Kysely<DeviceTables>, deviceId: string): Promise<number | undefined> =>
  (await db.selectFrom('device').select('pk').where('device_id', '=', deviceId).executeTakeFirst())?.pk

/** Commands of a device, newest first, with the key for the next page. */
export async function commandsOf(
  db: Kysely<DeviceTables>,
  devicePk: number,
  { limit, offset, below }: { limit: number; offset: number; below?: number },
) {
  const rows = await db
    .selectFrom('device_command')
    .select(['pk', 'command'])
    .where('device_pk', '=', devicePk)
    .$if(below !== undefined, (query) => query.where('pk', '<', below ?? 0))
    .orderBy('pk', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ pk, command }) => ({ pk, command: parseJson(command) as DeviceCommand }))
}
