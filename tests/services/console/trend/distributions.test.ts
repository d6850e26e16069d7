// Bars of enrolled devices: each is what the list of its line finds.
import { rm } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import { openDatabase } from '#platform/database/open.ts'
import { fleetNumbers } from '#services/console/fleet/fleet-numbers.ts'
import { fleetQueries } from '#services/console/fleet/fleet-query.ts'
import { fleetStore } from '#services/console/fleet/fleet-store.ts'
import { type ConsoleTables, consoleMigrations } from '#services/console/tables.ts'
import { distributionsOf } from '#services/console/trend/distributions.ts'
import { takeDevices } from '#services/console/trend/take-devices.ts'
import { scratchFolder } from '../../../support/scratch.ts'

type Listed = { platform: string; version: string; is_removed?: boolean; record?: object }

/** An index of enrolled devices. */
async function indexOf(devices: readonly Listed[]) {
  const folder = await scratchFolder()
  const opened = await openDatabase({ folder, migrations: consoleMigrations })
  onTestFinished(async () => {
    await opened.close()
    await rm(folder, { recursive: true })
  })
  const statements = { scanned: 0 }
  const database: Kysely<ConsoleTables> = opened.db.$extendTables<ConsoleTables>().withPlugin({
    transformQuery: ({ node }) => {
      // The first part of a raw statement; each slice of the table is asked for its last key by itself.
      if (/^\s*select (?!max)/.test('sqlFragments' in node ? String(node.sqlFragments) : '')) statements.scanned += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const clock = Date.now
  const store = fleetStore(database)
  const records = devices.map(({ platform, version, is_removed = false, record }, n) =>
    Object.assign(
      { device_id: `${n}`, device_name: `Till ${n}`, managed_status: 2, platform_type: platform, is_removed },
      { os_version: version, ...record },
    ),
  )
  await store.takeRows('test', records, { walk: 1, isDelta: false, at: 1 })
  const waiting = await store.changed('test', records.length)
  await store.takeRecords(
    'test',
    waiting.flatMap(({ id, device_id }) => {
      const record = records[Number(device_id)]
      return record ? [{ id, record, at: 2 }] : []
    }),
  )
  statements.scanned = 0
  const index = fleetNumbers({
    store,
    queries: fleetQueries(database, clock),
    catalogOf: () => Promise.resolve(deviceCatalog),
    requireSight: () => Promise.resolve(),
    wantSlowly: () => Promise.resolve(),
    clock,
  })
  return Object.assign(index, { statements })
}
const versionsOf = async (index: Awaited<ReturnType<typeof indexOf>>) =>
  (await distributionsOf(index, 'test')).distributions[0]?.bars.map(({ label, count }) => `${label}: ${count}`)

test('all bars are counted in two statements, and each equals the count of its list', async () => {
  const versions = ['18.1', '18', '17.5', '9', 'unknown', '']
  const devices = Array.from({ length: 60 }, (_, n) => ({
    platform: ['iOS', 'Android'][n % 2] ?? '',
    version: versions[n % 6] ?? '',
    is_removed: n % 7 === 0,
    record: {
      ...(n % 5 > 0 && { last_contact_time: Date.now() - n * 86_400_000 * 2 }),
      ...(n % 3 > 0 && { available_device_capacity: String(n), device_capacity: '60' }),
    },
  }))
  const index = await indexOf(devices)
  const { total, distributions } = await distributionsOf(index, 'test')
  expect(index.statements.scanned).toBe(2)
  expect(total).toBe(await index.count('test', 'status=2'))
  for (const { title, bars } of distributions) {
    expect(bars.length, title).toBeGreaterThan(2)
    expect(
      bars.reduce((sum, { count }) => sum + count, 0),
      title,
    ).toBe(total)
    for (const { query, count } of bars)
      if (query !== undefined) expect(await index.count('test', query), query).toBe(count)
  }
})

test('further lines that name removed devices count them, and others do not', async () => {
  const removed = [true, true, false].map((is_removed) => ({ platform: 'iOS', version: '18', is_removed }))
  const index = await indexOf(removed)
  const lines = ['', 'is_removed', '-is_removed', 'platform:ios', 'platform:windows']
  const counts = await index.countEach('test', 'status=2', lines)
  expect(counts).toEqual([1, 2, 1, 1, 0])
  for (const [at, line] of lines.entries()) expect(await index.count('test', `status=2 ${line}`), line).toBe(counts[at])
})

test('a major version includes all of its devices, however many versions there are', async () => {
  const devices = Array.from({ length: 300 }, (_, n) => ({ platform: 'Windows', version: `10.0.${n}` }))
  expect(await versionsOf(await indexOf(devices))).toEqual(['Windows 10: 300'])
})

test('a platform with several spellings is counted as one', async () => {
  const index = await indexOf(['iOS', 'ios', 'iOS'].map((platform) => ({ platform, version: '18.1' })))
  expect(await versionsOf(index)).toEqual(['iOS 18: 3'])
  const taken = await takeDevices(index, 'test', [])
  expect(taken.filter(({ measure }) => measure.startsWith('devices.behind'))).toHaveLength(1)
})

test('devices outside the ten bars are counted in a separate line without a link', async () => {
  const devices = Array.from({ length: 12 }, (_, n) => ({ platform: 'Android', version: String(n + 1) }))
  const { distributions } = await distributionsOf(
    await indexOf([...devices, { platform: 'Android', version: '' }]),
    'test',
  )
  expect(distributions[0]?.bars).toHaveLength(11)
  expect(distributions[0]?.bars.at(-1)).toEqual({ label: 'Other or unknown versions', count: 3 })
})
