// Conditions on one further table, which PostgreSQL reads without the main table and SQLite before it: removed devices and other sites stay out.
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import { parseQuery } from '#contract/fleet/query-line.ts'
import { insertAll } from '#platform/database/differences.ts'
import { fleetQueries } from '#services/console/fleet/fleet-query.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { databases, openIndex, site } from './filled-index.ts'

/** IDs are assigned in this order. `camera` is null where the record does not report it; without `isRead`, no row of restrictions exists. */
const devices = [
  { id: 1, camera: '0', asset: 'A1' },
  { id: 2, camera: '1', asset: 'A2' },
  { id: 3, camera: null },
  { id: 4, camera: '0', asset: 'A1', gone_at: 5 },
  { id: 5, camera: '0', asset: 'A1', is_removed: 1 },
  { id: 6, camera: '0', asset: null, is_removed: 0 },
  { id: 7, isRead: false },
]

describe.each(databases)('on $name', ({ name, skip }) => {
  let db: Kysely<ConsoleTables>
  let close: () => Promise<void>

  beforeAll(async () => {
    if (skip) return
    ;({ db, close } = await openIndex(name, 'one_table'))
    const own = { site, gone_at: 0, read_at: 1, walk: 1, is_changed: 0, failures: 0, listed: '', is_removed: null }
    for (const { id, camera, asset = null, isRead = true, ...more } of devices) {
      const row = { ...own, device_id: String(id), device_name: `Device ${id}`, ...more }
      await insertAll(db, 'fleet_device', [isRead ? row : { ...row, read_at: 0 }])
      if (isRead) await insertAll(db, 'fleet_device_restriction', [{ device: id, allow_camera: camera }])
      await insertAll(db, 'fleet_device_text', [{ device: id, searched: '', asset_tag: asset }])
    }
  }, 120_000)
  afterAll(async () => {
    if (skip) return
    await close()
  })

  const found = async (line: string) => {
    const parsed = parseQuery(line, deviceCatalog)
    if ('problem' in parsed) throw new Error(parsed.problem.message)
    const asked = { site, conditions: parsed.conditions, catalog: deviceCatalog }
    const { rows, total } = await fleetQueries(db, Date.now).page(asked, { columns: [], offset: 0, limit: 50 })
    expect(total).toBe(rows.length)
    return rows.map(({ device_id: id }) => Number(id))
  }
  const expectFound = async () => {
    expect(await found('restriction:allow_camera=0')).toEqual([1, 6])
    expect(await found('-restriction:allow_camera=0')).toEqual([2])
    expect(await found('missing:allow_camera')).toEqual([3])
    expect(await found('-missing:allow_camera')).toEqual([1, 2, 6])
    expect(await found('unknown:allow_camera')).toEqual([1, 2, 6])
    expect(await found('restriction:allow_camera=0 is_removed')).toEqual([5])
    expect(await found('restriction:allow_camera=0 -restriction:allow_camera=1')).toEqual([1, 6])
    expect(await found('asset:A1')).toEqual([1])
    expect(await found('asset:a -asset:A1')).toEqual([2])
    expect(await found('missing:asset')).toEqual([3, 6])
    expect(await found('-missing:asset')).toEqual([1, 2])
    expect(await found('missing:asset restriction:allow_camera=0')).toEqual([6])
    expect(await found('asset:A1 is_removed')).toEqual([5])
  }

  test.skipIf(skip)('finds devices of the only site', expectFound)

  test.skipIf(skip)('finds those of one of two sites', async () => {
    const other = { site: 'elsewhere', device_id: '8', device_name: 'Device 8', gone_at: 0, read_at: 1 }
    const row = { ...other, walk: 1, is_changed: 0, failures: 0, listed: '' }
    await db.insertInto('fleet_device').values(row).execute()
    await insertAll(db, 'fleet_device_restriction', [{ device: 8, allow_camera: '0' }])
    await insertAll(db, 'fleet_device_text', [{ device: 8, searched: '', asset_tag: 'A1' }])
    await expectFound()
  })
})
