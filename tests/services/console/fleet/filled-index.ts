// An index of devices without a server: empty, or filled with records.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#platform/database/open.ts'
import { fleetQueries } from '#services/console/fleet/fleet-query.ts'
import { fleetStore } from '#services/console/fleet/fleet-store.ts'
import { type ConsoleTables, consoleMigrations } from '#services/console/tables.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'

export const site = 'here'
export const databases = [
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
] as const

type DatabaseName = (typeof databases)[number]['name']

/** `purpose` names the database. */
export async function openIndex(name: DatabaseName, purpose: string) {
  const folder = await mkdtemp(join(tmpdir(), `triptych-${purpose}-`))
  const url = name === 'SQLite' ? undefined : await (await startPostgres()).createDatabase(purpose)
  const database = await openDatabase({ url, folder, migrations: consoleMigrations })
  return {
    db: database.db.$extendTables<ConsoleTables>(),
    close: async () => {
      await database.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Records are numbered by `device_id`, from 0. */
export async function fillIndex(name: DatabaseName, purpose: string, records: readonly { device_id: string }[]) {
  const { db, close } = await openIndex(name, purpose)
  const store = fleetStore(db)
  await store.takeRows(site, [...records], { walk: 1, isDelta: false, at: 1 })
  const waiting = await store.changed(site, 100)
  const read = waiting.map(({ id, device_id }) => ({ id, record: records[Number(device_id)] ?? {}, at: 2 }))
  await store.takeRecords(site, read)
  return { queries: fleetQueries(db, Date.now), close }
}
