import type { Kysely } from 'kysely'
import { lockedRows } from '#platform/database/differences.ts'
import { answersOnItsOwn } from '#services/mdm/commands/course.ts'
import { changeDevice, type LivingDevice, livingDevices } from '#services/mdm/commands/device-life.ts'
import { contactAt, placeAt } from '#services/mdm/commands/readings.ts'
import { takeUp } from '#services/mdm/commands/take-up.ts'
import { asChange, lockDevices } from '#services/mdm/resources/change.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { enroll, enrollmentsUntil } from './enrollment.ts'
import { readDemoClock, realTime, turnAt, turnMs, type DemoClock, demoTime } from './demo-clock.ts'

/** Devices that report in each turn, regardless of the number of devices. */
const devicesInTurn = 40

/**
 * Devices report, with battery level and location. Reported values depend on the time only, so missed turns need not be
 * made up. Changes the demo in a single, small step.
 */
export async function liveOn(db: Kysely<DeviceTables>): Promise<number> {
  const before = await readDemoClock(db)
  const turn = turnOf(before)
  if (before.turn >= turn) return 0
  await asChange(db, async (transaction, changed) => {
    const itself = transaction.selectFrom('world').selectAll().$call(lockedRows(transaction))
    const world = await itself.executeTakeFirstOrThrow()
    if (world.turn >= turn) return // done by another process
    await transaction.updateTable('world').set({ turn }).execute()
    const keys = await keysOfTurn(transaction, turn)
    await lockDevices(transaction, keys)
    await enroll(transaction, { world, changed, count: enrollmentsUntil(turn) - enrollmentsUntil(world.turn) })
    const devices = (await livingDevices(transaction, keys)).filter((device) => callsIn(device, world))
    for (const device of devices)
      await changeDevice(transaction, { device, fields: told(device, world, turn) }, changed)
    await takeUp(
      transaction,
      devices.map(({ pk }) => pk),
      turn * turnMs,
    )
  })
  return 0
}

const turnOf = (world: DemoClock) => turnAt(demoTime(world))

/** Devices in order, some per turn, starting over at the end. */
async function keysOfTurn(db: Kysely<DeviceTables>, turn: number): Promise<number[]> {
  const { last } = await db
    .selectFrom('device')
    .select(({ fn }) => fn.max('pk').as('last'))
    .executeTakeFirstOrThrow()
  if (!last) return []
  const first = (turn * devicesInTurn) % last
  return Array.from({ length: Math.min(devicesInTurn, last) }, (_, at) => ((first + at) % last) + 1)
}

const enrolled = 2
const callsIn = ({ summary, unit, life }: LivingDevice, world: DemoClock) =>
  summary.managed_status === enrolled &&
  (life.connection ? life.connection === 'online' : answersOnItsOwn(unit, demoTime(world), life.away_until ?? 0))

/** Devices in lost mode report their location; others only when requested. */
function told({ unit, summary, life }: LivingDevice, world: DemoClock, turn: number) {
  const at = turn * turnMs
  const time = realTime(world, at)
  const place = summary.is_lost_mode_enabled ? { ...placeAt(unit, at), located_time: time } : undefined
  return {
    ...contactAt(unit, at, { at: time, battery: life.battery }),
    ...place,
    ...(place && { locations: [{ ...place, added_time: time }] }),
  }
}
