import type { Kysely } from 'kysely'
import { parseJson } from '#contract/json.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import type { ItemKind } from './tables.ts'

/** A profile or app of a device. */
export type DeviceItem<C> = {
  pk: number
  id: string
  content: C
  added_time: number
  status: number
  remarks: string
  /** Whether it was distributed to the device itself, not only through a group. */
  own: boolean
}

/** `status` of a successfully applied profile; undocumented. */
const applied = { status: 6, remarks: 'Applied' }

/** Items distributed to a device, itself or through groups, by time. */
export async function itemsOf<C>(db: Kysely<DeviceTables>, devicePk: number, kind: ItemKind): Promise<DeviceItem<C>[]> {
  const sent = await db
    .selectFrom('device_item')
    .innerJoin('resource', 'resource.pk', 'device_item.item_pk')
    .select(['resource.pk', 'id', 'content', 'added_time', 'status', 'remarks', 'by_name'])
    .where('device_pk', '=', devicePk)
    .where('device_item.kind', '=', kind)
    .execute()
  const throughGroups = await db
    .selectFrom('group_member')
    .innerJoin('group_item', 'group_item.group_pk', 'group_member.group_pk')
    .innerJoin('resource', 'resource.pk', 'group_item.item_pk')
    .innerJoin('device', 'device.pk', 'group_member.device_pk')
    .whereRef('resource.platform', '=', 'device.platform')
    .select(['resource.pk', 'id', 'content', 'added_time', 'by_name'])
    .where('device_pk', '=', devicePk)
    .where('group_item.kind', '=', kind)
    .orderBy('added_time', 'desc')
    .execute()
  // The device's own distribution takes precedence, then the earliest through a group.
  const items = new Map(throughGroups.map((row) => [row.pk, { ...row, ...applied, own: false }]))
  for (const row of sent) items.set(row.pk, { ...row, own: true })
  return [...items.values()]
    .toSorted((a, b) => a.added_time - b.added_time || (a.by_name < b.by_name ? -1 : 1))
    .map(({ pk, id, content, added_time, status, remarks, own }) => ({
      pk,
      id,
      content: parseJson(content) as C,
      added_time,
      status,
      remarks,
      own,
    }))
}
