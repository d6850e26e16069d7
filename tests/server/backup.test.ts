// A backup that is made while people work, restored elsewhere: by the two commands, each a process of its own.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database/open.ts'
import type { LeaseTables } from '#platform/lease.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import { openMasterKey } from '#server/master-key.ts'
import { migrations } from '#server/migrations.ts'
import { auditTrail } from '#services/console/audit/audit-trail.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { auditTrail as keyAuditTrail } from '#services/keys/audit.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { openVault } from '#services/keys/vault-keeper.ts'
import { noPostgres, startPostgres } from '../platform/database/postgres.ts'
import { ofProducts } from '../support/server.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-backup-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type Place = { data: string; url?: string | undefined }

/** A command as `npm run` calls it. */
async function run(name: 'backup' | 'restore', { data, url }: Place, ...args: string[]) {
  const env = {
    PATH: process.env.PATH,
    ...ofProducts,
    TRIPTYCH_DATA_DIR: data,
    ...(url && { TRIPTYCH_DATABASE_URL: url }),
  }
  const done = promisify(execFile)(process.execPath, [`src/server/${name}.ts`, ...args], { env })
  return done.then(
    ({ stdout }) => `0: ${stdout}`,
    ({ code, stderr }: { code: number; stderr: string }) => `${code}: ${stderr}`,
  )
}

/** An installation with both audits. */
async function open({ data, url }: Place) {
  const database = await openDatabase({ url, folder: data, migrations })
  const tables = database.db.$extendTables<ProxyTables & ConsoleTables & KeyTables & LeaseTables>()
  const masterKey = await openMasterKey(join(data, 'master.key'), tables)
  const { vault } = await openVault(tables, { masterKey, log: () => undefined })
  const ofConsole = auditTrail(tables, masterKey, () => undefined)
  const ofKeys = keyAuditTrail(tables, vault)
  return { database, tables, ofConsole, ofKeys, close: () => database.close() }
}
type Opened = Awaited<ReturnType<typeof open>>

const entry = {
  site: 'embedded',
  user: 'admin',
  address: '::1',
  action: 'mdm.lockDevice',
  result: 'done',
  code: '',
} as const
const actor = { operation: 'createSSHKey', username: 'first', address: '::1', keyId: 1 }

/** Of which nobody knows how far it came after the backup. */
const texts = [
  'site',
  'owner',
  'user_name',
  'endpoint',
  'title',
  'why_code',
  'why_message',
  'sealed',
  'credential',
] as const
const runningJob = {
  ...(Object.fromEntries([...texts, 'session', 'turn'].map((name) => [name, ''])) as Record<
    (typeof texts)[number] | 'session' | 'turn',
    string
  >),
  state: 'running' as const,
  resume_at: 0,
  created_at: 0,
  changed_at: 0,
  waiting: 5,
  sent: 0,
  accepted: 0,
  done: 0,
  failed: 0,
  refused: 0,
  unknown: 0,
  skipped: 0,
  is_confirmed: 0,
  faults: 0,
}

const scheduleTexts = [
  'site',
  'owner',
  'user_name',
  'title',
  'endpoint',
  'rule',
  'zone',
  'credential',
  'session',
  'why_code',
  'why_message',
] as const
const activeSchedule = {
  ...(Object.fromEntries(scheduleTexts.map((name) => [name, ''])) as Record<(typeof scheduleTexts)[number], string>),
  state: 'active' as const,
  target: 'items' as const,
  missed: 'once' as const,
  template: 0,
  window_minutes: 0,
  is_confirmed: 0,
  next_at: 1,
  checked_at: 0,
  created_at: 0,
  changed_at: 0,
}

/** People who work until they are told to stop: what was acknowledged to them, and when. */
function work({ ofConsole, ofKeys }: Opened) {
  const state = { isOver: false }
  const acknowledged: { target: string; at: number }[] = []
  const write = async (worker: number) => {
    for (let at = 0; !state.isOver; at += 1) {
      const target = `${worker}-${at}`
      await ofConsole.record({ ...entry, target })
      await ofKeys.note(actor, target)
      acknowledged.push({ target, at: Date.now() })
      await delay(1)
    }
  }
  const workers = [1, 2, 3].map(write)
  return {
    acknowledged,
    stop: async () => {
      state.isOver = true
      await Promise.all(workers)
    },
  }
}

const countOf = async ({ db }: Database) =>
  (await db.$extendTables<ConsoleTables>().selectFrom('proxy_audit').select('id').execute()).length

