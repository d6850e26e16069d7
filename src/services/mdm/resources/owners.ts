import type { Kysely } from 'kysely'
import type { Device } from '#contract/mdm/devices.ts'
import type { User } from '#contract/mdm/users.ts'
import { insertAll } from '#platform/database/differences.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { type Description, resourceRow } from './resource-store.ts'

export const userDescription = (id: string, user: User): Description => ({
  id,
  name: user.user_name ?? '',
  unique: user.user_email ?? id,
  told: `with the email address ${user.user_email}`,
  searched: [user.user_name, user.user_email, user.phone_number],
  content: { ...user, device_count: undefined },
})

/** Creates users with their first device. */
export async function addOwners(db: Kysely<DeviceTables>, devices: readonly { record: Device }[], changed: number) {
  const owners = new Map(
    devices.flatMap(({ record: { user } }) => (user?.user_id ? [[user.user_id, user] as const] : [])),
  )
  if (owners.size === 0) return
  const rows = [...owners].map(([id, user]) => resourceRow('user', userDescription(id, user), changed))
  await insertAll(db, 'resource', rows)
}
