// Data of earlier versions, opened by this one. Each fixture has the statements that the migrations of its day ran, and
// the rows that the product of its day made: so it becomes a database of either kind.
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listApps } from '#contract/mdm/apps.ts'
import { listGroups } from '#contract/mdm/groups.ts'
import { listProfiles } from '#contract/mdm/profiles.ts'
import { listUsers } from '#contract/mdm/users.ts'
import { insertAll } from '#platform/database/differences.ts'
import { type Database, openDatabase } from '#platform/database/open.ts'
import { migrations } from '#server/migrations.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { withLock } from '#services/keys/with-lock.ts'
import { noPostgres, startPostgres } from '../platform/database/postgres.ts'
import { startRunning } from '../services/running.ts'
import { schemaOf } from './schema-of.ts'

type Statements = [sql: string, parameters?: unknown[]][]
type Fixture = {
  masterKey: string
  migrations: { name: string; sqlite: Statements; postgres: Statements }[]
  rows: Record<string, object[]>
}
const fixtures = ['devices-alone', 'first-key-management', 'before-audit', 'first-audit'] as const
const lists = [listGroups, listProfiles, listApps, listUsers] as const

const read = async (name: (typeof fixtures)[number]) => {
  const packed = await readFile(join(import.meta.dirname, 'older-data', `${name}.json.gz`))
  return JSON.parse(gunzipSync(packed).toString()) as Fixture
}

describe.each([
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
])('on $name', ({ name, skip }) => {
  const folders: string[] = []
  let createDatabase: ((name: string) => Promise<string>) | undefined
  beforeAll(async () => {
    if (name === 'PostgreSQL' && !skip) ({ createDatabase } = await startPostgres())
  })
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

  async function newPlace() {
    const folder = await mkdtemp(join(tmpdir(), 'triptych-older-'))
    folders.push(folder)
    return { folder, url: await createDatabase?.('older') }
  }

  /** A database as it was in its day, and as it is once this version has opened it. */
  async function older(fixture: Fixture) {
    const place = await newPlace()
    const database = await openDatabase({ ...place, migrations: dayOf(fixture) })
    for (const [table, rows] of Object.entries(fixture.rows)) await fill(database, table, rows)
    await database.close()
    return place
  }

  test.skipIf(skip).each(fixtures)('data of “%s” get every table, column, index and trigger', async (which) => {
    const place = await older(await read(which))
    const upgraded = await openDatabase({ ...place, migrations })
    const fresh = await openDatabase({ ...(await newPlace()), migrations })
    expect(await schemaOf(upgraded)).toEqual(await schemaOf(fresh))
    await Promise.all([upgraded.close(), fresh.close()])
  })

  test.skipIf(skip)(
    'devices of the day when there was nothing else have groups, profiles, apps and users',
    async () => {
      const place = await older(ofServices(await read('devices-alone')))
      const running = await startRunning({ ...given(place), seed: 'empty' })
      const key = await running.mdmKey()
      const count = async (endpoint: (typeof lists)[number]) =>
        Object.values(await running.call(endpoint, { limit: 200 }, key)).find(Array.isArray)?.length
      expect(await Promise.all(lists.map(count))).toEqual([23, 21, 36, 8])
      await running.stop({ keepFolder: true })
    },
  )

  test.skipIf(skip)('key management of its first day lets hosts be changed', async () => {
    const fixture = await read('first-key-management')
    const place = await older(fixture)
    const database = await openDatabase({ ...place, migrations })
    const db = database.db.$extendTables<KeyTables>()
    expect(await withLock(db, 'host 1', () => Promise.resolve('changed'))).toBe('changed')
    await database.close()
  })

  test.skipIf(skip)('before older data are changed, a copy is made or the command for one is told', async () => {
    const place = await older(await read('first-audit'))
    const told: string[] = []
    const open = () => openDatabase({ ...place, migrations, onUpgrade: (line) => told.push(line) })
    await (await open()).close()
    await (await open()).close()
    expect(told).toHaveLength(1)
    if (place.url) return expect(told[0]).toMatch(/pg_dump --format=custom --file=\S+\.dump 'postgres:/)
    const [, copy = ''] = /before the upgrade: (.+\.db)$/.exec(told[0] ?? '') ?? []
    expect((await stat(copy)).mode & 0o777).toBe(0o600)
    const database = new DatabaseSync(copy, { readOnly: true })
    expect(database.prepare('select count(*) as keys from proxy_key').get()).toEqual({ keys: 2 })
    expect(database.prepare(`select 1 from kysely_migration where name like '%repair'`).get()).toBeUndefined()
    database.close()
  })

  test.skipIf(skip)('keys of connections stay, each with where it came from', async () => {
    const database = await openDatabase({ ...(await older(await read('first-audit'))), migrations })
    const keys = await database.db
      .$extendTables<ConsoleTables>()
      .selectFrom('proxy_key')
      .selectAll()
      .orderBy('since')
      .execute()
    expect(keys.map(({ source, fingerprint }) => [source, fingerprint])).toEqual([
      ['console', 'f1'],
      ['configuration', 'f2'],
    ])
    await database.close()
  })
})

const given = ({ folder, url }: { folder: string; url: string | undefined }) => ({ folder, ...(url && { url }) })

/** What the embedded services keep, for a test that runs them alone. */
const ofServices = ({ migrations, rows, ...fixture }: Fixture): Fixture => ({
  ...fixture,
  migrations: migrations.filter(({ name }) => name.startsWith('services_')),
  rows: Object.fromEntries(Object.entries(rows).filter(([table]) => !table.startsWith('proxy_'))),
})

const dayOf = (fixture: Fixture) =>
  Object.fromEntries(
    fixture.migrations.map(({ name, sqlite, postgres }) => [
      name,
      {
        up: async (db: Kysely<unknown>) => {
          const isSqlite = db.getExecutor().adapter.constructor.name !== 'PostgresAdapter'
          for (const [text, parameters] of isSqlite ? sqlite : postgres)
            await sql.raw(parameters ? withValues(text, parameters) : text).execute(db)
        },
      },
    ]),
  )

const withValues = (text: string, parameters: unknown[]) => {
  const values = [...parameters]
  return text.replace(/\?|\$\d+/g, () => literal(values.shift()))
}
const literal = (value: unknown) => (typeof value === 'number' ? String(value) : `'${String(value)}'`)

async function fill({ db, kind }: Database, table: string, rows: object[]) {
  await sql`delete from ${sql.table(table)}`.execute(db)
  if (kind === 'sqlite') return insertAll(db, table, rows)
  const names = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(db)
}
