import type { Kysely } from 'kysely'
import type { groupRows } from '#contract/mdm/groups.ts'
import { Problem } from '#contract/problem.ts'
import { requireDeviceKey } from '#services/mdm/device-record.ts'
import { noteCounted } from '#services/mdm/resources/change-numbers.ts'
import { asChange, markDevices, markResources } from '#services/mdm/resources/change.ts'
import { requireResource } from '#services/mdm/resources/resource-store.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import type { Handlers } from '#services/router.ts'
import { itemKeysOfGroup } from './group-items.ts'

type Rows = Pick<typeof groupRows, 'addGroupMembers' | 'removeGroupMember'>

/** Members of a group. */
export const memberHandlers = (db: Kysely<DeviceTables>): Handlers<Rows> => ({
  addGroupMembers: ({ group_id, member_ids }) =>
    asChange(db, async (transaction, changed) => {
      const { pk: group_pk } = await requireResource(transaction, 'group', group_id)
      const keys = await requireDevices(transaction, member_ids)
      await transaction
        .insertInto('group_member')
        .values(keys.map((device_pk) => ({ group_pk, device_pk })))
        .onConflict((conflict) => conflict.columns(['group_pk', 'device_pk']).doNothing())
        .execute()
      await markResources(transaction, [group_pk, ...(await itemKeysOfGroup(transaction, group_pk))], changed)
      await noteCounted(transaction, changed)
      await markDevices(transaction, keys, changed)
      return {}
    }),

  removeGroupMember: ({ group_id, member_id }) =>
    asChange(db, async (transaction, changed) => {
      const { pk: group_pk } = await requireResource(transaction, 'group', group_id)
      const device_pk = await requireDeviceKey(transaction, member_id)
      const query = transaction.deleteFrom('group_member').where('group_pk', '=', group_pk)
      const { numDeletedRows } = await query.where('device_pk', '=', device_pk).executeTakeFirst()
      if (numDeletedRows === 0n) {
        throw new Problem('COM0008', `The device ${member_id} is not a member of the group ${group_id}`)
      }
      await markResources(transaction, [group_pk, ...(await itemKeysOfGroup(transaction, group_pk))], changed)
      await noteCounted(transaction, changed)
      await markDevices(transaction, [device_pk], changed)
      return {}
    }),
})

/** Distinct keys of devices by ID. */
async function requireDevices(db: Kysely<DeviceTables>, ids: readonly string[]): Promise<number[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) throw new Problem('COM0009', 'member_ids: contains no device', { field: 'member_ids' })
  const rows = await db.selectFrom('device').select(['pk', 'device_id']).where('device_id', 'in', wanted).execute()
  const found = new Set(rows.map(({ device_id }) => device_id))
  const missing = wanted.find((id) => !found.has(id))
  if (missing !== undefined) throw new Problem('COM0008', `There is no device with the id ${missing}`)
  return rows.map(({ pk }) => pk)
}
