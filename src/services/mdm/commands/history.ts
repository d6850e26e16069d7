import { type Kysely, sql } from 'kysely'
import { parseJson } from '#contract/json.ts'
import type { ActionName } from '#contract/mdm/actions/actions.ts'
import type { DeviceCommand } from '#contract/mdm/devices.ts'
import { numberIn } from '#platform/database/differences.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'

/** Time range of sending, inclusive. */
export type Period = { from?: number | undefined; to?: number | undefined }
type Window = { limit: number; offset: number; below?: number | undefined }

/** Commands of a device in a period, newest first, with the key for the next page. */
export async function historyOf(db: Kysely<DeviceTables>, devicePk: number, period: Period, window: Window) {
  const { limit, offset, below } = window
  const rows = await inPeriod(db, devicePk, period)
    .select(['pk', 'command'])
    .$if(below !== undefined, (query) => query.where('pk', '<', below ?? 0))
    .orderBy('pk', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ pk, command }) => ({ pk, command: parseJson(command) as DeviceCommand }))
}

export async function countHistory(db: Kysely<DeviceTables>, devicePk: number, period: Period): Promise<number> {
  const query = inPeriod(db, devicePk, period).select(({ fn }) => fn.countAll<number>().as('total'))
  return (await query.executeTakeFirstOrThrow()).total
}

function inPeriod(db: Kysely<DeviceTables>, devicePk: number, { from, to }: Period) {
  const sentAt = numberIn(db, sql.ref<string>('command'), 'added_time')
  return db
    .selectFrom('device_command')
    .where('device_pk', '=', devicePk)
    .$if(from !== undefined, (query) => query.where(sentAt, '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where(sentAt, '<=', to ?? 0))
}

const lookedThrough = { limit: 1000, offset: 0 }

/** A command by entry ID, among the newest thousand. */
export async function findInHistory(db: Kysely<DeviceTables>, devicePk: number, historyId: string) {
  const newest = await historyOf(db, devicePk, {}, lookedThrough)
  return newest.find(({ command }) => command.command_history_id === historyId)
}

/** The last command of this name, among the newest thousand. */
export async function lastOf(db: Kysely<DeviceTables>, devicePk: number, name: ActionName) {
  const newest = await historyOf(db, devicePk, {}, lookedThrough)
  return newest.find(({ command }) => command.command_name === name)?.command
}
