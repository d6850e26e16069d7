import type { Kysely } from 'kysely'
import { Problem } from '#contract/problem.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'

/** IDs of the devices in groups. COM0008 for an unknown group. */
export async function groupMembers(db: Kysely<DeviceTables>, groups: readonly string[]): Promise<string[]> {
  const found = await db
    .selectFrom('resource')
    .select(['pk', 'id'])
    .where('kind', '=', 'group')
    .where('id', 'in', groups)
    .execute()
  const missing = groups.find((id) => !found.some((group) => group.id === id))
  if (missing !== undefined) throw new Problem('COM0008', `There is no group with the id ${missing}`)
  const keys = found.map(({ pk }) => pk)
  const members = await db
    .selectFrom('group_member')
    .innerJoin('device', 'device.pk', 'group_member.device_pk')
    .select('device.device_id')
    .distinct()
    .where('group_pk', 'in', keys)
    .execute()
  return members.map(({ device_id }) => device_id)
}
