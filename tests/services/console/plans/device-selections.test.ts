// Devices of a list or group, selected by the console: before a device server that a test controls.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Job } from '#contract/console/jobs.ts'
import { maxSelected } from '#contract/console/plans/device-selections.ts'
import { longestStall } from '../../../crypto/longest-stall.ts'
import { json } from '../../../support/upstream.ts'
import { type JobWorld, startJobs } from '../jobs/job-world.ts'

type Row = Record<string, unknown>
type Server = {
  rows: Row[]
  /** Filters that it applies. */
  filters: string[]
  refuses?: string[]
  /** Pages of 50 rows, followed by token only. */
  byToken?: boolean
  /** Returns its first page for every offset. */
  ignoresOffset?: boolean
}

let world: JobWorld
let cookie: string
let server: Server
let lists: URLSearchParams[]

const phone = (n: number, more: Row = {}): Row => ({
  device_id: `d${n}`,
  device_name: `Phone ${n}`,
  platform_type: 'Platform A',
  managed_status: 2,
  is_removed: false,
  ...more,
})
const phones = (count: number) => Array.from({ length: count }, (_, at) => phone(at + 1))
const meets = (row: Row, name: string, wanted: string) =>
  name === 'search'
    ? JSON.stringify(row).toLowerCase().includes(wanted)
    : name === 'exclude_removed'
      ? row.is_removed !== true
      : wanted.split(',').includes(String(row[{ platform: 'platform_type' }[name] ?? name]))

beforeEach(async () => {
  world = await startJobs()
  cookie = await world.proxy.signIn('chief')
  lists = []
  server = { rows: phones(205), filters: ['search', 'platform', 'managed_status', 'exclude_removed'] }
  world.proxy.mdm.answer(({ url }, response) => {
    const { pathname, searchParams: asked } = new URL(url, 'http://test')
    const [, id] = /\/devices\/([^/]+)\//.exec(pathname) ?? []
    if (id !== undefined) return json(response, { is_encryption_enabled: id !== 'd2' })
    lists.push(asked)
    const { rows, filters, refuses = [], byToken = false, ignoresOffset = false } = server
    const refused = refuses.find((name) => asked.has(name))
    if (refused !== undefined)
      return json(response, { error_code: 'COM0005', error_description: `Invalid parameter ${refused} detected` }, 400)
    const found = filters.reduce(
      (left, name) => (asked.has(name) ? left.filter((row) => meets(row, name, asked.get(name) ?? '')) : left),
      rows,
    )
    const at = Number(asked.get(byToken ? 'skip-token' : 'offset') ?? 0)
    const limit = byToken ? 50 : Number(asked.get('limit') ?? 50)
    const from = ignoresOffset ? 0 : at
    const paging = byToken && at + limit < found.length ? { next: `http://test/x?skip-token=${at + limit}` } : {}
    const name = pathname.endsWith('/members') ? 'members' : 'devices'
    const page = found.slice(from, from + limit)
    return json(response, { [name]: page, metadata: { total_record_count: found.length }, paging })
  })
})
afterEach(() => world.proxy.stop())

const check = (filter: object = { managed_status: '2,4,5' }, starts = true) =>
  world.call<Job>('console.checkSecurity', { filter, starts }, cookie)
const untilPlanned = (id: number) =>
  expect.poll(async () => (await world.read(id, cookie)).why, { timeout: 60_000 }).toBeUndefined()
const select = async (input: object) =>
  (await world.call<{ devices: Row[] }>('console.selectDevices', input, cookie)).devices

test('a check is planned and started by one request of the page', async () => {
  const { id, kind } = await check()
  expect(kind).toBe('device-check')
  // The page makes no further call.
  await world.until(id, cookie, { state: 'ended', total: 205, title: 'Security check of 205 devices' })
  const [first, second] = await world.items(id, cookie)
  expect(first).toMatchObject({ subject: 'd1', label: 'Phone 1', detail: 'Platform A', outcome: 'done' })
  expect(second).toMatchObject({ subject: 'd2', outcome: 'failed', remark: 'Encryption off' })
  expect(lists.map((asked) => asked.get('offset') ?? '0')).toEqual(['0', '200'])
}, 120_000)

