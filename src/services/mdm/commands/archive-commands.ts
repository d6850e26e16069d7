import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { parseJson } from '#contract/json.ts'
import type { DeviceCommand } from '#contract/mdm/devices.ts'
import { type Archived, archiveLimit, packRows, writeArchive } from '#platform/archives/archive-entries.ts'
import { newestArchive } from '#platform/archives/archive-table.ts'
import { type ArchiveKeys, archiveKeys } from '#platform/archives/archive.ts'
import { isOneOf, numberIn } from '#platform/database/differences.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'

/** An archived command: `id` is its key, `at` the time when it ended. */
export type ArchivedCommand = { id: number; at: number; device_pk: number; command: string }

const table = 'device_command'
const pageSize = 500
/** Not applicable, failed or done; other statuses may be pending. */
const endedStatuses: ReadonlySet<number> = new Set([-1, 0, 2])

export const commandArchiveKeys = (masterKey: Buffer): ArchiveKeys => archiveKeys(masterKey, 'command history')

/** Moves commands that ended before a time into archives, until none are left or it is aborted. */
export async function archiveCommands(
  db: Kysely<DeviceTables>,
  masterKey: Buffer,
  before: number,
  signal?: AbortSignal,
): Promise<Archived> {
  const keys = commandArchiveKeys(masterKey)
  let archived = 0
  let batch: ArchivedCommand[] = []
  let characters = 0
  const flush = async () => {
    if (batch.length > 0) archived += await move(db, keys, batch)
    batch = []
    characters = 0
  }
  for (let last = 0; ; await setImmediate()) {
    if (signal?.aborted) break
    const page = await oldCommands(db, last)
    for (const { pk, device_pk, command, status, sent } of page) {
      last = pk
      if (!endedStatuses.has(status) || sent >= before) continue
      const at = endOf(command)
      if (at === undefined || at >= before) continue
      batch.push({ id: pk, at, device_pk, command })
      characters += command.length
      if (batch.length >= archiveLimit.entries || characters >= archiveLimit.characters) await flush()
    }
    if (page.length < pageSize) break
  }
  await flush()
  return { entries: archived }
}

/** Pending commands are never archived. */
const oldCommands = (db: Kysely<DeviceTables>, after: number) =>
  db
    .selectFrom(table)
    .select((eb) => [
      'pk',
      'device_pk',
      'command',
      numberIn(db, eb.ref('command'), 'command_status').as('status'),
      numberIn(db, eb.ref('command'), 'added_time').as('sent'),
    ])
    .where('pk', '>', after)
    .where(hasNoCourse)
    .orderBy('pk')
    .limit(pageSize)
    .execute()

const hasNoCourse = sql<boolean>`not exists (select 1 from command_course where
  command_course.device_pk = device_command.device_pk and command_course.command_pk = device_command.pk)`

function endOf(command: string): number | undefined {
  const { command_life, added_time } = parseJson(command) as DeviceCommand
  const at = Number(command_life?.at(-1)?.updated_time ?? added_time)
  return Number.isSafeInteger(at) ? at : undefined
}

async function move(db: Kysely<DeviceTables>, keys: ArchiveKeys, batch: readonly ArchivedCommand[]): Promise<number> {
  const newest = await newestArchive(db, table)
  const archive = await packRows(keys, table, newest, batch)
  const pks = batch.map(({ id }) => id)
  const moved = await writeArchive(db, table, newest, archive, async (transaction) => {
    for (let at = 0; at < pks.length; at += pageSize, await setImmediate()) {
      const part = pks.slice(at, at + pageSize)
      const { numDeletedRows } = await transaction
        .deleteFrom(table)
        .where((eb) => isOneOf(db, eb.ref('pk'), part))
        .where(hasNoCourse)
        .executeTakeFirstOrThrow()
      if (Number(numDeletedRows) !== part.length) throw new Error('Commands have changed while they were archived')
    }
  })
  return moved ? batch.length : 0
}
