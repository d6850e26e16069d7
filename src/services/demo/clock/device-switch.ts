import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { answersAt } from '#services/mdm/commands/course.ts'
import {
  changeDevice,
  type LivingDevice,
  livingDevices,
  livingDevicesById,
} from '#services/mdm/commands/device-life.ts'
import { findDeviceKey } from '#services/mdm/device-store.ts'
import { asChange, lockDevices } from '#services/mdm/resources/change.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { readDemoClock, demoTime } from './demo-clock.ts'

/** Controls of a demo device; omitted ones are unchanged. */
export const deviceSwitch = z
  .strictObject({
    /** Forces the device online or offline; null removes the override. */
    connection: z.optional(z.nullable(z.enum(['online', 'offline']))),
    /** The next command fails with this message in its history; null cancels. */
    fails_next: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(200)))),
    /** Fixes the battery level; null removes the override. */
    battery_level: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(100)))),
  })
  .check(
    z.refine((wanted) => Object.keys(wanted).length > 0, {
      error: 'must contain at least one of connection, fails_next or battery_level',
    }),
  )
export type DeviceSwitch = z.output<typeof deviceSwitch>

const asBefore = { connection: null, fails_next: null, battery_level: null } as const

export async function deviceState(db: Kysely<DeviceTables>, id: string) {
  const [device] = await livingDevicesById(db, [id])
  if (!device) return undefined
  const { life, summary } = device
  return {
    device_id: id,
    device_name: summary.device_name,
    connection: life.connection,
    fails_next: life.fails_next,
    battery_level: life.battery,
    away_until: life.away_until === null ? null : new Date(life.away_until).toISOString(),
  }
}

/** Applies controls to a device. Commands waiting for a reachable device become due immediately. */
export async function switchDevice(db: Kysely<DeviceTables>, id: string, wanted: DeviceSwitch = asBefore) {
  await asChange(db, async (transaction, changed) => {
    const pk = await findDeviceKey(transaction, id)
    if (pk === undefined) return
    await lockDevices(transaction, [pk])
    const [device] = await livingDevices(transaction, [pk])
    if (!device) return
    const { battery_level: battery, ...life } = wanted
    await changeDevice(
      transaction,
      {
        device,
        life: { ...life, ...(battery !== undefined && { battery }) },
        fields: typeof battery === 'number' ? { battery_level: battery } : {},
      },
      changed,
    )
    if (wanted.connection !== undefined) await moveWaiting(transaction, device)
  })
  return deviceState(db, id)
}

async function moveWaiting(db: Kysely<DeviceTables>, { pk, unit, life }: LivingDevice) {
  const now = demoTime(await readDemoClock(db))
  const waiting = await db
    .selectFrom('command_course')
    .select('number')
    .where('device_pk', '=', pk)
    .where('step', '=', 'waiting')
    .execute()
  for (const { number } of waiting) {
    const reached = life.connection === 'online'
    const due_at =
      life.connection === 'offline' ? null : answersAt(unit, number, now, { awayUntil: life.away_until ?? 0, reached })
    await db.updateTable('command_course').set({ due_at }).where('number', '=', number).execute()
  }
}
