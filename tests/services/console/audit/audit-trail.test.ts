import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { chained, type ChainedEntry } from '#services/console/audit/entries.ts'
import { timelineIn } from '#services/console/audit/timeline.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { anEntry, fiveEntries, openTrail, type TrailWorld } from './trail-world.ts'

const everything = { page: 0, limit: 200 }
let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
beforeAll(async () => {
  postgres = noPostgres ? undefined : await startPostgres()
})
afterAll(() => postgres?.stop())

let databases = 0
describe.each(['SQLite', 'PostgreSQL'])('on %s', (kind) => {
  const isPostgres = kind === 'PostgreSQL'
  describe.skipIf(isPostgres && noPostgres)('', () => {
    let world: TrailWorld
    beforeEach(async () => {
      world = await openTrail(isPostgres ? await postgres?.createDatabase(`audit_${(databases += 1)}`) : undefined)
    })
    afterEach(async () => {
      vi.useRealTimers()
      await world.close()
    })
    const fill = async () => {
      for (const entry of fiveEntries) await world.trail.record(entry)
    }
    const problem = async () => (await world.trail.verify()).problem

    test('an audit is intact as it was written, with entries and without', async () => {
      expect(await world.trail.verify()).toEqual({ intact: true, entries: 0, head: '' })
      await fill()
      expect(await world.trail.verify()).toMatchObject({ intact: true, entries: 5, head: /^[0-9a-f]{64}$/ })
    })

    test('the database itself refuses to change or remove an entry', async () => {
      await fill()
      for (const statement of ["update proxy_audit set user_name = 'eve'", 'delete from proxy_audit where id = 2']) {
        await expect(sql.raw(statement).execute(world.tables)).rejects.toThrow('append-only')
      }
      expect(await problem()).toBeUndefined()
    })

    test.each([
      ['another time', 'update proxy_audit set at = at + 1 where id = 3', 'Entry 3 was changed'],
      ['another site', "update proxy_audit set site = 'x' where id = 3", 'Entry 3 was changed'],
      ['another user', "update proxy_audit set user_name = 'eve' where id = 3", 'Entry 3 was changed'],
      ['another address', "update proxy_audit set address = 'x' where id = 3", 'Entry 3 was changed'],
      ['another action', "update proxy_audit set action = 'x' where id = 3", 'Entry 3 was changed'],
      ['another target', "update proxy_audit set target = 'x' where id = 3", 'Entry 3 was changed'],
      ['another reason', "update proxy_audit set reason = 'x' where id = 5", 'Entry 5 was changed'],
      ['no reason', "update proxy_audit set reason = '', ticket = '' where id = 5", 'Entry 5 was changed'],
      ['a reason where there was none', "update proxy_audit set reason = 'x' where id = 3", 'Entry 3 was changed'],
      ['a ticket where there was none', "update proxy_audit set ticket = 'x' where id = 3", 'Entry 3 was changed'],
      ['another result', "update proxy_audit set result = 'done' where id = 1", 'Entry 1 was changed'],
      ['another code', "update proxy_audit set code = '' where id = 5", 'Entry 5 was changed'],
      [
        'a secret that counts for nobody',
        'update proxy_audit set revealed_to = null where id = 4',
        'Entry 4 was changed',
      ],
      ['a searched text that hides it', "update proxy_audit set searched = '' where id = 3", 'searched in entry 3'],
      ['another hash', "update proxy_audit set hash = 'x' where id = 3", 'Entry 3 was changed'],
      ['a number that leaves a gap', 'update proxy_audit set id = 9 where id = 5', 'Entries after 4 are missing'],
      ['an entry taken out', 'delete from proxy_audit where id = 3', 'Entry 3 is missing'],
      ['the first taken out', 'delete from proxy_audit where id = 1', 'Entry 1 is missing'],
      ['the last taken out', 'delete from proxy_audit where id = 5', 'Entries after 4 are missing'],
      ['all taken out', 'delete from proxy_audit', 'Entries after 0 are missing'],
      ['the head taken out', 'delete from proxy_audit_head', 'The head of the audit is missing'],
      ['a head that says less', 'update proxy_audit_head set last = 4', 'head'],
      ['a head that says more', 'update proxy_audit_head set last = 6', 'Entries after 5 are missing'],
      ['another hash of the head', "update proxy_audit_head set hash = 'x'", 'head'],
      ['a head without its seal', "update proxy_audit_head set seal = ''", 'The head of the audit was changed'],
      [
        'a head as at the beginning',
        "update proxy_audit_head set last = 0, hash = '', seal = ''",
        'Entry 5 was inserted',
      ],
    ])('%s is found', async (_what, statement, found) => {
      await fill()
      await world.tamper(statement)
      expect(await world.trail.verify()).toMatchObject({
        intact: false,
        problem: expect.stringContaining(found) as string,
      })
    })

    test('two swapped entries are found', async () => {
      await fill()
      await world.tamper(
        'update proxy_audit set id = 99 where id = 2',
        'update proxy_audit set id = 2 where id = 3',
        'update proxy_audit set id = 3 where id = 99',
      )
      expect(await problem()).toContain('Entry 2 was changed or moved')
    })

    test('an inserted entry is found: between others, and after the last', async () => {
      await fill()
      const columns = 'at, site, user_name, address, action, target, result, code, revealed_to, searched, hash'
      const copied = (id: number) =>
        `insert into proxy_audit (id, ${columns}) select ${id}, ${columns} from proxy_audit where id = 5`
      await world.tamper(copied(6))
      expect(await problem()).toBe('Entry 6 was inserted')
      await world.tamper(copied(-1), 'delete from proxy_audit where id = 6')
      expect(await problem()).toBe('Entry -1 was inserted')
    })

    test('a removed end is still found after later entries', async () => {
      await fill()
      await world.tamper(
        'delete from proxy_audit where id = 5',
        'update proxy_audit_head set last = 4, hash = (select hash from proxy_audit where id = 4)',
      )
      expect(await problem()).toBe('The head of the audit was changed')
      for (const entry of fiveEntries) await world.trail.record(entry)
      expect(await problem()).toBe('The head of the audit was changed')
    })

    test('an outdated head of another entry is found', async () => {
      await fill()
      await world.tamper(
        'create table kept as select * from proxy_audit_head',
        'delete from proxy_audit where id = 5',
        'update proxy_audit_head set last = 4, hash = (select hash from proxy_audit where id = 4)',
      )
      await world.trail.record(anEntry({ user: 'eve' }))
      await world.tamper('delete from proxy_audit_head', 'insert into proxy_audit_head select * from kept')
      expect(await problem()).toBe('The head of the audit does not belong to its last entry')
    })

    test('without the master key no valid entry can be written', async () => {
      await fill()
      await world.withKey(Buffer.alloc(32, 'another key')).record(anEntry({ user: 'eve' }))
      expect(await problem()).toBe('Entry 6 was changed or moved')
    })

    test('two processes that write concurrently keep one chain', { timeout: 120_000 }, async () => {
      const program = fileURLToPath(new URL('append-entries.ts', import.meta.url))
      const writers = ['one', 'two'].map((name) =>
        spawn(process.execPath, [program, world.folder, world.url ?? '', name, '100'], {
          stdio: ['pipe', 'pipe', 'inherit'],
        }),
      )
      await Promise.all(writers.map(({ stdout }) => once(stdout, 'data')))
      for (const { stdin } of writers) stdin.end()
      const ends = await Promise.all(writers.map((writer) => once(writer, 'close')))
      expect(ends).toEqual([
        [0, null],
        [0, null],
      ])
      expect(await world.trail.verify()).toMatchObject({ intact: true, entries: 200 })
      const { entries } = await world.trail.list({ site: 'test' }, everything)
      expect(entries.map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, at) => 200 - at))
      for (const name of ['one', 'two']) expect(entries.filter(({ user }) => user === name)).toHaveLength(100)
    })

    test('entries added during verification are no error', async () => {
      await fill()
      const writing = Promise.all(Array.from({ length: 50 }, () => world.trail.record(anEntry())))
      const found = await Promise.all(Array.from({ length: 10 }, () => world.trail.verify()))
      await writing
      expect(found.map(({ problem }) => problem)).toEqual(Array(10).fill(undefined))
      expect(await world.trail.verify()).toMatchObject({ intact: true, entries: 55 })
    })

    test('an audit longer than one page is read to its end', { timeout: 120_000 }, async () => {
      for (let at = 0; at < 1010; at += 1) await world.trail.record(anEntry({ target: `${at}` }))
      expect(await world.trail.verify()).toMatchObject({ intact: true, entries: 1010 })
      const pages: ChainedEntry[][] = []
      for await (const page of world.trail.chained({ site: 'test' }, 1005)) pages.push(page)
      expect(pages.map(({ length }) => length)).toEqual([1000, 5])
      expect(pages.flat().map(({ id }) => id)).toEqual(Array.from({ length: 1005 }, (_, at) => 1010 - at))
      await world.tamper("update proxy_audit set target = 'x' where id = 1004")
      expect(await problem()).toContain('Entry 1004')
    })

    test('the eleventh secret within a minute is refused, with the seconds to wait, also for concurrent calls', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 12) })
      const reveal = (revealedTo = 'test admin') => world.trail.record(anEntry({ revealedTo }))
      const outcomes = await Promise.allSettled(Array.from({ length: 25 }, () => reveal()))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
      expect(await world.trail.verify()).toMatchObject({ intact: true, entries: 10 })

      vi.setSystemTime(Date.UTC(2026, 10, 21, 12, 0, 40))
      const refusal = { code: 'TOO_MANY_REVEALS', status: 429, retryAfterSeconds: 20 }
      await expect(reveal()).rejects.toMatchObject(refusal)
      await expect(world.trail.requireModest('test admin')).rejects.toMatchObject(refusal)
      await reveal('test operator')
      await world.trail.record(anEntry({ revealedTo: 'test admin', unlimited: true }))
      vi.setSystemTime(Date.UTC(2026, 10, 21, 12, 1, 0))
      await reveal()
      expect(world.logged).toEqual([])
    })

    test('an entry that cannot be written is an error, and the log says so', async () => {
      await sql.raw('drop table proxy_audit').execute(world.tables)
      await expect(world.trail.record(anEntry({ target: 'keyName: web' }))).rejects.toThrow()
      expect(world.logged.join()).toContain('"audit not written","route":"mdm.wipeDevice"')
      expect(world.logged.join()).not.toContain('web')
    })

    describe('finding', () => {
      const found = async (filter: object) =>
        (await world.trail.list({ site: 'test', ...filter }, everything)).entries.map(({ id }) => id)

      test('newest first, a page at a time, of one site only', async () => {
        await fill()
        expect(await world.trail.list({ site: 'test' }, { page: 0, limit: 3 })).toMatchObject({
          total: 4,
          entries: [
            { id: 4, user: 'admin', action: 'keys.getSshKeyPassphrase', target: 'keyName: web' },
            { id: 3 },
            { id: 2 },
          ],
        })
        expect(await world.trail.list({ site: 'test' }, { page: 1, limit: 3 })).toMatchObject({
          total: 4,
          entries: [{ id: 1 }],
        })
        expect(await found({ site: 'other' })).toEqual([5])
        expect(await found({ site: 'nowhere' })).toEqual([])
      })

      test('by user, action, result and period, each and together', async () => {
        vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
        for (const entry of fiveEntries) {
          await world.trail.record(entry)
          vi.setSystemTime(Date.now() + 1000)
        }
        expect(await found({ user: 'OPERATOR' })).toEqual([3])
        expect(await found({ user: 'oper' })).toEqual([])
        expect(await found({ action: 'session.signIn' })).toEqual([2, 1])
        expect(await found({ result: 'refused' })).toEqual([1])
        expect(await found({ since: 1_001_000, until: 1_002_000 })).toEqual([3, 2])
        expect(await found({ action: 'session.signIn', result: 'done', user: 'admin' })).toEqual([2])
      })

      test('in every part of a long audit, each once', async () => {
        for (let round = 0; round < 4; round += 1) for (const entry of fiveEntries) await world.trail.record(entry)
        const inParts = timelineIn(world.tables, 3)
        const ofOperator = [18, 13, 8, 3]
        for (const page of [0, 1, 2]) {
          const { total, entries } = await inParts.list({ site: 'test', user: 'operator' }, { page, limit: 3 })
          expect(total).toBe(4)
          expect(entries.map(({ id }) => id)).toEqual(ofOperator.slice(page * 3, page * 3 + 3))
        }
        const walked: number[] = []
        for await (const page of chained(world.tables, { site: 'test', user: 'operator' }, 3, 3)) {
          walked.push(...page.map(({ id }) => id))
        }
        expect(walked).toEqual(ofOperator.slice(0, 3))
      })

      test('by text in user, action or target, whatever its case, each character for itself', async () => {
        await world.trail.record(anEntry({ user: 'Jürgen', target: 'keyName: 100%_Ä\\b' }))
        await world.trail.record(anEntry({ user: 'other', target: 'keyName: 1000' }))
        expect(await found({ search: ' JÜRGEN ' })).toEqual([1])
        expect(await found({ search: 'WIPEdevice' })).toEqual([2, 1])
        expect(await found({ search: '100%' })).toEqual([1])
        expect(await found({ search: '%_ä\\B' })).toEqual([1])
        expect(await found({ search: '_0' })).toEqual([])
        expect(await found({ search: 'admin' })).toEqual([])
      })

      test('by a job with its complete number', async () => {
        for (const target of ['device_ids: 5, job: 1', 'job: 1, outcomes: failed', 'job: 12', 'device_ids: 5, job: 10'])
          await world.trail.record(anEntry({ target }))
        expect(await found({ search: 'job: 1' })).toEqual([2, 1])
        expect(await found({ search: ' Job: 12' })).toEqual([3])
        expect(await found({ search: 'job:' })).toEqual([4, 3, 2, 1])
      })
    })

    test('control and bidirectional characters are stored escaped', async () => {
      const hostile = 'eve\r\n\u0000\u001b[31m\u202eroot\u2028\ud800'
      await world.trail.record(anEntry({ user: hostile, target: hostile, code: hostile, address: hostile }))
      await world.trail.record(anEntry({ user: 'x'.repeat(300), target: '𝒳'.repeat(2000) }))
      expect(await world.trail.verify()).toMatchObject({ intact: true, entries: 2 })
      const [long, first] = (await world.trail.list({ site: 'test' }, everything)).entries
      const shown = String.raw`eve\u000d\u000a\u0000\u001b[31m\u202eroot\u2028` + '\ufffd'
      expect(first).toMatchObject({ user: shown, target: shown, code: shown, address: shown })
      expect(Array.from(long?.user ?? '')).toHaveLength(255)
      expect(long?.target).toBe(`${'𝒳'.repeat(999)}…`)
    })
  })
})
