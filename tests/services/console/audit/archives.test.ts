import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { archiveAudit } from '#services/console/audit/chain.ts'
import type { ChainedEntry } from '#services/console/audit/entries.ts'
import { longestStall } from '../../../crypto/longest-stall.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { runs, withinMs } from '../../../support/runs.ts'
import { fillAudit } from './many-entries.ts'
import { anEntry, fiveEntries, masterKey, openTrail, type TrailWorld } from './trail-world.ts'

const start = Date.UTC(2025, 0, 1)
/** An archive takes two thousand. */
const many = runs(8_000, 20_000)
/** Of entry `id` and those behind it, none is old enough. */
const beforeEntry = (id: number) => start + (id - 1) * 1000

let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
beforeAll(async () => {
  postgres = noPostgres ? undefined : await startPostgres()
})

describe.each(['SQLite', 'PostgreSQL'])('on %s', { timeout: 120_000 }, (kind) => {
  const isPostgres = kind === 'PostgreSQL'
  describe.skipIf(isPostgres && noPostgres)('', () => {
    let world: TrailWorld
    beforeEach(async () => {
      world = await openTrail(isPostgres ? await postgres?.createDatabase('archives') : undefined)
    })
    afterEach(() => world.close())

    const run = (statement: string) => sql.raw(statement).execute(world.tables)
    const archive = (before: number) => archiveAudit(world.tables, masterKey, before)
    const problem = async () => (await world.trail.verify()).problem
    const live = async () => {
      const rows = await world.tables.selectFrom('proxy_audit').select('id').orderBy('id').execute()
      return rows.map(({ id }) => id)
    }
    const archives = () => world.tables.selectFrom('proxy_audit_archive').selectAll().orderBy('id').execute()
    /** 15 entries: 1 to 4, 5 to 8 and 9 to 12 in three archives. */
    const fill = async () => {
      await fillAudit(world, 15, start)
      for (const id of [5, 9, 13]) expect(await archive(beforeEntry(id))).toEqual({ entries: 4 })
    }

    test('old entries are archived once, and the audit stays intact', async () => {
      await fillAudit(world, 15, start)
      const before = await world.trail.verify()
      expect(await archive(beforeEntry(1))).toEqual({ entries: 0 })
      expect(await world.trail.archived()).toBeUndefined()
      expect(await archive(beforeEntry(11))).toEqual({ entries: 10 })
      expect(await archive(beforeEntry(11))).toEqual({ entries: 0 })
      expect(await live()).toEqual([11, 12, 13, 14, 15])
      expect(await world.trail.verify()).toEqual({ ...before, archives: 1 })
      expect(await world.trail.archived()).toEqual({ archives: 1, until: start + 9000 })
      const [{ contents, ...facts } = expect.unreachable()] = await archives()
      expect(facts).toMatchObject({ first_id: 1, last_id: 10, first_at: start, entries: 10, previous: '' })
      expect(Buffer.from(contents, 'base64').toString('latin1')).not.toContain('device_id')
    })

    test('the chain continues after the last archive, even if every entry is archived', async () => {
      await fillAudit(world, 3, start)
      expect(await archive(Date.now())).toEqual({ entries: 3 })
      expect(await live()).toEqual([])
      expect(await problem()).toBeUndefined()
      for (const entry of fiveEntries) await world.trail.record(entry)
      expect(await world.trail.verify()).toMatchObject({ intact: true, entries: 8, archives: 1 })
      const exported: ChainedEntry[] = []
      for await (const page of world.trail.chained({ site: 'test' }, 10)) exported.push(...page)
      expect(exported.at(-1)?.previous).toBe((await archives())[0]?.hash)
      await world.tamper('delete from proxy_audit where id = 4')
      expect(await problem()).toBe('Entry 4 is missing')
    })

    test('the database refuses to remove entries outside archives, and to change archives', async () => {
      await fill()
      for (const statement of [
        'delete from proxy_audit where id = 13',
        'delete from proxy_audit',
        "update proxy_audit set user_name = 'eve'",
        'delete from proxy_audit_archive',
        'update proxy_audit_archive set entries = 5',
      ])
        await expect(run(statement)).rejects.toThrow('append-only')
      expect(await live()).toEqual([13, 14, 15])
      expect(await problem()).toBeUndefined()
    })

    test.each([
      ['an archive that is gone', 'delete from proxy_audit_archive where id = 2', 'Archive 2 is missing'],
      ['the first', 'delete from proxy_audit_archive where id = 1', 'Archive 1 is missing'],
      ['the last', 'delete from proxy_audit_archive where id = 3', 'Entry 9 is missing'],
      ['all', 'delete from proxy_audit_archive', 'Entry 1 is missing'],
      ['another seal', "update proxy_audit_archive set seal = 'x' where id = 2", 'Archive 2 was changed'],
      ['another count', 'update proxy_audit_archive set entries = 3 where id = 2', 'Archive 2 was changed'],
      ['another time', 'update proxy_audit_archive set last_at = 1 where id = 3', 'Archive 3 was changed'],
      ['another end', 'update proxy_audit_archive set last_id = 9 where id = 2', 'Archive 2 was changed'],
      [
        'other contents',
        'update proxy_audit_archive set contents = (select contents from proxy_audit_archive where id = 1) where id = 2',
        'Archive 2 was changed',
      ],
      ['no contents', "update proxy_audit_archive set contents = '' where id = 2", 'Archive 2 was changed'],
      [
        'two in another order',
        'update proxy_audit_archive set id = 9 where id = 1; update proxy_audit_archive set id = 1 where id = 2; update proxy_audit_archive set id = 2 where id = 9',
        'Archive 1 was changed',
      ],
      [
        'one that was made up',
        'insert into proxy_audit_archive select 4, 13, 99, 1, 2, 87, hash, hash, contents, seal from proxy_audit_archive where id = 3; delete from proxy_audit',
        'Archive 4 was changed',
      ],
      ['a live entry that is gone', 'delete from proxy_audit where id = 13', 'Entry 13 is missing'],
      ['all live entries', 'delete from proxy_audit', 'Entries after 12 are missing'],
      [
        'an archived entry that is back',
        'insert into proxy_audit select 12, at, site, user_name, address, action, target, result, code, revealed_to, searched, hash, reason, ticket from proxy_audit where id = 13',
        'Entry 12 was inserted',
      ],
    ])('%s is found', async (_what, statements, found) => {
      await fill()
      const columns = 'id, first_id, last_id, first_at, last_at, entries, previous, hash, contents, seal'
      const named = statements.replace('proxy_audit_archive select 4', `proxy_audit_archive (${columns}) select 4`)
      await world.tamper(...named.split('; '))
      expect(await problem()).toBe(found)
    })

    test('without the master key an archive can be neither created nor read', async () => {
      await fill()
      await archiveAudit(world.tables, Buffer.alloc(32, 'another key'), Date.now())
      expect(await live()).toEqual([13, 14, 15])
      expect(await world.withKey(Buffer.alloc(32, 'another key')).verify()).toMatchObject({ intact: false })
      expect(await problem()).toBeUndefined()
    })

    test('tampered entries are not archived', async () => {
      await fillAudit(world, 15, start)
      await world.tamper("update proxy_audit set target = 'x' where id = 7")
      const stays = { problem: 'Entry 7 was changed or moved' }
      expect(await archive(beforeEntry(13))).toEqual({ entries: 6, ...stays })
      expect(await archive(beforeEntry(13))).toEqual({ entries: 0, ...stays })
      expect(await live()).toHaveLength(9)
      expect(await problem()).toBe(stays.problem)
    })

    test('if the removal fails halfway, nothing is archived', async () => {
      await fillAudit(world, 1200, start)
      await run(
        isPostgres
          ? `create function fails() returns trigger language plpgsql as $$ begin raise exception 'power cut'; end $$;
             create trigger fails before delete on proxy_audit for each row when (old.id = 1100) execute function fails()`
          : "create trigger fails before delete on proxy_audit when old.id = 1100 begin select raise(abort, 'power cut'); end",
      )
      await expect(archive(Date.now())).rejects.toThrow('power cut')
      expect(await archives()).toEqual([])
      expect(await live()).toHaveLength(1200)
      expect(await problem()).toBeUndefined()
      await run(isPostgres ? 'drop trigger fails on proxy_audit' : 'drop trigger fails')
      expect(await archive(Date.now())).toEqual({ entries: 1200 })
    })

    const startProcess = async (before: number, ...removals: string[]) => {
      const program = fileURLToPath(new URL('archive-process.ts', import.meta.url))
      const child = spawn(process.execPath, [program, world.folder, world.url ?? '', String(before), ...removals], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      await once(child.stdout, 'data')
      return child
    }
    /** Each entry is there once, in an archive or out of them. */
    const expectWhole = async (entries: number) => {
      const archived = (await archives()).flatMap(({ first_id, last_id }) =>
        Array.from({ length: last_id - first_id + 1 }, (_, at) => first_id + at),
      )
      expect([...archived, ...(await live())]).toEqual(Array.from({ length: entries }, (_, at) => at + 1))
      expect(await world.trail.verify()).toMatchObject({ intact: true, entries })
    }

    test('a process killed while archiving loses nothing, and the next one continues', async () => {
      await fillAudit(world, many, start)
      for (const [removals, count] of [
        ['1', 0],
        ['7', 0],
        ['30', 1],
      ] as const) {
        const child = await startProcess(beforeEntry(many + 1), removals)
        child.stdin.end()
        expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])
        expect(await archives()).toHaveLength(count)
        await expectWhole(many)
      }
      await archive(beforeEntry(many + 1))
      expect(await live()).toEqual([])
      await expectWhole(many)
    })

    test('two processes that archive concurrently archive each entry once', async () => {
      await fillAudit(world, many, start)
      const children = await Promise.all([1, 2].map(() => startProcess(beforeEntry(many - 1_999))))
      const said = children.map(({ stdout }) => text(stdout))
      for (const { stdin } of children) stdin.end()
      const counts = (await Promise.all(said)).map((line) => Number(/archived (\d+)/.exec(line)?.[1]))
      expect(Math.max(...counts)).toBeGreaterThanOrEqual(2000)
      await archive(beforeEntry(many - 1_999))
      expect(await live()).toHaveLength(2000)
      await expectWhole(many)
    })

    test('archiving and verifying many entries does not block other requests', async () => {
      await fillAudit(world, many, start)
      const state = { isOver: false, recorded: 0 }
      const people = (async () => {
        for (; !state.isOver; state.recorded += 1) {
          await world.trail.record(anEntry())
          await delay(5)
        }
      })()
      const begin = performance.now()
      const archiving = await longestStall(() => archive(beforeEntry(many + 1)))
      const verifying = await longestStall(() => world.trail.verify())
      const tookMs = performance.now() - begin
      state.isOver = true
      await people
      expect(state.recorded).toBeGreaterThan(5)
      expect(tookMs).toBeLessThan(withinMs(20_000))
      expect(archiving).toBeLessThan(100)
      expect(verifying).toBeLessThan(100)
      expect(await archives()).toHaveLength(many / 2_000)
      expect(await world.trail.verify()).toMatchObject({
        intact: true,
        entries: many + state.recorded,
        archives: many / 2_000,
      })
    })

    test('entries archived during verification are not reported as missing', async () => {
      await fillAudit(world, 6000, start)
      const found = Promise.all(Array.from({ length: 5 }, () => world.trail.verify()))
      for (let id = 1000; id <= 6000; id += 1000) await archive(beforeEntry(id))
      expect((await found).map((one) => one.problem)).toEqual(Array(5).fill(undefined))
    })
  })
})
