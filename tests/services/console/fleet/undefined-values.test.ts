// Values without a documented meaning, by SQL where the documented ones are known, on both databases.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codedFieldNames, statedCodes, statedMeaning } from '#contract/codes/coded-fields.ts'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import type { fleetQueries } from '#services/console/fleet/fleet-query.ts'
import { databases, fillIndex, site } from './filled-index.ts'

const values = ['0', '1', '2', '3', '5', '7', '99', '-1', '', '-', '--', 'x', '01']

test('a value has a meaning if it is one of the stated codes', () => {
  for (const field of codedFieldNames) {
    const stated = statedCodes(field)
    if (!stated) continue
    for (const value of [...values, ...stated])
      expect(stated.includes(value), `${field} ${value}`).toBe(statedMeaning({ field, value }) !== undefined)
  }
})

const fields = ['applicable_for', 'owned_by', 'efrp_status', 'allow_camera', 'office', 'os_version']

describe.each(databases)('on $name', ({ name, skip }) => {
  let queries: ReturnType<typeof fleetQueries>
  let close: () => Promise<void>

  beforeAll(async () => {
    if (skip) return
    const said = (value: string) => Object.fromEntries(fields.map((field) => [field, value]))
    const named = (at: number) => ({ device_id: String(at), device_name: `Device ${at}` })
    const records = values.map((value, at) => Object.assign(named(at), said(value)))
    records.push(named(values.length))
    ;({ queries, close } = await fillIndex(name, 'undefined_values', records))
  }, 120_000)
  afterAll(async () => {
    if (!skip) await close()
  })

  test.skipIf(skip).each(fields)('unknown:%s', async (field) => {
    const all = { site, conditions: [], catalog: deviceCatalog }
    const { values: counted } = await queries.values(all, { field, search: '', limit: 50 })
    const isCode = deviceCatalog.get(field)?.kind === 'code'
    const isUnknown = (value: string) =>
      ['', '-', '--'].includes(value) || (isCode && statedMeaning({ field, value }) === undefined)
    const unknown = counted.filter(({ value }) => isUnknown(String(value)))
    const expected = unknown.reduce((sum, { count }) => sum + count, 0)
    const asked = (negated: boolean) =>
      queries.count({ ...all, conditions: [{ field, comparison: 'unknown', ...(negated && { negated }) }] })
    expect(expected).toBeGreaterThan(0)
    expect(await asked(false)).toBe(expected)
    expect(await asked(true)).toBe(counted.reduce((sum, { count }) => sum + count, 0) - expected)
  })
})