test.each([
  ['ignores', { filters: [] }],
  ['rejects', { filters: [], refuses: ['managed_status', 'search'] }],
])('a server that %s the filters is read whole, and they are applied', async (_, kind) => {
  server = { rows: [...phones(230), phone(231, { managed_status: 1 }), phone(232, { is_removed: true })], ...kind }
  const { id } = await check({ managed_status: '2,4,5', exclude_removed: 'true', search: 'phone 2' }, false)
  await untilPlanned(id)
  const names = (await world.items(id, cookie)).map(({ label }) => label)
  // Phone 2, 20 to 29, 200 to 230.
  expect(names).toHaveLength(1 + 10 + 31)
  expect(names).not.toContain('Phone 1')
})

test('the search of a server is not narrowed to what its rows show', async () => {
  server.rows = [phone(1), phone(2)]
  world.proxy.mdm.answer(({ url }, response) => {
    const isSearched = new URL(url, 'http://test').searchParams.has('search')
    const devices = isSearched ? [phone(2)] : server.rows
    return json(response, { devices, metadata: { total_record_count: devices.length } })
  })
  expect((await select({ filter: { search: 'asset 7' } })).map(({ device_id }) => device_id)).toEqual(['d2'])
})

test('a filter that rows do not show is tried with a value that no device has', async () => {
  server = { rows: [{ device_id: 'd1' }, { device_id: 'd2' }], filters: [] }
  const { id } = await check({ platform: 'Platform A' })
  await world.until(id, cookie, { state: 'planned', why: { code: 'NOT_PLANNED' } })
  expect((await world.read(id, cookie)).why?.message).toContain('does not filter its devices')
})

test('an item is named by what the server reports, also in flat fields', async () => {
  server.rows = [
    { device_id: '1', name: 'Till', platform: 'Platform B', user_name: 'Ada' },
    { device_id: '2', serial_number: 'S2', user: { user_name: 'Bo' } },
  ]
  const { id } = await check({}, false)
  await untilPlanned(id)
  expect(await world.items(id, cookie)).toMatchObject([
    { subject: '1', label: 'Till', detail: 'Ada, Platform B' },
    { subject: '2', label: 'S2', detail: 'Bo, S2' },
  ])
})

test('a plan without devices says so and is not started', async () => {
  server.rows = []
  const { id } = await check()
  await world.until(id, cookie, { state: 'planned', why: { code: 'NOT_PLANNED' } })
  expect((await world.read(id, cookie)).why?.message).toContain('No devices match')
})

test('a check for later is planned, and can be scheduled', async () => {
  const { id } = await check({}, false)
  await untilPlanned(id)
  const rule = { kind: 'weekly', days: [1], time: '02:30' }
  const input = { job: id, title: 'Mondays', target: 'items', rule, zone: 'UTC', missed: 'skip' }
  expect(await world.call('console.createSchedule', input, cookie)).toMatchObject({ total: 205, state: 'active' })
})

test.each([
  ['by offset', {}],
  ['by token only', { byToken: true }],
  ['without the parameter limit', { refuses: ['limit'] }],
])('all members of a group are selected by one request, from a server that pages %s', async (_, kind) => {
  server = { ...server, ...kind }
  const devices = await select({ group_id: 'g7' })
  expect(devices.map(({ device_id }) => device_id)).toEqual(server.rows.map(({ device_id }) => device_id))
  // What decides which commands they support.
  expect(devices[0]).toMatchObject({ device_name: 'Phone 1', platform_type: 'Platform A', managed_status: 2 })
})

test('members that a server counts and does not list are not left out silently', async () => {
  server.ignoresOffset = true
  const { status, value } = await world.proxy.call('console.selectDevices', { group_id: 'g7' }, cookie)
  expect(status).toBe(502)
  expect(JSON.stringify(value)).toContain('The server lists 200 of 205 devices')
})

test('accounts that may not read devices are refused', async () => {
  const nobody = await world.proxy.signIn('nobody')
  expect((await world.proxy.call('console.selectDevices', {}, nobody)).status).toBe(403)
  expect((await world.proxy.call('console.checkSecurity', { filter: {}, starts: true }, nobody)).status).toBe(403)
})

test('filtering the longest selection does not block other requests, and a longer one is refused', async () => {
  server = { rows: phones(maxSelected), filters: [] }
  const stall = await longestStall(async () => {
    expect(await select({ filter: { search: 'phone' } })).toHaveLength(maxSelected)
  })
  expect(stall).toBeLessThan(200)
  server.rows.push(phone(maxSelected + 1))
  const { status, value } = await world.proxy.call('console.selectDevices', { filter: {} }, cookie)
  expect([status, value.message]).toEqual([
    413,
    'These are 20,001 devices; at most 20,000 can be selected. Find them by a query.',
  ])
}, 120_000)
