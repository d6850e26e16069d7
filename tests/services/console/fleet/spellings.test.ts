// Values that differ in case only: a query does not tell them apart, and neither do counts, on both databases.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import { openDatabase } from '#platform/database/open.ts'
import { fleetQueries } from '#services/console/fleet/fleet-query.ts'
import { fleetStore } from '#services/console/fleet/fleet-store.ts'
import { type ConsoleTables, consoleMigrations } from '#services/console/tables.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'

const site = 'here'
const offices = ['Lisboa', 'LISBOA', 'Lisboa', 'lisboa', 'Porto', 'Évora', 'évora', 'Évora']

describe.each([
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
])('on $name', ({ name, skip }) => {
  let queries: ReturnType<typeof fleetQueries>
  let close: () => Promise<void>

  beforeAll(async () => {
    if (skip) return
    const folder = await mkdtemp(join(tmpdir(), 'triptych-spellings-'))
    const url = name === 'SQLite' ? undefined : await (await startPostgres()).createDatabase('spellings')
    const database = await openDatabase({ url, folder, migrations: consoleMigrations })
    const db = database.db.$extendTables<ConsoleTables>()
    close = async () => {
      await database.close()
      await rm(folder, { recursive: true })
    }
    const records = offices.map((office, at) => {
      const app = { app_name: office, identifier: `app.${office.toLowerCase()}`, app_version: `${at}` }
      return { device_id: String(at), device_name: `Device ${at}`, office, apps: [app] }
    })
    const store = fleetStore(db)
    await store.takeRows(site, records, { walk: 1, isDelta: false, at: 1 })
    const waiting = await store.changed(site, 100)
    const read = waiting.map(({ id, device_id }) => ({ id, record: records[Number(device_id)] ?? {}, at: 2 }))
    await store.takeRecords(site, read)
    queries = fleetQueries(db, Date.now)
  }, 120_000)
  afterAll(async () => {
    if (!skip) await close()
  })

  test.skipIf(skip).each(['office', 'app'])('values of %s', async (field) => {
    const all = { site, conditions: [], catalog: deviceCatalog }
    const { values } = await queries.values(all, { field, search: '', limit: 4 })
    expect(values.map(({ count }) => count)).toEqual([4, 3, 1])
    for (const { value, count } of values) {
      const conditions = [{ field, comparison: 'is' as const, value: String(value) }]
      expect(await queries.count({ ...all, conditions }), String(value)).toBe(count)
    }
    if (field === 'office') expect(values.map(({ value }) => value)).toEqual(['Lisboa', 'Évora', 'Porto'])
  })
})
