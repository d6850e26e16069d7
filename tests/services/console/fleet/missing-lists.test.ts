// Which devices have no entry of a list is known without its entries, of which a large fleet has millions.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Kysely } from 'kysely'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import { parseQuery } from '#contract/fleet/query-line.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { fleetQueries } from '#services/console/fleet/fleet-query.ts'
import { fleetStore } from '#services/console/fleet/fleet-store.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { databases, openIndex, site } from './filled-index.ts'

const mail = { app_name: 'Mail', identifier: 'mail', app_version: '1' }
const records: Record<string, Partial<Device>> = {
  'with an app': { installed_apps: [mail] },
  'with a profile': { profiles: [{ profile_name: 'Wi-Fi', profile_id: '7' }] },
  'with nothing': {},
}

describe.each(databases)('on $name', ({ name, skip }) => {
  let db: Kysely<ConsoleTables>
  let close: () => Promise<void>

  beforeAll(async () => {
    if (skip) return
    ;({ db, close } = await openIndex(name, 'missing_lists'))
  }, 120_000)
  afterAll(async () => {
    if (skip) return
    await close()
  })

  let now = 1_800_000_000_000
  const read = async (id: string, more: Partial<Device>) => {
    const row = await db.selectFrom('fleet_device').select('id').where('device_id', '=', id).executeTakeFirstOrThrow()
    now += 1
    await fleetStore(db).takeRecords(site, [{ id: row.id, record: { device_id: id, ...more }, at: now }])
  }
  beforeEach(async () => {
    if (skip) return
    await db.deleteFrom('fleet_device').execute()
    await db.deleteFrom('fleet_device_entry').execute()
    const rows = [...Object.keys(records), 'never read'].map((id) => ({ device_id: id, device_name: id }))
    await fleetStore(db).takeRows(site, rows, { walk: 1, isDelta: false, at: now })
    for (const [id, record] of Object.entries(records)) await read(id, record)
  })
  const found = async (line: string) => {
    const parsed = parseQuery(line, deviceCatalog)
    if ('problem' in parsed) throw new Error(parsed.problem.message)
    const asked = { site, conditions: parsed.conditions, catalog: deviceCatalog }
    const { rows } = await fleetQueries(db, Date.now).page(asked, { columns: [], offset: 0, limit: 50 })
    return rows.map(({ device_id: id }) => id)
  }
  const expectFound = async () => {
    expect(await found('missing:app')).toEqual(['with a profile', 'with nothing'])
    expect(await found('-missing:app')).toEqual(['with an app'])
    expect(await found('missing:profile')).toEqual(['with an app', 'with nothing'])
    expect(await found('-unknown:profile')).toEqual(['with a profile'])
  }

  test.skipIf(skip)('finds them by what their records list', async () => {
    await expectFound()
    await read('with an app', {})
    expect(await found('missing:app')).toEqual(['with a profile', 'with an app', 'with nothing'])
    await read('with nothing', { installed_apps: [mail] })
    expect(await found('-missing:app')).toEqual(['with nothing'])
  })

  test.skipIf(skip)('finds them without reading entries', async () => {
    await db.deleteFrom('fleet_device_entry').execute()
    await expectFound()
  })

  test.skipIf(skip)('finds records that were read before the upgrade by their entries', async () => {
    await db.updateTable('fleet_device').set({ lists: null }).execute()
    await expectFound()
  })
})
