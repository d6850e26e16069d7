import type { Kysely } from 'kysely'
import { parseJson, stringifyJson } from '#contract/json.ts'
import type { ActionName } from '#contract/mdm/actions/actions.ts'
import { refusalOf } from '#contract/mdm/actions/rules.ts'
import type { Device, DeviceCommand } from '#contract/mdm/devices.ts'
import { readDemoClock, realTime, type DemoClock, demoTime } from '#services/demo/clock/demo-clock.ts'
import { asChange, lockDevices } from '#services/mdm/resources/change.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { withStatus } from './command-entry.ts'
import { answersAt } from './course.ts'
import { changeDevice, factsOf, type LivingDevice, livingDevices } from './device-life.ts'
import { effectOf, failureOf, type Options, takesMs } from './effects.ts'
import { layOver } from './lay-over.ts'
import { contactAt } from './readings.ts'
import type { CommandTables, Step } from './tables.ts'

type Course = CommandTables['command_course']
/** Data of a batch: read once, changed in memory, and written at the end. */
type Batch = {
  world: DemoClock
  devices: ReadonlyMap<number, LivingDevice>
  /** Commands of these devices, in the order of sending. */
  courses: readonly Course[]
  entries: ReadonlyMap<number, DeviceCommand>
  changes: Map<number, Device>
  touched: Set<Course>
  ended: Set<Course>
}

const batchSize = 12

/**
 * Processes due events, oldest first, and returns their number. Each batch is a transaction that locks its devices
 * first, so that concurrent processes do not repeat work.
 */
export async function runDue(db: Kysely<DeviceTables>): Promise<number> {
  const now = Date.now()
  if ((await dueCourses(db, demoTime(await readDemoClock(db), now), 1)).length === 0) return 0
  return asChange(db, async (transaction, changed) => {
    const world = await readDemoClock(transaction)
    const at = demoTime(world, now)
    const due = await dueCourses(transaction, at, batchSize)
    await lockDevices(
      transaction,
      due.map(({ device_pk }) => device_pk),
    )
    const batch = await readBatch(transaction, world, due)
    for (const { number } of due) {
      const course = batch.courses.find((one) => one.number === number)
      if (course && (course.due_at ?? Infinity) <= at && !batch.ended.has(course)) happen(batch, course)
    }
    await writeBatch(transaction, batch, changed)
    return due.length
  })
}

const dueCourses = (db: Kysely<DeviceTables>, at: number, limit: number) =>
  db
    .selectFrom('command_course')
    .select(['number', 'device_pk'])
    .where('due_at', '<=', at)
    .orderBy('due_at')
    .orderBy('number')
    .limit(limit)
    .execute()

async function readBatch(
  db: Kysely<DeviceTables>,
  world: DemoClock,
  due: readonly { device_pk: number }[],
): Promise<Batch> {
  const keys = [...new Set(due.map(({ device_pk }) => device_pk))]
  const devices = keys.length === 0 ? [] : await livingDevices(db, keys)
  const query = db.selectFrom('command_course').selectAll().where('device_pk', 'in', keys).orderBy('number')
  const courses = keys.length === 0 ? [] : await query.execute()
  const commands = courses.map(({ command_pk }) => command_pk)
  const entries =
    commands.length === 0
      ? []
      : await db.selectFrom('device_command').select(['pk', 'command']).where('pk', 'in', commands).execute()
  return {
    world,
    devices: new Map(devices.map((device) => [device.pk, device])),
    courses,
    entries: new Map(entries.map(({ pk, command }) => [pk, parseJson(command) as DeviceCommand])),
    changes: new Map(),
    touched: new Set(),
    ended: new Set(),
  }
}

function happen(batch: Batch, course: Course) {
  const device = batch.devices.get(course.device_pk)
  if (!device || course.due_at === null) return
  if (course.step === 'waiting') take(batch, course, course.due_at, device)
  else report(batch, course, course.due_at, device)
}

