// Devices whose records a server refuses, while others can be read.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { Problem } from '#contract/problem.ts'
import { type Database, openDatabase } from '#platform/database/open.ts'
import type { Ask } from '#services/console/ask-server.ts'
import { fleetStore } from '#services/console/fleet/fleet-store.ts'
import { defaultFleetPace, fleetWalk } from '#services/console/fleet/fleet-walk.ts'
import { type ConsoleTables, consoleMigrations } from '#services/console/tables.ts'

const site = 'main'
const aDay = 86_400_000
let folder: string
let database: Database
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-devices-'))
  database = await openDatabase({ folder, migrations: consoleMigrations })
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** A server without delta-tokens, whose list is walked every hour here. */
function index(...ids: string[]) {
  const there = { ids, refused: new Map<string, number>(), asked: [] as string[] }
  const store = fleetStore(database.db.$extendTables<ConsoleTables>())
  let now = 1_800_000_000_000
  const walk = fleetWalk({ store, pace: { ...defaultFleetPace, walkMs: aDay / 48 }, clock: () => now })
  const answer = (endpoint: Endpoint, { device_id = '' }: { device_id?: string }): unknown => {
    if (endpoint === listDevices) return { rows: there.ids.map((id) => ({ device_id: id, device_name: `Till ${id}` })) }
    there.asked.push(device_id)
    const status = there.refused.get(device_id)
    if (status !== undefined) throw new Problem('REFUSED', 'Refused', { service: 'mdm', status })
    return { device_id, device_name: `Till ${device_id}` }
  }
  const ask = ((endpoint: Endpoint, input: object) => Promise.resolve().then(() => answer(endpoint, input))) as Ask
  const look = () => walk.look({ site, ask, recordsPerSecond: 1_000_000, signal: new AbortController().signal })
  const hours = async (count: number, id: string) => {
    for (let hour = 0; hour < count; hour += 1) {
      now += aDay / 24
      await look()
    }
    return there.asked.splice(0).filter((asked) => asked === id).length
  }
  return { there, look, hours, counts: () => store.counts(site, 0) }
}

test.each([
  [403, 3],
  [404, 1],
  [400, 3],
])(
  'a record that is refused with %s is asked for %s times, then once a day',
  async (status, times) => {
    const { there, hours, counts } = index('1', '2')
    there.refused.set('2', status)
    expect(await hours(10, '2')).toBe(times)
    // The list has it, whatever its record says.
    expect(await counts()).toMatchObject({ devices: 2, detailed: 1, refused: 1 })
    expect(await hours(10, '2')).toBe(0)
    expect(await hours(24, '2')).toBe(1)
    expect(await counts()).toMatchObject({ devices: 2, detailed: 1, refused: 1 })
    there.refused.clear()
    await hours(24, '2')
    expect(await counts()).toMatchObject({ devices: 2, detailed: 2, refused: 0 })
  },
  60_000,
)

test('a device that was read and is answered with 404 is gone until the list has it', async () => {
  const { there, hours, counts } = index('1', '2')
  await hours(1, '2')
  there.refused.set('2', 404)
  await hours(25, '2')
  expect(await counts()).toMatchObject({ devices: 1, detailed: 1 })
  await hours(1, '2')
  expect(await counts()).toMatchObject({ devices: 2, detailed: 2 })
  // Listed and refused, it is no longer taken for gone.
  expect(await hours(30, '2')).toBe(1)
  expect(await counts()).toMatchObject({ devices: 2, detailed: 2 })
}, 60_000)

test('where every record is refused, the look fails and says so', async () => {
  const ids = Array.from({ length: 40 }, (_, at) => String(at))
  const { there, look, counts } = index(...ids)
  for (const id of ids) there.refused.set(id, 403)
  await expect(look()).rejects.toMatchObject({ status: 403 })
  expect(there.asked.length).toBe(5)
  expect(await counts()).toMatchObject({ devices: 40, detailed: 0, refused: 0 })
  for (const id of ids.slice(6)) there.refused.delete(id)
  for (let time = 0; time < 4; time += 1) await look()
  expect(await counts()).toMatchObject({ devices: 40, detailed: 34, refused: 6 })
}, 60_000)
