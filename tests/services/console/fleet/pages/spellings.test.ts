// Values that differ in case only: a query does not tell them apart, and neither do counts, on both databases.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import type { fleetQueries } from '#services/console/fleet/fleet-query.ts'
import { databases, fillIndex, site } from '../filled-index.ts'

// The last device has two certificates, whose issuers are one spelled in two ways.
const certificates = [
  ['Acme CA', '4F:A1'],
  ['ACME CA', '4fa1'],
  ['Acme CA', '4F A1'],
  ['Basalt CA', '77'],
  ['acme ca', '4F:A1', 'ACME CA', '78'],
].map((said) =>
  said.flatMap((certificateissuername, at) =>
    at % 2 === 0 ? { certificatename: 'Own', certificateissuername, serialnumber: said[at + 1] ?? '' } : [],
  ),
)
const offices = ['Lisboa', 'LISBOA', 'Lisboa', 'lisboa', 'Porto', 'Évora', 'évora', 'Évora']

describe.each(databases)('on $name', ({ name, skip }) => {
  let queries: ReturnType<typeof fleetQueries>
  let close: () => Promise<void>

  beforeAll(async () => {
    if (skip) return
    const records = offices.map((office, at) => {
      const app = { app_name: office, identifier: `app.${office.toLowerCase()}`, app_version: `${at}` }
      return {
        device_id: String(at),
        device_name: `Device ${at}`,
        office,
        apps: [app],
        managedcertificates: certificates[at] ?? [],
      }
    })
    const filled = await fillIndex(name, 'spellings', records)
    close = filled.close
    queries = filled.queries
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
  test.skipIf(skip).each([
    ['certificateissuername', [4, 1]],
    ['serialnumber', [4, 1, 1]],
  ])('values of %s', async (field, counts) => {
    const all = { site, conditions: [], catalog: deviceCatalog }
    const { values } = await queries.values(all, { field, search: '', limit: 4 })
    expect(values.map(({ count }) => count)).toEqual(counts)
    for (const { value, count } of values) {
      const conditions = [{ field, comparison: 'is' as const, value: String(value) }]
      expect(await queries.count({ ...all, conditions }), String(value)).toBe(count)
    }
  })
})
