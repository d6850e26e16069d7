import type { Kysely } from 'kysely'
import type { ManagedStatus } from '#contract/mdm/status.ts'
import { Problem } from '#contract/problem.ts'
import { lockedRows } from '#platform/database/differences.ts'
import type { DeviceTables } from './tables.ts'

const setting = 'device_licences'
const enrolled = 2 satisfies ManagedStatus

/** Sets the limit of enrolled devices; unlimited if undefined. */
export async function setDeviceLicenses(db: Kysely<DeviceTables>, count: number | undefined) {
  await db.deleteFrom('setting').where('name', '=', setting).execute()
  if (count === undefined) return
  await db
    .insertInto('setting')
    .values({ name: setting, value: String(count) })
    .execute()
}

/** COM00020 if another enrolled device would exceed the limit. Serializes enrollments. */
export async function requireDeviceLicense(db: Kysely<DeviceTables>) {
  const setTo = db.selectFrom('setting').select('value').where('name', '=', setting)
  const row = await setTo.$call(lockedRows(db)).executeTakeFirst()
  if (!row) return
  const query = db.selectFrom('device').select(({ fn }) => fn.countAll<number>().as('used'))
  const { used } = await query.where('managed_status', '=', enrolled).executeTakeFirstOrThrow()
  if (used < Number(row.value)) return
  throw new Problem('COM00020', `All ${row.value} licenses are in use: retire a device or add licenses`)
}
