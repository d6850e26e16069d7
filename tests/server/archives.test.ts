// What was archived goes into a backup, and is written to files by a command of its own.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { insertAll } from '#platform/database/differences.ts'
import { openDatabase } from '#platform/database/open.ts'
import type { LeaseTables } from '#platform/lease.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import { openMasterKey } from '#server/master-key.ts'
import { migrations } from '#server/migrations.ts'
import { auditTrail } from '#services/console/audit/audit-trail.ts'
import { archiveAudit } from '#services/console/audit/chain.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { auditTrail as keyAuditTrail } from '#services/keys/audit.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { openVault } from '#services/keys/vault-keeper.ts'
import { archiveCommands } from '#services/mdm/commands/archive-commands.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { noPostgres, startPostgres } from '../platform/database/postgres.ts'
import { ofProducts } from '../support/server.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-archives-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type Place = { data: string; url?: string | undefined; passphrase?: string }
type Name = 'archives' | 'backup' | 'restore'

/** A command as `npm run` calls it. */
async function run(name: Name, { data, url, passphrase }: Place, ...args: string[]) {
  const file = join(folder, 'passphrase')
  if (passphrase !== undefined) await writeFile(file, passphrase)
  const env = {
    PATH: process.env.PATH,
    ...ofProducts,
    TRIPTYCH_DATA_DIR: data,
    TRIPTYCH_DATABASE_URL: url,
    TRIPTYCH_VAULT_PASSPHRASE_FILE: passphrase && file,
  }
  const done = promisify(execFile)(process.execPath, [`src/server/${name}.ts`, ...args], { env })
  return done.then(
    ({ stdout }) => `0: ${stdout}`,
    ({ code, stderr }: { code: number; stderr: string }) => `${code}: ${stderr}`,
  )
}

async function open({ data, url, passphrase }: Place) {
  const database = await openDatabase({ url, folder: data, migrations })
  const tables = database.db.$extendTables<ProxyTables & ConsoleTables & KeyTables & DeviceTables & LeaseTables>()
  const masterKey = await openMasterKey(join(data, 'master.key'), tables)
  const { vault, close: closeVault } = await openVault(tables, { masterKey, passphrase, log: () => undefined })
  const ofConsole = auditTrail(tables, masterKey, () => undefined)
  const close = async () => {
    await closeVault()
    await database.close()
  }
  return { tables, masterKey, ofConsole, ofKeys: keyAuditTrail(tables, vault), close }
}

const entry = { site: 'embedded', user: 'admin', address: '::1', action: 'mdm.lockDevice', result: 'done', code: '' }
const actor = { operation: 'createSSHKey', username: 'first', address: '::1', keyId: 1 }
const soon = () => Date.now() + 60_000

/** Two archives of each audit and one of the command history, and a live entry of each audit. */
async function fill(place: Place) {
  const opened = await open(place)
  const { tables, masterKey, ofConsole, ofKeys } = opened
  const record = async (target: string) => {
    await ofConsole.record({ ...entry, result: 'done', target })
    await ofKeys.note(actor, target)
  }
  for (const targets of [
    ['a', 'b'],
    ['c', 'd'],
  ]) {
    for (const target of targets) await record(target)
    await archiveAudit(tables, masterKey, soon())
    await ofKeys.archive(soon())
  }
  await record('live')
  await sql`insert into device (pk, device_id, platform, device_type, owned_by, is_removed, summary, ${sql.join(
    sorts.map((name) => sql.ref(name)),
  )}) values (1, 'd1', '', '', '', 0, '{}', ${sql.join(sorts.map(() => ''))})`.execute(tables)
  const command = { command_history_id: '9007199254740993', command_name: 'lock', command_status: 2, added_time: 1 }
  const text = JSON.stringify(command).replace('"9007199254740993"', '9007199254740993')
  await insertAll(tables, 'device_command', [{ device_pk: 1, command: text }])
  expect(await archiveCommands(tables, masterKey, soon())).toEqual({ entries: 1 })
  await opened.close()
}
const sorts = [
  'device_name',
  'serial_number',
  'platform_type',
  'os_version',
  'model',
  'user_name',
  'managed_status',
  'owned_by',
  'office',
  'asset_tag',
  'last_contact_time',
].map((name) => `by_${name}`)

