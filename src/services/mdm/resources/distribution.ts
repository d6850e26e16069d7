import type { Kysely } from 'kysely'
import type { ManagedStatus } from '#contract/mdm/status.ts'
import { Problem } from '#contract/problem.ts'
import { lockedRows } from '#platform/database/differences.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import type { Found } from './resource-store.ts'
import type { ItemKind } from './tables.ts'

type Item = Pick<Found<unknown>, 'pk' | 'id' | 'platform'>
export type Target = {
  pk: number
  device_id: string
  user_id: string | null
  platform: string
  managed_status: number | null
}

const enrolled = 2 satisfies ManagedStatus

/** The device's properties that determine what can be distributed to it; locked within a change. */
export async function requireTarget(db: Kysely<DeviceTables>, deviceId: string): Promise<Target> {
  const row = await db
    .selectFrom('device')
    .select(['pk', 'device_id', 'user_id', 'platform', 'managed_status'])
    .where('device_id', '=', deviceId)
    .$call(lockedRows(db))
    .executeTakeFirst()
  if (!row) throw new Problem('COM0008', `There is no device with the id ${deviceId}`)
  return row
}

export function requireEnrolled({ device_id, managed_status }: Target) {
  if (managed_status !== enrolled) throw new Problem('COM0015', `The device ${device_id} is not enrolled`)
}

/** Distributes items to a device; existing ones are unchanged. */
export async function sendToDevice(db: Kysely<DeviceTables>, device: Target, kind: ItemKind, items: readonly Item[]) {
  requireEnrolled(device)
  const other = items.find(({ platform }) => platform !== device.platform)
  if (other) throw new Problem('COM0015', `The ${kind} ${other.id} is for another platform than the device`)
  const sent = { device_pk: device.pk, kind, added_time: Date.now(), status: 6, remarks: 'Applied' }
  await db
    .insertInto('device_item')
    .values(items.map(({ pk: item_pk }) => ({ item_pk, ...sent })))
    .onConflict((conflict) => conflict.columns(['item_pk', 'device_pk']).doNothing())
    .execute()
}

export async function sendToGroup(db: Kysely<DeviceTables>, groupPk: number, kind: ItemKind, items: readonly Item[]) {
  const sent = { group_pk: groupPk, kind, added_time: Date.now() }
  await db
    .insertInto('group_item')
    .values(items.map(({ pk: item_pk }) => ({ item_pk, ...sent })))
    .onConflict((conflict) => conflict.columns(['item_pk', 'group_pk']).doNothing())
    .execute()
}

/** Removes items from a device. All or none: each must be distributed to the device itself. */
export async function takeFromDevice(
  db: Kysely<DeviceTables>,
  device: Target,
  kind: ItemKind,
  items: readonly (Item & { throughGroup: boolean })[],
) {
  for (const { pk, id, throughGroup } of items) {
    const { numDeletedRows } = await db
      .deleteFrom('device_item')
      .where('item_pk', '=', pk)
      .where('device_pk', '=', device.pk)
      .executeTakeFirst()
    if (numDeletedRows > 0n) continue
    if (throughGroup) throw new Problem('COM0015', `The device has the ${kind} ${id} through a group: remove it there`)
    throw new Problem('COM0008', `The device ${device.device_id} does not have the ${kind} ${id}`)
  }
}

export async function takeFromGroup(
  db: Kysely<DeviceTables>,
  group: { pk: number; id: string },
  kind: ItemKind,
  items: readonly Item[],
) {
  for (const { pk, id } of items) {
    const query = db.deleteFrom('group_item').where('item_pk', '=', pk).where('group_pk', '=', group.pk)
    const { numDeletedRows } = await query.executeTakeFirst()
    if (numDeletedRows === 0n) throw new Problem('COM0008', `The group ${group.id} does not have the ${kind} ${id}`)
  }
}

/** APP0002 if a device or group has the item. */
export async function refuseDistributed(db: Kysely<DeviceTables>, kind: ItemKind, { pk, id }: Item) {
  const holders = { device_item: 'a device', group_item: 'a group' } as const
  for (const table of ['device_item', 'group_item'] as const) {
    const found = await db.selectFrom(table).select('item_pk').where('item_pk', '=', pk).limit(1).executeTakeFirst()
    if (found) throw new Problem('APP0002', `The ${kind} ${id} is on ${holders[table]}: remove it there first`)
  }
}
