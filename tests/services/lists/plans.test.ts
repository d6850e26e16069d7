// However many devices and computers there are, a page is found by indexes: what each database plans for every statement.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery, Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { computerSorts } from '#contract/desktop/computer-fields.ts'
import { deviceSorts } from '#contract/mdm/device-list.ts'
import { openDatabase } from '#platform/database/open.ts'
import { postgresDialect } from '#platform/database/postgres.ts'
import { openSqlite } from '#platform/database/sqlite.ts'
import { idOf } from '#services/demo/people/identifiers.ts'
import { seedFleets } from '#services/demo/seed-fleets.ts'
import { rememberUntilChange } from '#services/desktop/inventory/changes.ts'
import type { ComputerFilter } from '#services/desktop/inventory/computer-filter.ts'
import { computerList } from '#services/desktop/inventory/computer-list.ts'
import type { InventoryTables } from '#services/desktop/inventory/tables.ts'
import { warrantySummary } from '#services/desktop/inventory/warranties.ts'
import { migrations } from '#services/migrations.ts'
import type { DeviceFilter } from '#services/mdm/device-filter.ts'
import { deviceList } from '#services/mdm/device-list.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { noPostgres, startPostgres } from '../../platform/database/postgres.ts'

const records = 400
const databases = [
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
]
/** Tables with a row for each device or computer, or more. */
const large = 'device|device_search|device_record|device_change|device_command|group_member|desktop|desktop_text'

describe.each(databases)('on $name', ({ name, skip }) => {
  const asked: CompiledQuery[] = []
  let db: Kysely<DeviceTables & InventoryTables>
  let folder: string
  beforeAll(async () => {
    if (skip) return
    folder = await mkdtemp(join(tmpdir(), 'triptych-plans-'))
    const url = name === 'PostgreSQL' ? await (await startPostgres()).createDatabase('plans') : undefined
    const database = await openDatabase({ url, folder, migrations })
    await seedFleets(database.unlimited.$extendTables(), `large:${records}`, () => undefined)
    await database.close()
    const limits = { connections: 2, statementMs: 30_000, lockMs: 10_000 }
    const { dialect } = url ? postgresDialect(url, limits) : openSqlite(folder)
    db = new Kysely({ dialect, log: ({ query }) => void asked.push(query) })
  })
  afterAll(async () => {
    if (skip) return
    await db.destroy()
    await rm(folder, { recursive: true, force: true })
  })

  /** What is read whole to answer, by the plans of all statements but those that count. */
  async function readWhole(work: () => Promise<unknown>): Promise<string[]> {
    asked.length = 0
    await work()
    const statements = asked.filter((query) => !/^(explain|set) |count\(\*\) as/.test(query.sql))
    expect(statements).not.toEqual([])
    const found: string[] = []
    for (const query of statements) {
      const plan = name === 'SQLite' ? await planOnSqlite(query) : await planOnPostgres(query)
      found.push(...plan.filter((line) => wholeReads.test(line)).map((line) => `${line.trim()}: ${query.sql}`))
    }
    return found
  }
  const wholeReads =
    name === 'SQLite' ? new RegExp(`^SCAN (${large})(?! USING)\\b`) : new RegExp(`Seq Scan on (${large})\\b`)
  const planOnSqlite = async ({ sql: text, parameters }: CompiledQuery) => {
    const explained = CompiledQuery.raw(`explain query plan ${text}`, [...parameters])
    const { rows } = await db.executeQuery<{ detail: string }>(explained)
    return rows.map(({ detail }) => detail)
  }
  /** Of a table this small it reads all, unless there is no need to: with seq scans off, none is left where an index serves. */
  const planOnPostgres = ({ sql: text, parameters }: CompiledQuery) =>
    db.connection().execute(async (connection) => {
      await sql`set enable_seqscan = off`.execute(connection)
      const { rows } = await connection.executeQuery<{ 'QUERY PLAN': string }>(
        CompiledQuery.raw(`explain ${text}`, [...parameters]),
      )
      await sql`set enable_seqscan = on`.execute(connection)
      return rows.map((row) => row['QUERY PLAN'])
    })

  const deviceFilters: Record<string, DeviceFilter> = {
    'no filter': {},
    'a platform': { platform: 'Platform A' },
    'a state and an owner': { managed_status: ['2'], owned_by: '1', exclude_removed: true },
    'a kind of device': { device_type: 'tablet' },
    'a text': { search: 'lap' },
    'a serial number': { serial_number: 'none has this' },
    'a group': { group_id: '1' },
  }
  test.skipIf(skip).each(Object.keys(deviceFilters))('a page of devices with %s reads no table whole', async (what) => {
    const list = deviceList(db)
    const found: string[] = []
    for (const sort of deviceSorts) {
      const page = { sort, descending: sort === 'last_contact_time', limit: 50, offset: 20 }
      found.push(...(await readWhole(() => list(deviceFilters[what] ?? {}, page))))
    }
    expect(found).toEqual([])
  })

  const computerFilters: Record<string, ComputerFilter> = {
    'no filter': {},
    'a platform': { platformfilter: ['1'] },
    'an office and a state': { branchofficefilter: 'none', livestatusfilter: ['1'], scanstatusfilter: ['2'] },
    'a text in the name': { searchcolumn: 'resource_name', searchvalue: 'lap' },
    'a text in an address': { searchcolumn: 'ip_address', searchvalue: '10.1' },
  }
  test.skipIf(skip).each(Object.keys(computerFilters))(
    'a page of computers with %s reads no table whole',
    async (what) => {
      const list = computerList(db, rememberUntilChange(db), 5)
      const found: string[] = []
      for (const sort of computerSorts) {
        const page = { sort, descending: sort === 'agent_version', limit: 50, offset: 20 }
        found.push(...(await readWhole(() => list(computerFilters[what] ?? {}, page))))
      }
      expect(found).toEqual([])
    },
  )

  test.skipIf(skip)('computers with given IDs are found without reading the IDs of others', async () => {
    const list = computerList(db, rememberUntilChange(db))
    const page = { sort: 'resource_name', descending: false, limit: 50, offset: 0 } as const
    asked.length = 0
    const { rows } = await list({ residfilter: [1, 7, 300].map((number) => idOf('desktop', number)) }, page)
    expect(rows.map(({ machine }) => machine.index).toSorted((one, other) => one - other)).toEqual([1, 7, 300])
    const plans = await Promise.all(asked.map(name === 'SQLite' ? planOnSqlite : planOnPostgres))
    const whole = name === 'SQLite' ? /^SCAN desktop\b/ : /(Seq|Index Only) Scan .*on desktop\b(?!.*\n.*Index Cond)/
    expect(plans.map((plan) => plan.join('\n')).filter((plan) => whole.test(plan))).toEqual([])
  })

  test.skipIf(skip)('warranties are summed up without looking at computers', async () => {
    asked.length = 0
    const summary = await warrantySummary(db)
    expect(Object.values(summary).reduce((sum, some) => sum + some, 0)).toBe(records)
    expect(asked.map((query) => /from "(\w+)"/.exec(query.sql)?.[1])).toEqual(['desktop_warranty'])
  })
})