/** The device receives the command, unless it is unreachable or busy with another one. */
function take(batch: Batch, course: Course, at: number, device: LivingDevice) {
  const { unit, life } = device
  const before = batch.courses.findLast(
    (other) => other.device_pk === device.pk && other.number < course.number && !batch.ended.has(other),
  )
  if (life.connection === 'offline') return move(batch, course, 'waiting', null)
  if (before) {
    // Queued behind the previous command, for as long as that is delayed.
    return move(batch, course, 'waiting', before.due_at === null ? null : Math.max(at, before.due_at) + 1)
  }
  const reached = life.connection === 'online'
  if (!reached && (life.away_until ?? 0) > at) {
    const awayUntil = life.away_until ?? 0
    return move(batch, course, 'waiting', answersAt(unit, course.number, at, { awayUntil }))
  }
  const action = course.action as ActionName
  const refusal = refusalOf(action, factsOf(device))
  change(batch, device, contactAt(unit, at, { at: realTime(batch.world, at), battery: life.battery }))
  if (refusal) return end(batch, course, at, -1, refusal.reason)
  note(batch, course, 3, at, 'The device has received the command')
  move(batch, course, 'running', at + takesMs(action, course.number))
}

/** The device reports success or failure. */
function report(batch: Batch, course: Course, at: number, device: LivingDevice) {
  const { unit, life } = device
  const { number } = course
  const action = course.action as ActionName
  const told = realTime(batch.world, at)
  const failure = life.fails_next ?? failureOf(action, number)
  change(batch, device, contactAt(unit, at, { at: told, battery: life.battery }))
  life.fails_next = null
  if (failure !== undefined) return end(batch, course, at, 0, failure)
  const options = parseJson(course.options) as Options
  const effect = effectOf(action, { unit, number, at, told, options })
  change(batch, device, effect.fields ?? {})
  Object.assign(life, effect.life)
  end(batch, course, at, 2, effect.remarks)
  if (device.summary.managed_status !== 2) endAll(batch, course, at)
}

/** Ends pending commands of a device that is no longer managed. */
function endAll(batch: Batch, by: Course, at: number) {
  for (const course of batch.courses) {
    if (course.device_pk !== by.device_pk || batch.ended.has(course)) continue
    end(batch, course, at, 0, 'Management of the device ended before it received the command')
  }
}

function change(batch: Batch, device: LivingDevice, fields: Device) {
  Object.assign(device.summary, { managed_status: fields.managed_status ?? device.summary.managed_status })
  Object.assign(device.summary, {
    is_lost_mode_enabled: fields.is_lost_mode_enabled ?? device.summary.is_lost_mode_enabled,
  })
  batch.changes.set(device.pk, layOver(batch.changes.get(device.pk) ?? {}, fields))
}

function move({ touched }: Batch, course: Course, step: Step, dueAt: number | null) {
  Object.assign(course, { step, due_at: dueAt })
  touched.add(course)
}

function end(batch: Batch, course: Course, at: number, status: 2 | 0 | -1, remarks: string) {
  note(batch, course, status, at, remarks)
  batch.ended.add(course)
}

function note({ entries, world, touched }: Batch, course: Course, status: 3 | 2 | 0 | -1, at: number, remarks: string) {
  const entry = entries.get(course.command_pk)
  if (entry) Object.assign(entry, withStatus(entry, status, realTime(world, at), remarks))
  touched.add(course)
}

async function writeBatch(db: Kysely<DeviceTables>, batch: Batch, changed: number) {
  for (const course of batch.touched) {
    const { number, command_pk, step, due_at } = course
    const entry = batch.entries.get(command_pk)
    if (entry) {
      const command = stringifyJson(entry)
      await db.updateTable('device_command').set({ command }).where('pk', '=', command_pk).execute()
    }
    await (batch.ended.has(course)
      ? db.deleteFrom('command_course').where('number', '=', number).execute()
      : db.updateTable('command_course').set({ step, due_at }).where('number', '=', number).execute())
  }
  for (const [pk, fields] of [...batch.changes].toSorted(([a], [b]) => a - b)) {
    const device = batch.devices.get(pk)
    if (device) await changeDevice(db, { device, fields }, changed)
  }
}
