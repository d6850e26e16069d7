// Pages of an index whose results are few, frequent, unsorted by any index, or without a name, on both databases.
import type { Insertable, Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import { parseQuery } from '#contract/fleet/query-line.ts'
import { insertAll } from '#platform/database/differences.ts'
import { fleetQueries } from '#services/console/fleet/fleet-query.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { databases, openIndex, site } from '../filled-index.ts'

const devices = Array.from({ length: 24_000 }, (_, at) => {
  const id = at + 1
  const mixed = (at * 7919) % 24_000
  return {
    id,
    // Some names are equal, and one in twenty has none.
    device_name: mixed % 20 === 0 ? null : `Device ${String(mixed - (mixed % 3)).padStart(5, '0')}`,
    // A few of the devices are in Lisboa, all of them last by name.
    office: mixed > 17_990 ? 'Lisboa' : mixed % 4000 === 1 ? 'Porto' : 'Berlin',
    battery_level: (at * 31) % 101,
  }
})
/** One entry and one certificate, of devices in all slices. */
const hasMail = ({ id }: Made) => id % 7 === 0
const hasRoot = ({ id }: Made) => id % 3 === 0
type Made = (typeof devices)[number]
const holds: Record<string, (device: Made) => boolean> = {
  '': () => true,
  'office:Berlin': ({ office }) => office === 'Berlin',
  'office:Lisboa': ({ office }) => office === 'Lisboa',
  'office:Porto': ({ office }) => office === 'Porto',
  'battery<50': ({ battery_level: level }) => level < 50,
  'app:Mail': hasMail,
  '-app:Mail office:Berlin': (device) => !hasMail(device) && device.office === 'Berlin',
  'certificate_issuer:root': hasRoot,
  'certificate_issuer:root app:Mail battery<50': (device) =>
    hasRoot(device) && hasMail(device) && device.battery_level < 50,
  'battery<50 office:Porto': ({ battery_level: level, office }) => level < 50 && office === 'Porto',
}

describe.each(databases)('on $name', ({ name, skip }) => {
  let db: Kysely<ConsoleTables>
  let close: () => Promise<void>

  beforeAll(async () => {
    if (skip) return
    ;({ db, close } = await openIndex(name, 'sorted'))
    const own = { site, gone_at: 0, read_at: 1, walk: 1, is_changed: 0, failures: 0, listed: '' }
    const rows = devices.map(({ id, ...device }) => ({ ...own, ...device, device_id: String(id) }))
    const gone = {
      ...own,
      gone_at: 5,
      device_id: 'gone',
      device_name: 'Device 00001',
      office: 'Berlin',
      battery_level: 1,
    }
    const mail = { site, list: 'app', name: 'Mail', identifier: '', version: '', version_order: '', searched: 'mail' }
    const root = { site, digest: 'root', certificateissuername: 'Root', searched: 'root' }
    const { id: entry } = await db.insertInto('fleet_entry').values(mail).returning('id').executeTakeFirstOrThrow()
    const { id: certificate } = await db
      .insertInto('fleet_certificate')
      .values(root as Insertable<ConsoleTables['fleet_certificate']>)
      .returning('id')
      .executeTakeFirstOrThrow()
    const withMail = devices.filter(hasMail).map(({ id }) => ({ entry, device: id }))
    const withRoot = devices.filter(hasRoot).map(({ id }) => ({ certificate, device: id }))
    await insertAll(db, 'fleet_device_entry', withMail)
    await insertAll(db, 'fleet_device_certificate', withRoot)
    await insertAll(db, 'fleet_device', [...rows, gone, { ...gone, device_id: 'else', site: 'elsewhere', gone_at: 0 }])
  }, 120_000)
  afterAll(async () => {
    if (skip) return
    await close()
  })

  const pageOf = async (line: string, page: { sort?: string; offset: number; limit: number }) => {
    const parsed = parseQuery(line, deviceCatalog)
    if ('problem' in parsed) throw new Error(parsed.problem.message)
    const asked = { site, conditions: parsed.conditions, catalog: deviceCatalog }
    const { rows, total } = await fleetQueries(db, Date.now).page(asked, { columns: [], ...page })
    return { ids: rows.map(({ device_id: id }) => Number(id)), total }
  }
  const expectedOf = (
    line: string,
    { sort = 'device_name', offset, limit }: { sort?: string; offset: number; limit: number },
  ) => {
    const field = sort.replace('-', '') as 'device_name' | 'battery_level'
    const sign = sort.startsWith('-') ? -1 : 1
    const found = devices.filter((device) => holds[line]?.(device))
    found.sort((a, b) => {
      const [one, other] = [a[field], b[field]]
      if (one === null || other === null) return Number(one === null) - Number(other === null) || a.id - b.id
      return (one < other ? -sign : one > other ? sign : 0) || a.id - b.id
    })
    return { ids: found.slice(offset, offset + limit).map(({ id }) => id), total: found.length }
  }

  test.skipIf(skip)('the parts of a query together have each of its devices once', async () => {
    for (const line of Object.keys(holds)) {
      const parsed = parseQuery(line, deviceCatalog)
      const asked = { site, conditions: 'conditions' in parsed ? parsed.conditions : [], catalog: deviceCatalog }
      const found: number[] = []
      let after: number | undefined = 0
      while (after !== undefined) {
        const part = await fleetQueries(db, Date.now).part(asked, { columns: [], after, limit: 1000 })
        found.push(...part.rows.map(({ device_id: id }) => Number(id)))
        after = part.next
      }
      const expected = devices.filter((device) => holds[line]?.(device)).map(({ id }) => id)
      expect({ line, found }).toEqual({ line, found: expected })
    }
  })

  test.skipIf(skip)('every page has its rows in order, and the total', { timeout: 120_000 }, async () => {
    for (const line of Object.keys(holds))
      for (const sort of ['device_name', '-device_name', 'battery_level', '-battery_level']) {
        const { total } = expectedOf(line, { offset: 0, limit: 0 })
        for (const offset of [0, 50, 3000, Math.max(0, total - 30), total]) {
          const page = { sort, offset, limit: 50 }
          expect({ line, ...page, ...(await pageOf(line, page)) }).toEqual({ line, ...page, ...expectedOf(line, page) })
        }
      }
  })
})
