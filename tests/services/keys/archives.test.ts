import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { noPostgres, startPostgres } from '../../platform/database/postgres.ts'
import { caller, type KeyWorld, startKeyWorld } from './key-world.ts'

const actor = { ...caller, operation: 'createSSHKey' }
const day = 86_400_000
let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
beforeAll(async () => {
  postgres = noPostgres ? undefined : await startPostgres()
})

describe.each(['SQLite', 'PostgreSQL'])('on %s', { timeout: 120_000 }, (kind) => {
  const isPostgres = kind === 'PostgreSQL'
  describe.skipIf(isPostgres && noPostgres)('', () => {
    let world: KeyWorld
    beforeEach(async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) })
      const url = isPostgres ? await postgres?.createDatabase('key_archives') : undefined
      world = await startKeyWorld(url === undefined ? {} : { url })
      for (let at = 1; at <= 9; at += 1) {
        await world.parts.audit.note(actor, `SSH key “${at}” created`)
        vi.setSystemTime(Date.now() + day)
      }
    })
    afterEach(async () => {
      vi.useRealTimers()
      await world.stop()
    })

    const run = (statement: string) => sql.raw(statement).execute(world.parts.db)
    const verify = () => world.parts.audit.verify()
    /** Entries from before a day of January. */
    const archive = (date: number) => world.parts.audit.archive(Date.UTC(2026, 0, date))
    const ids = async () => (await world.audit()).map(({ id }) => id)
    const tamper = async (statement: string) => {
      for (const table of ['key_audit', 'key_audit_archive'])
        for (const change of ['update', 'delete'])
          await run(isPostgres ? `alter table ${table} disable trigger user` : `drop trigger ${table}_no_${change}`)
      await run(statement)
    }

    test('old rows are archived, and the audit is as whole as before', async () => {
      expect(await archive(4)).toEqual({ entries: 3 })
      expect(await archive(4)).toEqual({ entries: 0 })
      expect(await archive(7)).toEqual({ entries: 3 })
      expect(await ids()).toEqual([7, 8, 9])
      expect(await verify()).toBeUndefined()
      await world.parts.audit.note(actor, 'SSH key “10” created')
      expect(await verify()).toBeUndefined()
    })

    test('the database refuses to remove entries outside archives, and to change archives', async () => {
      await archive(4)
      for (const statement of [
        'delete from key_audit where id = 4',
        'update key_audit_archive set entries = 1',
        'delete from key_audit_archive',
      ])
        await expect(run(statement)).rejects.toThrow('append-only')
      expect(await verify()).toBeUndefined()
    })

    test.each([
      ['delete from key_audit_archive where id = 1', 'Archive 1 is missing'],
      ['delete from key_audit_archive where id = 2', 'Audit row 4 is missing'],
      ["update key_audit_archive set contents = '' where id = 2", 'Archive 2 was changed'],
      ["update key_audit_archive set seal = '' where id = 2", 'Archive 2 was changed'],
      ["update key_audit_archive set hash = 'x' where id = 2", 'Archive 2 was changed'],
      ['delete from key_audit where id = 7', 'Audit row 7 is missing'],
      ['delete from key_audit where id > 6', 'Audit rows after 6 are missing'],
      ['delete from key_setting', 'The key of the audit is missing'],
    ])('%s is found', async (statement, found) => {
      await archive(4)
      await archive(7)
      await tamper(statement)
      expect(await verify()).toBe(found)
    })

    test('while the vault is sealed, nothing is archived', async () => {
      world.parts.vault.lock()
      await expect(archive(4)).rejects.toThrow('sealed')
      world.unlock()
      expect(await ids()).toHaveLength(9)
      expect(await archive(4)).toEqual({ entries: 3 })
    })
  })
})
