// Devices whose records a server refuses, while others can be read.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { Problem } from '#contract/problem.ts'
import { type Database, openDatabase } from '#platform/database/open.ts'
import type { CallServer } from '#services/console/call-server.ts'
import { fleetStore } from '#services/console/fleet/fleet-store.ts'
import { defaultFleetPace, fleetWalk } from '#services/console/fleet/walks/fleet-walk.ts'
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
  const walk = fleetWalk({ store, pace: { ...defaultFleetPace, walkMs: aDay / 48, rereadMs: aDay }, clock: () => now })
  const answer = (endpoint: Endpoint, { device_id = '' }: { device_id?: string }): unknown => {
    if (endpoint === listDevices) return { rows: there.ids.map((id) => ({ device_id: id, device_name: `Till ${id}` })) }
    there.asked.push(device_id)
    const status = there.refused.get(device_id)
    if (status !== undefined) throw new Problem('REFUSED', 'Refused', { service: 'mdm', status })
    return { device_id, device_name: `Till ${device_id}` }
  }
  const ask = ((endpoint: Endpoint, input: object) =>
    Promise.resolve().then(() => answer(endpoint, input))) as CallServer
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

test('a device that returns 404 is removed until the list has it', async () => {
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

test('if every record is refused, the poll fails and says so', async () => {
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

type Asked = Record<string, unknown>
/** A server whose list a test answers itself, and the records that were asked for. */
function listing(list: (asked: Asked) => unknown) {
  const store = fleetStore(database.db.$extendTables<ConsoleTables>())
  const read: string[] = []
  let now = 1_800_000_000_000
  const walk = fleetWalk({ store, pace: { ...defaultFleetPace, retryMs: 0 }, clock: () => now })
  const ask = ((endpoint: Endpoint, asked: Asked) =>
    Promise.resolve().then(() => {
      if (endpoint === listDevices) return list(asked)
      read.push(String(asked.device_id))
      return asked
    })) as CallServer
  return {
    read,
    look: (ms = 0) => {
      now += ms
      return walk.look({ site, ask, recordsPerSecond: 1_000_000, signal: new AbortController().signal })
    },
    counts: () => store.counts(site, 0),
  }
}
const rowsOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => ({ device_id: String(from + at), device_name: 'Till' }))

test('a page refused with 429 is requested again, and previous pages are not', async () => {
  const pages: unknown[] = []
  const { look, counts } = listing(({ 'skip-token': token }) => {
    pages.push(token)
    if (token === 'b' && pages.length < 4)
      throw new Problem('BUSY', 'Not now', { service: 'mdm', status: 429, retryAfterSeconds: 0 })
    return token === 'b' ? { rows: rowsOf(200, 210) } : { rows: rowsOf(0, 200), next: 'https://x.test/?skip-token=b' }
  })
  await look()
  expect(pages).toEqual([undefined, 'b', 'b', 'b'])
  expect(await counts()).toMatchObject({ devices: 210 })
}, 60_000)

test.each([true, false])(
  'pages shorter than requested are followed by further ones: %s',
  async (isNamed) => {
    const { look, counts } = listing(({ offset = 0 }) => ({
      rows: rowsOf(Number(offset), Math.min(120, Number(offset) + 50)),
      ...(isNamed ? { next: 'https://x.test/devices?page=2' } : { total: 120 }),
    }))
    await look()
    expect(await counts()).toMatchObject({ devices: 120 })
  },
  60_000,
)

test('an incomplete list marks no device as removed, and says so', async () => {
  let turn = 0
  let isShifting = false
  const { look, counts } = listing(({ offset = 0 }) => {
    turn += 1
    const rows = rowsOf(0, 9).filter((_, at) => !isShifting || at !== turn % 7)
    return { rows: rows.slice(Number(offset), Number(offset) + 3), total: 9 }
  })
  expect(await look()).toBe('')
  isShifting = true
  expect(await look(86_400_000)).toMatch(/^The list was not whole: \d of 9 devices were met$/)
  expect(await counts()).toMatchObject({ devices: 9 })
  isShifting = false
  expect(await look(86_400_000)).toBe('')
}, 60_000)

test('changed records are read before old ones', async () => {
  let delta: { device_id: string; device_name: string }[] = []
  const { look, read, counts } = listing(({ 'delta-token': token }) => ({
    rows: token === undefined ? rowsOf(0, 150) : delta,
    deltaToken: 'a',
  }))
  await look()
  read.length = 0
  delta = rowsOf(149, 150)
  // Every record is old by then.
  await look(2 * 86_400_000)
  expect(read).toHaveLength(150)
  expect(read[0]).toBe('149')
  expect(await counts()).toMatchObject({ devices: 150, changed: 0 })
}, 60_000)
