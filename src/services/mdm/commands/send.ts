import { setImmediate as otherWork } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { stringifyJson } from '#contract/json.ts'
import type { ActionName } from '#contract/mdm/actions/actions.ts'
import type { Refusal } from '#contract/mdm/actions/obstacles.ts'
import { refusalOf } from '#contract/mdm/actions/rules.ts'
import type { DeviceCommand } from '#contract/mdm/devices.ts'
import type { ManagedStatus } from '#contract/mdm/status.ts'
import { readDemoClock, demoTime } from '#services/demo/clock/demo-clock.ts'
import type { Actor } from '#services/demo/devices/accounts.ts'
import { asChange, lockDevices, markDevices } from '#services/mdm/resources/change.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { commandNumber, newEntry } from './command-entry.ts'
import { answersAt, liesInDrawer } from './course.ts'
import { factsOf, type LivingDevice, livingDevicesById } from './device-life.ts'
import type { Options } from './effects.ts'

export type Order = { action: ActionName; by: Actor; options: Options }
type Sent = { device: LivingDevice; entry: DeviceCommand }
export type Outcome = {
  sent: Sent[]
  refused: { device: LivingDevice; refusal: Refusal }[]
  unknown: string[]
}

/** Limits a transaction to some tens of milliseconds. */
const devicesAtOnce = 100

/** Sends a command to devices by ID, without duplicates. */
export async function send(db: Kysely<DeviceTables>, ids: readonly string[], order: Order): Promise<Outcome> {
  const wanted = [...new Set(ids)]
  const found: LivingDevice[] = []
  for (const some of inParts(wanted)) {
    found.push(...(await livingDevicesById(db, some)))
    await otherWork()
  }
  const known = new Set(found.map(({ device_id }) => device_id))
  const refused = found.flatMap((device) => {
    const refusal = refusalOf(order.action, factsOf(device))
    return refusal ? [{ device, refusal }] : []
  })
  const refusedDevices = new Set(refused.map(({ device }) => device))
  const able = found.filter((device) => !refusedDevices.has(device))
  return {
    sent: able.length === 0 ? [] : await queue(db, able, order),
    refused,
    unknown: wanted.filter((id) => !known.has(id)),
  }
}

/**
 * One change per batch, so that concurrent edits of a device wait for a single batch. If the database fails in between,
 * earlier batches were sent, as the command histories show.
 */
async function queue(db: Kysely<DeviceTables>, devices: readonly LivingDevice[], order: Order): Promise<Sent[]> {
  const sent: Sent[] = []
  const first = await reserve(db, devices.length)
  for (const part of inParts(devices)) {
    if (sent.length > 0) await otherWork()
    sent.push(
      ...(await asChange(db, (transaction, changed) =>
        queuePart(transaction, part, { ...order, first: first + sent.length }, changed),
      )),
    )
  }
  return sent
}

/** Reserves command numbers without locking; unused ones are skipped. */
async function reserve(db: Kysely<DeviceTables>, count: number): Promise<number> {
  const counted = db.updateTable('world').set(({ eb }) => ({ commands: eb('commands', '+', count) }))
  const { commands } = await counted.returning('commands').executeTakeFirstOrThrow()
  return commands - count
}

async function queuePart(
  db: Kysely<DeviceTables>,
  devices: readonly LivingDevice[],
  { first, ...order }: Order & { first: number },
  changed: number,
): Promise<Sent[]> {
  await lockDevices(
    db,
    devices.map(({ pk }) => pk),
  )
  const world = await readDemoClock(db)
  const now = Date.now()
  const called = demoTime(world, now)
  const made = devices.map((device, at) => {
    const number = commandNumber(first + at)
    const entry = newEntry({
      number,
      name: order.action,
      deviceId: device.device_id,
      managedStatus: device.summary.managed_status as ManagedStatus,
      by: order.by,
      at: now,
      remarks: isReached(device, called) ? 'Waiting for the device to call in' : 'The device is offline',
    })
    return { device, number, entry }
  })
  const keys = await db
    .insertInto('device_command')
    .values(made.map(({ device, entry }) => ({ device_pk: device.pk, command: stringifyJson(entry) })))
    .returning(['pk', 'device_pk'])
    .execute()
  const keyOf = new Map(keys.map(({ pk, device_pk }) => [device_pk, pk]))
  const courses = made.map(({ device, number }) => ({
    number,
    device_pk: device.pk,
    command_pk: keyOf.get(device.pk) ?? 0,
    action: order.action,
    step: 'waiting' as const,
    due_at: dueAt(device, number, called),
    options: stringifyJson(order.options),
  }))
  await db.insertInto('command_course').values(courses).execute()
  await noteSent(db, [...keyOf.keys()], changed)
  return made
}

/** A command counts as a change of its device. */
async function noteSent(db: Kysely<DeviceTables>, keys: readonly number[], changed: number) {
  await db
    .insertInto('device_life')
    .values(keys.map((pk) => ({ pk, fields: '{}', kiosk_paused: 0 })))
    .onConflict((conflict) => conflict.column('pk').doNothing())
    .execute()
  await markDevices(db, keys, changed)
}

const isReached = ({ unit, life }: LivingDevice, at: number) =>
  life.connection ? life.connection === 'online' : !liesInDrawer(unit) && (life.away_until ?? 0) <= at

const dueAt = ({ unit, life }: LivingDevice, number: number, called: number) =>
  life.connection === 'offline'
    ? null
    : answersAt(unit, number, called, {
        awayUntil: life.away_until ?? 0,
        reached: life.connection === 'online',
      })

function* inParts<T>(list: readonly T[]) {
  for (let at = 0; at < list.length; at += devicesAtOnce) yield list.slice(at, at + devicesAtOnce)
}
