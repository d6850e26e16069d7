import type { Kysely } from 'kysely'
import type { Device } from '#contract/mdm/devices.ts'
import { deviceAt } from '#services/demo/devices/fleet.ts'
import { fleetNotReady } from '#services/demo/devices/seed.ts'
import { hour, minute, type Moment } from '#services/demo/time.ts'
import { addDevices } from '#services/mdm/device-store.ts'
import { requireDeviceLicense } from '#services/mdm/licenses.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { realTime, type DemoClock, demoTime } from './demo-clock.ts'

const everyTurns = 40
/** Limit, so that an unattended demo does not grow indefinitely. */
const max = 500
const maxAtOnce = 3

/** Total number of enrollments up to a turn. */
export const enrollmentsUntil = (turn: number) => Math.floor(turn / everyTurns)

/** Enrolls new devices of demo users. An empty demo stays empty. */
export async function enroll(
  db: Kysely<DeviceTables>,
  { world, changed, count }: { world: DemoClock & { enrolled: number }; changed: number; count: number },
) {
  const wanted = Math.min(count, maxAtOnce, max - world.enrolled)
  const { last } = await db
    .selectFrom('device')
    .select(({ fn }) => fn.max('pk').as('last'))
    .executeTakeFirstOrThrow()
  if (!last || wanted <= 0 || (await fleetNotReady(db)) || !(await hasLicense(db))) return
  const at = realTime(world, demoTime(world))
  const devices = Array.from({ length: wanted }, (_, index) => ({
    pk: last + 1 + index,
    record: newcomer(deviceAt(last + index, at).record, at),
    commands: [],
  }))
  await addDevices(db, devices, changed)
  await db
    .updateTable('world')
    .set({ enrolled: world.enrolled + wanted })
    .execute()
}

const hasLicense = (db: Kysely<DeviceTables>) =>
  requireDeviceLicense(db).then(
    () => true,
    () => false,
  )

const newcomer = (record: Device, at: Moment): Device => ({
  ...record,
  added_time: at - hour,
  created_time: at - hour,
  ...(record.registered_time !== undefined && {
    registered_time: at,
    last_contact_time: at,
    updated_time: at,
    next_poll_time: at + 30 * minute,
    no_of_days: 0,
  }),
})