const linesIn = async (path: string) =>
  (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe.each([
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
])('on $name', { timeout: 120_000 }, ({ name, skip }) => {
  const newPlace = async (called: string): Promise<Place> => {
    const data = join(folder, called)
    await mkdir(data)
    return { data, url: name === 'PostgreSQL' ? await (await startPostgres()).createDatabase('archives') : undefined }
  }

  test.skipIf(skip)('a restored backup still verifies with its archives, and they can be read', async () => {
    const [from, to] = [await newPlace('from'), await newPlace('to')]
    await fill(from)
    expect(await run('backup', from, join(folder, 'a.backup'))).toMatch(/^0: /)
    expect(await run('restore', to, join(folder, 'a.backup'))).toMatch(/^0: /)
    await cp(join(from.data, 'master.key'), join(to.data, 'master.key'))
    const copy = await open(to)
    expect(await copy.ofConsole.verify()).toMatchObject({ intact: true, entries: 5, archives: 2 })
    expect(await copy.ofKeys.verify()).toBeUndefined()
    await expect(copy.tables.deleteFrom('proxy_audit').execute()).rejects.toThrow('append-only')
    await expect(copy.tables.deleteFrom('proxy_audit_archive').execute()).rejects.toThrow('append-only')
    await copy.close()

    const out = join(folder, 'out')
    expect(await run('archives', to, out)).toMatch(
      /console-audit\.jsonl: 4 entries, verified\.\n.*key-audit\.jsonl: 4 .*\n.*command-history\.jsonl: 1 /,
    )
    for (const file of await readdir(out)) expect((await stat(join(out, file))).mode & 0o777).toBe(0o600)
    const ofConsole = await linesIn(join(out, 'console-audit.jsonl'))
    expect(ofConsole.map(({ id, user, target }) => [id, user, target])).toEqual([
      [1, 'admin', 'a'],
      [2, 'admin', 'b'],
      [3, 'admin', 'c'],
      [4, 'admin', 'd'],
    ])
    expect(ofConsole.map(({ previous }) => previous)).toEqual(['', ...ofConsole.slice(0, 3).map(({ hash }) => hash)])
    const ofKeys = await linesIn(join(out, 'key-audit.jsonl'))
    expect(ofKeys.map(({ description }) => description)).toEqual(['a', 'b', 'c', 'd'])
    expect(await readFile(join(out, 'command-history.jsonl'), 'utf8')).toContain(
      '"command_history_id":9007199254740993',
    )
    expect(await run('archives', to, out)).toMatch(/^1: .*already exists. Specify a new folder./s)
  })

  test.skipIf(skip)('archives that do not verify are not written, nor without their master key', async () => {
    const place = await newPlace('data')
    const out = join(folder, 'out')
    expect(await run('archives', place)).toMatch(/^2: Usage: npm run archives -- FOLDER/)
    if (!place.url) expect(await run('archives', place, out)).toMatch(/^1: No database found in/)
    await (await open(place)).close()
    expect(await run('archives', place, out)).toMatch(/^1: No archives found/)
    await fill(place)

    const key = await readFile(join(place.data, 'master.key'))
    await writeFile(join(place.data, 'master.key'), `${'5'.repeat(64)}\n`)
    expect(await run('archives', place, out)).toMatch(/^1: .*not the one that the database was sealed with/s)
    await rm(join(place.data, 'master.key'))
    expect(await run('archives', place, out)).toMatch(/^1: .*is missing. It is required to read archives./s)
    await writeFile(join(place.data, 'master.key'), key)

    const { tables, close } = await open(place)
    const change = async (table: string) => {
      const archives = `${table}_archive`
      const trigger = place.url ? `${archives}_no_change on ${archives}` : `${archives}_no_update`
      await sql.raw(`drop trigger ${trigger}`).execute(tables)
      await sql.raw(`update ${archives} set entries = 9 where id = 1`).execute(tables)
    }
    await change('device_command')
    expect(await run('archives', place, out)).toMatch(/^1: Archive 1 of device_command is missing or was changed/)
    await change('key_audit')
    expect(await run('archives', place, out)).toMatch(/^1: .*key management was modified: Archive 1 was/)
    await change('proxy_audit')
    expect(await run('archives', place, out)).toMatch(/^1: .*console was modified: Archive 1 was changed/)
    await close()
    expect(await readdir(out)).toEqual([])
  })
})

test('a vault under a passphrase needs it', { timeout: 120_000 }, async () => {
  const place = { data: join(folder, 'data'), passphrase: 'correct horse battery staple' }
  await fill(place)
  const out = join(folder, 'out')
  expect(await run('archives', { data: place.data }, out)).toMatch(/^1: TRIPTYCH_VAULT_PASSPHRASE_FILE must be set/)
  expect(await run('archives', { ...place, passphrase: 'another one' }, out)).toMatch(
    /^1: TRIPTYCH_VAULT_PASSPHRASE_FILE/,
  )
  expect(await run('archives', place, out)).toMatch(/key-audit\.jsonl: 4 entries, verified/)
})
