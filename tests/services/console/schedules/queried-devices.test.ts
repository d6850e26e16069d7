// A command whose devices a query finds when a run starts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Job, type JobItem, notPlanned, planning } from '#contract/console/jobs.ts'
import type { Schedule, ScheduleRun } from '#contract/console/schedules.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Ask } from '#services/console/plans/plan-filler.ts'
import { findQueriedDevices } from '#services/console/plans/queried-items.ts'
import { type Proxy, startProxy } from '../../../support/proxy.ts'
import { json } from '../../../support/upstream.ts'
import { callsOf, pace } from '../jobs/job-world.ts'

let now = Date.parse('2027-03-01T12:00Z')
const patience = { timeout: 60_000, interval: 100 }
const devices = new Map<string, JsonObject>()
const put = (device_id: string, more: JsonObject) =>
  devices.set(device_id, {
    device_id,
    device_name: `Phone ${device_id}`,
    managed_status: 2,
    platform_type: 'Platform A',
    model_type: 'Smartphone',
    os_version: '17.2',
    owned_by: 1,
    is_supervised: true,
    is_lost_mode_enabled: false,
    is_removed: false,
    ...more,
  })
let isDown = false
let proxy: Proxy
let cookie: string
let calls: ReturnType<typeof callsOf>

beforeAll(async () => {
  proxy = await startProxy({
    ownToken: true,
    background: 'only-of-the-console',
    jobPace: pace,
    fleetPace: { recordsPerSecond: 100_000, lookMs: 50, idleMs: 50, walkMs: 50, rereadMs: 50 },
    scheduleClock: { clock: () => now, lookMs: 50, failedMs: 50 },
  })
  calls = callsOf(proxy)
  cookie = await proxy.signIn('chief')
  proxy.mdm.answer(({ method, url, body }, response) => {
    if (isDown) return json(response, { error_code: 'COM0001', error_description: 'Not now' }, 500)
    if (method === 'POST') {
      const { device_ids = [] } = JSON.parse(body) as { device_ids?: string[] }
      const list = device_ids.map((device_id) => ({ device_id, status: 'SCHEDULED', remarks: '' }))
      return json(response, { total_count: list.length, success_count: list.length, success_list: list, na_list: [] })
    }
    const [, id] = /\/devices\/([^/?]+)/.exec(url) ?? []
    if (id !== undefined) return json(response, devices.get(id) ?? {})
    const rows = [...devices.values()]
    return json(response, { devices: rows, metadata: { total_record_count: rows.length } })
  })
  put('1', { office: 'Lisboa' })
  put('2', { office: 'Porto' })
})
afterAll(() => proxy.stop())

const found = async (query: string) =>
  (await calls.call<{ rows: { device_id: string }[] }>('console.queryDevices', { query }, cookie)).rows.map(
    ({ device_id }) => device_id,
  )
const schedule = async (query: string, planned: object = {}) => {
  const { id: job } = await calls.plan(cookie, 1, planned)
  const timing = { rule: { kind: 'daily', time: '02:00' }, zone: 'Europe/Berlin', missed: 'once' }
  const about = { job, title: 'Scan of an office', target: 'queried-devices', query }
  return proxy.call('console.createSchedule', { ...about, ...timing }, cookie)
}
const runsOf = async (schedule: number) =>
  (await calls.call<{ rows: ScheduleRun[] }>('console.listScheduleRuns', { schedule }, cookie)).rows

test('each run uses the devices that the query finds at its start, except unsupported ones', async () => {
  const { status, value } = await schedule('office:Lisboa')
  expect(status).toBe(200)
  const { id, query } = value as unknown as Schedule
  expect(query).toBe('office:Lisboa')
  put('3', { office: 'Lisboa' })
  put('4', { office: 'Lisboa', managed_status: 4 })
  put('5', { office: 'Lisboa', is_removed: true })
  await expect.poll(() => found('office:Lisboa'), patience).toEqual(['1', '3', '4'])
  now = Date.parse('2027-03-02T01:00Z')
  await expect.poll(() => runsOf(id), patience).toMatchObject([{ state: 'started', job: { total: 3 } }])
  const [run] = await runsOf(id)
  const items: JobItem[] = await calls.items(run?.job?.id ?? 0, cookie)
  expect(items.map(({ subject, outcome }) => [subject, outcome === 'skipped'])).toEqual([
    ['1', false],
    ['3', false],
    ['4', true],
  ])
  expect(items[2]?.remark).toBe('The device is not managed')
})

