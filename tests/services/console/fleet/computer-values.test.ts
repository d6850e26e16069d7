// What the index says of computers is what the server says of them now, and nothing where it says nothing.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { computerFields, scanComputerFields } from '#contract/desktop/computer-fields.ts'
import { computerDetailFields, type InstalledSoftware } from '#contract/desktop/inventory-fields.ts'
import { recordOf } from '#contract/field.ts'
import { computerCatalog } from '#contract/fleet/computer-catalog.ts'
import type { JsonObject } from '#contract/json.ts'
import { type Database, openDatabase } from '#platform/database/open.ts'
import { computerSubject } from '#services/console/fleet/computer-subject.ts'
import { conditionsOf } from '#services/console/fleet/fleet-handlers.ts'
import { fleetQueries } from '#services/console/fleet/fleet-query.ts'
import { storeOf } from '#services/console/fleet/fleet-store.ts'
import { computerLayout } from '#services/console/fleet/layout.ts'
import { type ConsoleTables, consoleMigrations } from '#services/console/tables.ts'

const site = 'main'
let folder: string
let database: Database
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-computer-values-'))
  database = await openDatabase({ folder, migrations: consoleMigrations })
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** As servers write it. */
const rowOf = (wire: JsonObject) => z.decode(recordOf({ ...computerFields, ...scanComputerFields }), wire)
const detailOf = (wire: JsonObject) => z.decode(recordOf(computerDetailFields), wire)

function index() {
  const db = database.db.$extendTables<ConsoleTables>()
  const store = storeOf(db, computerSubject)
  const queries = fleetQueries(db, () => 1_800_000_000_000, computerLayout)
  let walk = 0
  return {
    row: (id: string, wire: JsonObject) =>
      store.takeRows(site, [rowOf({ resource_id: id, ...wire })], { walk: (walk += 1), isDelta: false, at: walk }),
    record: async (id: string, wire: JsonObject, software: readonly InstalledSoftware[] = []) => {
      const of = db
        .selectFrom('fleet_computer' as 'fleet_device')
        .select('id')
        .where('device_id', '=', id)
      const { id: key } = await of.executeTakeFirstOrThrow()
      await store.takeRecords(site, [{ id: key, record: { detail: detailOf(wire), software }, at: 1 }])
    },
    found: async (line: string) => {
      const conditions = conditionsOf(line, computerCatalog)
      const asked = { columns: [], offset: 0, limit: 100 }
      const { rows } = await queries.page({ site, conditions, catalog: computerCatalog }, asked)
      return rows.map(({ device_id }) => device_id).join()
    },
  }
}
const disk = (disk_name: string, free_size: number | string, file_system = 'NTFS') => ({
  disk_name,
  file_system,
  total_size: 1000,
  free_size,
})
const disks = (...all: JsonObject[]) => ({ computer_disk_summary: { disks: all } })

test.each([['--'], [null], [undefined]])('a value replaced by %j in the list is unknown', async (nothing) => {
  const { row, record, found } = index()
  const said = { owner: 'Alice', agent_logged_on_users: 'ALICE', error_code: '1042', remarks: 'dc.agent.failed' }
  const gone = 1_700_000_000_000
  await row('1', { ...said, os_version: '10.0.2', agent_uninstalled_on: gone })
  await record('1', { computer_summary: { owner: 'Alice' }, computer_hardware_summary: { serial_number: 'S-1' } })
  expect(await found('owner:Alice error_code=1042 agent_uninstalled_on<9y os>=10 "alice" serial:S-1')).toBe('1')
  const fields = [...Object.keys(said), 'os_version', 'agent_uninstalled_on']
  const wire = nothing === undefined ? {} : Object.fromEntries(fields.map((name) => [name, nothing]))
  await row('1', wire)
  for (const name of fields) expect(await found(`missing:${name}`), name).toBe('1')
  // Details may be older than the list.
  await record('1', { computer_summary: { owner: 'Alice' }, computer_hardware_summary: { serial_number: 'S-1' } })
  expect([await found('owner:Alice'), await found('os>=10'), await found('"alice"')]).toEqual(['', '', ''])
  expect(await found('missing:owner serial:S-1 "s-1"')).toBe('1')
  await record('1', { computer_hardware_summary: { serial_number: '--' } })
  expect(await found('missing:serial')).toBe('1')
})

test('a time of -1 is unknown, and a text of the list is found after its details were read', async () => {
  const { row, record, found } = index()
  await row('1', { agent_uninstalled_on: 1_700_000_000_000, description: 'Reception' })
  await record('1', {})
  expect(await found('-missing:agent_uninstalled_on "reception"')).toBe('1')
  await row('1', { agent_uninstalled_on: -1, description: 'Reception' })
  expect(await found('missing:agent_uninstalled_on "reception"')).toBe('1')
})

test('a scan is kept if its list was not read, and removed if it was', async () => {
  const { row, record, found } = index()
  await row('1', { scan_status: 0, scan_remarks: 'dc.inv.scan.unreachable' })
  await record('1', {})
  await row('1', { owner: 'Ben' })
  expect(await found('scan=0 owner:Ben -missing:scan_remarks')).toBe('1')
  await row('1', { scan_status: 2, scan_remarks: '--' })
  expect(await found('scan=2 missing:scan_remarks')).toBe('1')
  // A server without that list says it in the details.
  await row('2', {})
  await record('2', { scancomputer: { scan_status: 1 } })
  expect(await found('scan=1')).toBe('2')
})

test('a computer without inventory does not count as without software or volumes', async () => {
  const { row, record, found } = index()
  await row('unscanned', {})
  await record('unscanned', {})
  await row('scanned', { scan_status: 2, last_successful_scan: 1_700_000_000_000 })
  await record('scanned', disks(disk('C:', 500)))
  await row('counted', {})
  await record('counted', { computer_software_summary: { total_software: 0 } })
  await row('with', {})
  await record('with', disks(disk('C:', '--'), disk('D:', 800)), [{ software_name: 'Acme Defender' }])
  expect(await found('-app:Defender')).toBe('scanned,counted')
  // Nobody knows whether those that were never scanned have any.
  expect(await found('missing:app')).toBe('unscanned,scanned,counted')
  expect(await found('-missing:app')).toBe('with')
  expect(await found('missing:volume')).toBe('unscanned,counted')
  expect(await found('-missing:volume')).toBe('scanned,with')
  expect([await found('unknown:volume'), await found('-unknown:volume')]).toEqual(['', 'scanned,with'])
  // What is free on C: of the last one is not known.
  expect(await found('-volume:"C:"<10%')).toBe('scanned')
})

test('an unknown volume does not count as having enough space', async () => {
  const { row, record, found } = index()
  const computers = {
    unknown: disks(disk('C:', '--'), disk('D:', 800)),
    low: disks(disk('C:', '--'), disk('D:', 90)),
    media: disks(disk('C:', 500), disk('E:', '--', 'UDF')),
    edge: disks(disk('C:', 99.6)),
    full: { computer_disk_summary: { percent_free: 4, disks: [disk('C:', '--'), disk('D:', '--')] } },
    summed: { computer_disk_summary: { percent_free: 40 } },
  }
  for (const [id, wire] of Object.entries(computers)) {
    await row(id, {})
    await record(id, wire)
  }
  expect(await found('disk<10%')).toBe('low,edge,full')
  expect(await found('-disk<10%')).toBe('media,summed')
  expect(await found('missing:disk')).toBe('unknown')
  expect(await found('missing:all_disks_free')).toBe('unknown,low')
})
