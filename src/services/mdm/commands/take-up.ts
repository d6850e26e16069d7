import type { Kysely } from 'kysely'
import { parseJson } from '#contract/json.ts'
import type { DeviceCommand } from '#contract/mdm/devices.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { numberOfEntry } from './command-entry.ts'
import type { Step } from './tables.ts'

const stepOf: Readonly<Record<number, Step>> = { 1: 'waiting', 3: 'running' }

/** Devices that make contact continue the pending command of their seeded record. */
export async function takeUp(db: Kysely<DeviceTables>, keys: readonly number[], at: number) {
  if (keys.length === 0) return
  const newest = db
    .selectFrom('device_command')
    .select(({ fn }) => fn.max('pk').as('pk'))
    .where('device_pk', 'in', keys)
    .groupBy('device_pk')
  const rows = await db
    .selectFrom('device_command')
    .leftJoin('command_course', 'command_pk', 'device_command.pk')
    .select(['device_command.pk', 'device_command.device_pk', 'command'])
    .where('device_command.pk', 'in', newest)
    .where('command_course.number', 'is', null)
    .execute()
  for (const { pk, device_pk, command } of rows) {
    const entry = parseJson(command) as DeviceCommand
    const step = stepOf[entry.command_status ?? 0]
    if (!step) continue
    const course = { command_pk: pk, device_pk, action: entry.command_name ?? '', step, due_at: at, options: '{}' }
    await db
      .insertInto('command_course')
      .values({ number: numberOfEntry(entry), ...course })
      .execute()
  }
}
