import type { Kysely } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import type { Device, updateDevice } from '#contract/mdm/devices.ts'
import type { User } from '#contract/mdm/users.ts'
import { Problem } from '#contract/problem.ts'
import { requireRecord } from './device-record.ts'
import { saveDevice } from './device-store.ts'
import { requireDeviceLicense } from './licenses.ts'
import { asChange, lockResources, markResources } from './resources/change.ts'
import { requireTarget } from './resources/distribution.ts'
import { requireResources } from './resources/resource-store.ts'
import type { DeviceTables } from './tables.ts'

export type Details = Omit<Input<typeof updateDevice>, 'device_id'>

/** Changes the editable fields of a device. */
export async function changeDetails(
  db: Kysely<DeviceTables>,
  deviceId: string,
  details: Details,
  by: string,
): Promise<void> {
  const { pk, user_id: owner } = await requireTarget(db, deviceId)
  const isDone = await asChange(db, async (transaction, changed) => {
    const users = details.user_id === undefined ? [] : await userKeys(transaction, [details.user_id, owner])
    await lockResources(transaction, users)
    if ((await requireTarget(transaction, deviceId)).user_id !== owner) return false // somebody gave it away meanwhile
    const { record } = await requireRecord(transaction, deviceId)
    if (Object.values(details).every((value) => value === undefined)) {
      throw new Problem('COM0009', 'Nothing to change: name at least one field of the device')
    }
    const { user_id, name, ...fields } = details
    const edited: Device = {
      ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
      ...(name !== undefined && { name, device_name: name }),
      ...(user_id !== undefined && (await ownedBy(transaction, user_id, record))),
      last_modified_user: by,
      last_modified_time: Date.now(),
    }
    await markResources(transaction, users, changed)
    await saveDevice(transaction, pk, { record, edited }, changed)
    return true
  })
  if (!isDone) await changeDetails(db, deviceId, details, by)
}

/** Fields changed by an owner. A device waiting for a user becomes enrolled. */
async function ownedBy(db: Kysely<DeviceTables>, userId: string, { managed_status }: Device): Promise<Device> {
  if (managed_status === 4)
    throw new Problem('SDE0003', 'user_id: the device is no longer managed', { field: 'user_id' })
  const [user] = await requireResources<User>(db, 'user', [userId]).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'COM0008')
      throw new Problem('SDE0003', error.message, { field: 'user_id' })
    throw error
  })
  if (managed_status === 5) await requireDeviceLicense(db)
  const remark = 'Enrolled'
  return {
    ...userFieldsOf(userId, user?.content ?? {}),
    ...(managed_status === 5 && {
      managed_status: 2,
      remark,
      localized_remark: remark,
      localized_remarks: remark,
      registered_time: Date.now(),
    }),
  }
}

/** User fields of a record, which occur in several places. */
export function userFieldsOf(user_id: string, { user_name, user_email }: User): Device {
  const user = { user_id, user_name, user_email }
  return { ...user, user }
}

async function userKeys(db: Kysely<DeviceTables>, ids: readonly (string | null)[]): Promise<number[]> {
  const wanted = ids.filter((id) => id !== null)
  const found = db.selectFrom('resource').select('pk').where('kind', '=', 'user').where('id', 'in', wanted)
  return (await found.execute()).map(({ pk }) => pk)
}