describe.each([
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
])('on $name', { timeout: 120_000 }, ({ name, skip }) => {
  const newPlace = async (called: string): Promise<Place> => {
    const data = join(folder, called)
    await mkdir(data)
    return { data, url: name === 'PostgreSQL' ? await (await startPostgres()).createDatabase('backup') : undefined }
  }

  test.skipIf(skip)(
    'made while people work, it has all that was acknowledged before, and both chains whole',
    async () => {
      const [from, to] = [await newPlace('from'), await newPlace('to')]
      const source = await open(from)
      await source.tables.insertInto('console_job').values(runningJob).execute()
      await source.tables.insertInto('console_schedule').values(activeSchedule).execute()
      const people = work(source)
      while (people.acknowledged.length < 50) await delay(5)
      const file = join(folder, 'triptych.backup')
      const said = await run('backup', from, file)
      const restBefore = people.acknowledged.length
      while (people.acknowledged.length < restBefore + 20) await delay(5)
      await people.stop()
      await source.close()
      expect(said).toContain(`Keep a copy of ${join(from.data, 'master.key')} separately`)
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      expect(gunzipSync(await readFile(file)).includes(await readFile(join(from.data, 'master.key')))).toBe(false)

      const restored = await run('restore', to, file)
      expect(restored).toContain('Copy the master key of this backup to')
      await writeFile(join(to.data, 'master.key'), await readFile(join(from.data, 'master.key')))
      const copy = await open(to)
      const completeTo = Date.parse(/omplete up to (\S+):/.exec(said)?.[1] ?? '')
      const before = people.acknowledged.filter(({ at }) => at < completeTo).map(({ target }) => target)
      const targets = await copy.tables.selectFrom('proxy_audit').select('target').execute()
      const descriptions = await copy.tables.selectFrom('key_audit').select('description').execute()
      expect(before.length).toBeGreaterThanOrEqual(50)
      expect(targets.map(({ target }) => target)).toEqual(expect.arrayContaining(before))
      expect(descriptions.map(({ description }) => description)).toEqual(expect.arrayContaining(before))
      expect(await copy.ofConsole.verify()).toMatchObject({ intact: true, entries: targets.length })
      expect(await copy.ofKeys.verify()).toBeUndefined()
      const jobs = copy.tables.selectFrom('console_job').select(['state', 'why_code'])
      const schedules = copy.tables.selectFrom('console_schedule').select(['state', 'why_code'])
      // They went on after the backup.
      for (const paused of [jobs, schedules])
        expect(await paused.execute()).toEqual([{ state: 'paused', why_code: 'RESTORED' }])
      await copy.ofConsole.record({ ...entry, target: 'after' }) // and it goes on
      expect(await copy.ofConsole.verify()).toMatchObject({ intact: true, entries: targets.length + 1 })
      await copy.close()
    },
  )

  test.skipIf(skip)('it replaces nothing without --force, and nothing that a process uses', async () => {
    const [from, to] = [await newPlace('from'), await newPlace('to')]
    const source = await open(from)
    await source.close()
    const file = join(folder, 'triptych.backup')
    expect(await run('backup', from, file)).toMatch(/^0: /)
    expect(await run('backup', from, file)).toMatch(/^2: .*already exists/s)

    const other = await open(to)
    await other.ofConsole.record({ ...entry, target: 'precious' })
    await rm(join(to.data, 'master.key'))
    const refused = await run('restore', to, file)
    expect(refused).toMatch(/^1: .*already .*\. Stop Triptych and add --force/s)
    const inUse = await run('restore', to, file, '--force')
    expect(inUse).toMatch(/^1: .*in use by a running process/s)
    expect(await countOf(other.database)).toBe(1)
    await other.close()
    expect(await run('restore', to, file, '--force')).toMatch(/^0: /)
    const database = await openDatabase({ url: to.url, folder: to.data, migrations })
    expect(await countOf(database)).toBe(0)
    await database.close()
  })

  test.skipIf(skip)('a damaged file, one of a newer version, and a wrong master key change nothing', async () => {
    const [from, to] = [await newPlace('from'), await newPlace('to')]
    await (await open(from)).close()
    const file = join(folder, 'triptych.backup')
    await run('backup', from, file)
    const tar = gunzipSync(await readFile(file))

    const damaged = Buffer.from(tar)
    damaged.write('X', damaged.lastIndexOf('services_001'))
    const newer = Buffer.from(tar)
    newer.write('services_999', newer.indexOf('services_012'))
    const cut = tar.subarray(0, tar.length / 2)
    for (const [content, reason] of [
      [damaged, /is damaged or was changed/],
      [newer, /created by a newer version of this program \(it has services_999/],
      [cut, /cannot be used/],
    ] as const) {
      await writeFile(join(folder, 'other'), gzipSync(content))
      expect(await run('restore', to, join(folder, 'other'))).toMatch(reason)
    }
    await writeFile(join(to.data, 'master.key'), `${'5'.repeat(64)}\n`)
    const wrongKey = await run('restore', to, file)
    expect(wrongKey).toMatch(/^1: .*does not match this backup/s)
    const database = await openDatabase({ url: to.url, folder: to.data, migrations })
    expect(await countOf(database)).toBe(0)
    await database.close()
  })
})