test('all devices of a query are selected with the fields that decide which commands are possible', async () => {
  const select = (query: string) => proxy.call('console.selectDevices', { query }, cookie)
  const { devices: selected } = (await select('office:Porto')).value as { devices: object[] }
  expect(selected).toMatchObject([
    {
      device_id: '2',
      managed_status: 2,
      platform_type: 'Platform A',
      model_type: 'Smartphone',
      owned_by: '1',
      is_supervised: true,
      is_lost_mode_enabled: false,
      os_version: '17.2',
    },
  ])
  expect((await select('offfice:Porto')).value).toMatchObject({ code: 'INVALID_INPUT', field: 'query' })
})

describe('a command for all devices of a query is planned by one request', () => {
  const planAll = async (more: object, input: object = { action_name: 'scan' }) => {
    const order = { title: 'Scan', query: '', input, ...more }
    const { status, value } = await proxy.call('console.planCommands', order, cookie)
    if (status !== 200) return { refused: value }
    const { id } = value as unknown as Job
    await expect.poll(async () => (await calls.read(id, cookie)).why?.code, patience).not.toBe(planning)
    return { why: (await calls.read(id, cookie)).why, items: await calls.items(id, cookie) }
  }
  const shown = (items: readonly JobItem[] = []) => items.map(({ subject, remark }) => `${subject} ${remark}`.trim())

  test('except those that are left out, and those that are not eligible', async () => {
    const { items, why } = await planAll({ except: ['1'] })
    expect(shown(items)).toEqual(['2', '3', '4 The device is not managed'])
    expect(items?.[0]).toMatchObject({ label: 'Phone 2', outcome: 'waiting' })
    expect(why).toBeUndefined()
  })

  test('or the server decides on those', async () => {
    const { items } = await planAll({ query: 'office:Lisboa', evenThose: true })
    expect(shown(items)).toEqual(['1', '3', '4'])
  })

  test('unless it locks or erases devices, or the query is invalid', async () => {
    for (const action_name of ['lock', 'complete_wipe', 'no_such_action'])
      expect((await planAll({}, { action_name })).refused).toMatchObject({
        code: 'INVALID_INPUT',
        field: 'action_name',
      })
    expect((await planAll({ query: 'offfice:Porto' })).refused).toMatchObject({ field: 'query' })
  })

  test('and says that no device matches', async () => {
    const { why } = await planAll({ query: 'office:Nowhere' })
    expect(why).toMatchObject({ code: notPlanned, message: expect.stringContaining('No devices match') as unknown })
  })
})

test('irreversible commands are not scheduled for devices of a query', async () => {
  for (const planned of [{ input: { action_name: 'lock' } }, { endpoint: 'mdm.wipeDevices', input: {} }]) {
    const { status, value } = await schedule('office:Lisboa', planned)
    expect([status, value.code, value.field]).toEqual([400, 'INVALID_INPUT', 'target'])
  }
})

test('an invalid or missing query is refused', async () => {
  for (const query of ['offfice:Lisboa', '']) {
    const { status, value } = await schedule(query)
    expect([status, value.field]).toEqual([400, 'query'])
  }
})

test('a run fails if the index is outdated', async () => {
  const find = (state: object) => {
    const ask = (() => Promise.resolve({ rows: [], state })) as unknown as Ask
    return findQueriedDevices(ask, { query: 'office:Lisboa', planned: {} })
  }
  const [recent, old] = [Date.now() - 60_000, Date.parse('2026-01-31T12:00Z')]
  for (const state of ['ready', 'failing']) {
    expect(await find({ state, asOf: recent })).toEqual([])
    await expect(find({ state, asOf: old })).rejects.toThrow('they were last read at 2026-01-31T12:00:00.000Z')
  }
  await expect(find({ state: 'ready' })).rejects.toThrow('the server could not be read')
})

test('a query on annotations sends nothing until every device is identified', async () => {
  const { value } = await schedule('-tag:critical')
  const { id } = value as unknown as Schedule
  const identified = () => proxy.tables.selectFrom('fleet_identifier').select('device').distinct().execute()
  const all = await identified()
  // What was in the index before is identified when the list has it again.
  await proxy.tables.deleteFrom('fleet_identifier').execute()
  await expect.poll(identified, patience).toHaveLength(all.length)
  isDown = true
  const site = () => proxy.tables.selectFrom('fleet_site').select('problem').executeTakeFirstOrThrow()
  await expect.poll(async () => (await site()).problem, patience).not.toBe('')
  await proxy.tables.deleteFrom('fleet_identifier').execute()
  now = Date.parse('2027-03-03T01:00Z')
  await expect.poll(() => runsOf(id), patience).toMatchObject([{ state: 'failed' }])
  expect(JSON.stringify(await runsOf(id))).toContain('not every device has been read again')
})
