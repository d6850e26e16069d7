import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { archiveAfter } from '#platform/archives/archive-table.ts'
import { openArchive } from '#platform/archives/archive.ts'
import { type ArchivedCommand, archiveCommands, commandArchiveKeys } from '#services/mdm/commands/archive-commands.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { masterKey } from '../../running.ts'
import { ableTo, type CommandWorld, hour, minute, startWorld, stopClock } from './command-world.ts'

const day = 24 * hour
const days30 = () => Date.now() - 30 * day
let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
beforeAll(async () => {
  postgres = noPostgres ? undefined : await startPostgres()
})

describe.each(['SQLite', 'PostgreSQL'])('on %s', { timeout: 120_000 }, (kind) => {
  const isPostgres = kind === 'PostgreSQL'
  describe.skipIf(isPostgres && noPostgres)('', () => {
    let world: CommandWorld
    beforeEach(async () => {
      stopClock()
      world = await startWorld(isPostgres ? { url: (await postgres?.createDatabase('commands')) ?? '' } : {})
    })
    afterEach(async () => {
      await world.stop()
      vi.useRealTimers()
    })

    const tables = () => world.database.db.$extendTables<DeviceTables>()
    const archive = (before = days30()) => archiveCommands(tables(), masterKey, before)
    const isPending = (status: number | undefined) => status === 1 || status === 3
    const stored = async () => {
      const rows = await tables().selectFrom('device_command').select(['pk', 'command']).orderBy('pk').execute()
      return rows.map(({ pk, command }) => ({
        pk,
        status: (JSON.parse(command) as { command_status: number }).command_status,
      }))
    }
    const archived = async () => {
      const found = await archiveAfter(tables(), 'device_command', 0)
      if (!found) return undefined
      return {
        ...found,
        rows: await openArchive<ArchivedCommand>(commandArchiveKeys(masterKey), 'device_command', found),
      }
    }

    test('commands that ended long ago leave the history of their device; what is newer or pending stays', async () => {
      const [one = '', other = ''] = ableTo('lock')
      await archive(Date.now() + 1) // those that the demo came with
      const before = await stored()
      expect(before.every(({ status }) => isPending(status))).toBe(true)

      await world.send(one, 'lock')
      await world.later(30 * minute)
      await world.switchLab(`devices/${other}`, 'POST', { connection: 'offline' })
      const { command_history_id: pending } = await world.send(other, 'lock')
      const [done] = await world.history(one)
      expect(isPending(done?.command_status)).toBe(false)
      expect(await archive()).toEqual({ entries: 0 })

      vi.setSystemTime(Date.now() + 31 * day)
      await world.send(one, 'scan')
      const { entries } = await archive()
      expect(entries).toBeGreaterThanOrEqual(1)
      expect((await world.history(one)).map(({ command_name }) => command_name)).toEqual(['scan'])
      expect((await world.history(other)).map(({ command_history_id: id }) => id)).toContain(pending)
    })

    test('an archive says how many commands it has and from when, and opens with the master key alone', async () => {
      const before = await stored()
      const { entries } = await archive(Date.now() + 1)
      const found = await archived()
      expect(entries).toBeGreaterThan(100)
      expect(found?.entries).toBe(entries)
      expect(found?.rows).toHaveLength(entries)
      const times = found?.rows?.map(({ at }) => at) ?? []
      expect([found?.first_at, found?.last_at]).toEqual([Math.min(...times), Math.max(...times)])
      const left = await stored()
      expect(
        [...(found?.rows ?? []).map(({ id }) => id), ...left.map(({ pk }) => pk)].toSorted((a, b) => a - b),
      ).toEqual(before.map(({ pk }) => pk))
      const another = commandArchiveKeys(Buffer.alloc(32, 'another'))
      expect(found && (await openArchive(another, 'device_command', found))).toBeUndefined()
      await expect(sql`delete from device_command_archive`.execute(tables())).rejects.toThrow('append-only')
    })

    test('a command that has something to do is kept, whatever its entry says', async () => {
      const [one = ''] = ableTo('lock')
      await world.switchLab(`devices/${one}`, 'POST', { connection: 'offline' })
      await world.send(one, 'lock')
      const { command_pk: pk } = await tables()
        .selectFrom('command_course')
        .select('command_pk')
        .orderBy('number', 'desc')
        .executeTakeFirstOrThrow()
      await sql`update device_command set command = replace(command, '"command_status":1', '"command_status":2')
        where pk = ${pk}`.execute(tables())
      await archive(Date.now() + 1)
      expect((await stored()).map((row) => row.pk)).toContain(pk)
    })
  })
})
