import type { Kysely } from 'kysely'
import type { ManagedStatus } from '#contract/mdm/status.ts'
import { Problem } from '#contract/problem.ts'
import { lockedHere } from '#platform/database/differences.ts'
import type { DeviceTables } from './tables.ts'

const setting = 'device_licences'
const enrolled = 2 satisfies ManagedStatus

/** So many devices may be enrolled; without a number, any. */
export async function setDeviceLicenses(db: Kysely<DeviceTables>, count: number | undefined) {
  await db.deleteFrom('setting').where('name', '=', setting).execute()
  if (count === undefined) return
  await db
    .insertInto('setting')
    .values({ name: setting, value: String(count) })
    .execute()
}

/** COM00020 when one more enrolled device would be one too many. Of changes that enroll, one counts after the other. */
export async function requireDeviceLicense(db: Kysely<DeviceTables>) {
  const setTo = db.selectFrom('setting').select('value').where('name', '=', setting)
  const row = await setTo.$call(lockedHere(db)).executeTakeFirst()
  if (!row) return
  const query = db.selectFrom('device').select(({ fn }) => fn.countAll<number>().as('used'))
  const { used } = await query.where('managed_status', '=', enrolled).executeTakeFirstOrThrow()
  if (used < Number(row.value)) return
  throw new Problem('COM00020', `All ${row.value} licenses are in use: retire a device or add licenses`)
}
