import { type Kysely, sql } from 'kysely'
import { parseJson, stringifyJson } from '#contract/json.ts'
import type { ActionFacts } from '#contract/mdm/actions/obstacles.ts'
import type { Device, DeviceCommand } from '#contract/mdm/devices.ts'
import { deviceListFields, type DeviceSummary } from '#contract/mdm/device-list.ts'
import { isOneOf } from '#platform/database/differences.ts'
import { actionsOf } from '#services/demo/devices/actions.ts'
import { lastCommandOf } from '#services/demo/devices/commands.ts'
import { leaveOutRepeated } from '#services/demo/devices/detail.ts'
import { type Unit, unitAt } from '#services/demo/devices/unit.ts'
import { hour, minute } from '#services/demo/time.ts'
import { sortKey } from '#services/lists/fold.ts'
import { noteCounted } from '#services/mdm/resources/change-numbers.ts'
import { markDevices } from '#services/mdm/resources/change.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { layOver, layOverRecord } from './lay-over.ts'
import type { CommandTables } from './tables.ts'

export type Life = Omit<CommandTables['device_life'], 'pk' | 'fields'> & { fields: Device }
/** Current state of a device, without its complete record. */
export type LivingDevice = {
  pk: number
  device_id: string
  summary: DeviceSummary
  unit: Unit
  life: Life
  /** Unchanged since seeding. */
  untouched: boolean
}

const untouched = {
  fields: {},
  kiosk_paused: 0,
  away_until: null,
  connection: null,
  fails_next: null,
  battery: null,
} as const satisfies Life

const unitOf = (pk: number, now = Date.now()) => unitAt(pk - 1, Math.floor(now / hour) * hour)

/** Facts that determine the available actions, from list row and state. */
export const factsOf = ({ summary, unit, life }: Pick<LivingDevice, 'summary' | 'unit' | 'life'>): ActionFacts => ({
  ...summary,
  model_type: unit.model.form,
  is_supervised: unit.supervised,
  kiosk: !unit.kiosk ? 'none' : isPaused(life) ? 'paused' : 'running',
})

const isPaused = ({ kiosk_paused: until }: Life) => until === 1 || until * minute > Date.now()

/** Devices by a condition on `device`, ordered by key. */
async function livingWhere(db: Kysely<DeviceTables>, condition: ReturnType<typeof isOneOf>): Promise<LivingDevice[]> {
  const rows = await db
    .selectFrom('device')
    .leftJoin('device_life', 'device_life.pk', 'device.pk')
    .select(['device.pk', 'device_id', 'summary', 'fields', 'kiosk_paused', 'away_until', 'connection'])
    .select(['fails_next', 'battery'])
    .where(condition)
    .orderBy('device.pk')
    .execute()
  const now = Date.now()
  return rows.map(({ pk, device_id, summary, fields, kiosk_paused, ...life }) => ({
    pk,
    device_id,
    summary: parseJson(summary) as DeviceSummary,
    unit: unitOf(pk, now),
    untouched: fields === null,
    life: {
      ...untouched,
      ...life,
      kiosk_paused: kiosk_paused ?? 0,
      fields: fields === null ? {} : (parseJson(fields) as Device),
    },
  }))
}

export const livingDevices = (db: Kysely<DeviceTables>, keys: readonly number[]) =>
  livingWhere(db, isOneOf(db, sql.ref<number>('device.pk'), keys))

export const livingDevicesById = (db: Kysely<DeviceTables>, ids: readonly string[]) =>
  livingWhere(db, sql`device_id in (${sql.join(ids)})`)

export type DeviceChange = { device: LivingDevice; fields?: Device; life?: Partial<Omit<Life, 'fields'>> }

const listNames = new Set(Object.keys(deviceListFields))

/** Stores changes of a device in its state, list row, sort keys and filters. */
export async function changeDevice(
  db: Kysely<DeviceTables>,
  { device, fields = {}, life = {} }: DeviceChange,
  changed: number,
) {
  const { pk } = device
  const inList = Object.fromEntries(Object.entries(fields).filter(([name]) => listNames.has(name))) as DeviceSummary
  Object.assign(device.summary, inList)
  Object.assign(device.life, life, { fields: layOver(device.life.fields, fields) })
  const { managed_status, last_contact_time, is_removed } = device.summary
  const filters = { managed_status: managed_status ?? null, is_removed: is_removed ? 1 : 0 }
  const order = { by_managed_status: sortKey(managed_status), by_last_contact_time: sortKey(last_contact_time) }
  await db
    .updateTable('device')
    .set({ summary: stringifyJson(device.summary), ...filters, ...order })
    .where('pk', '=', pk)
    .execute()
  if ('managed_status' in inList || 'is_removed' in inList) {
    await db.updateTable('device_search').set(filters).where('pk', '=', pk).execute()
    await noteCounted(db, changed)
  }
  const row = { ...device.life, fields: stringifyJson(device.life.fields) }
  await db
    .insertInto('device_life')
    .values({ pk, ...row })
    .onConflict((conflict) => conflict.column('pk').doUpdateSet(row))
    .execute()
  await markDevices(db, [pk], changed)
}

/** Current record of a device: with changes since seeding, its newest command, and available actions. */
export async function livingRecord(db: Kysely<DeviceTables>, pk: number, made: Device): Promise<Device> {
  const [device] = await livingDevices(db, [pk])
  if (!device || device.untouched) return made
  const { unit, life } = device
  const newest = await newestCommand(db, pk)
  const record = layOverRecord(made, life.fields)
  const told: Device = {
    ...lastCommandOf(unit, newest),
    ...(record.actions && actionsOf(unit, newest, factsOf(device))),
  }
  if (!unit.detailed) leaveOutRepeated(told)
  // The reason for lost mode was set with the command.
  delete told.audit_message
  return { ...record, ...told }
}

async function newestCommand(db: Kysely<DeviceTables>, pk: number): Promise<DeviceCommand[]> {
  const rows = await db
    .selectFrom('device_command')
    .select('command')
    .where('device_pk', '=', pk)
    .orderBy('pk', 'desc')
    .limit(1)
    .execute()
  return rows.map(({ command }) => parseJson(command) as DeviceCommand)
}
