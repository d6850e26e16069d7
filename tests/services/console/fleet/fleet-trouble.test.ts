// The index of the fleet equals what the server has, whatever happens on the way, and says when it does not.
import { afterEach, expect, test } from 'vitest'
import type { fleetAnswers } from '#contract/fleet/fleet-answers.ts'
import type { fleet } from '#contract/fleet/fleet-endpoints.ts'
import type { JsonObject } from '#contract/json.ts'
import { type Proxy, startProxy } from '../../../support/proxy.ts'
import { json } from '../../../support/upstream.ts'
import { fleetServer } from './fleet-server.ts'

const pace = { recordsPerSecond: 100_000, lookMs: 50, idleMs: 50, retryMs: 50 }
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

type Options = Parameters<typeof startProxy>[0]
async function start(options: Options = {}) {
  const proxy = await startProxy({ fleetPace: pace, ...options })
  stops.push(() => proxy.stop())
  return { proxy, cookie: await proxy.signIn('chief') }
}
type Answer = { rows: { device_id: string; values: JsonObject }[]; total: number; state: JsonObject }
function queries(proxy: Proxy, cookie: string) {
  const ask = (query = '') => proxy.call('console.queryDevices', { query, limit: 200, columns: ['office'] }, cookie)
  return {
    ask,
    total: async (query?: string) => (await ask(query)).value.total,
    state: async () => ((await ask()).value as Answer).state,
    ids: async () => ((await ask()).value as Answer).rows.map(({ device_id }) => device_id),
  }
}
const within = { timeout: 60_000, interval: 100 }

test.each([true, false])(
  'devices are added, changed and removed, with delta tokens (%s) or without',
  async (hasDeltas) => {
    const { proxy, cookie } = await start({
      fleetPace: { ...pace, walkMs: 50, fullWalkMs: 400, ...(!hasDeltas && { rereadMs: 100 }) },
    })
    const server = fleetServer(proxy)
    server.hasDeltas = hasDeltas
    for (let n = 1; n <= 250; n += 1) server.put(String(n), { office: 'Lisboa' })
    const { total, state, ids } = queries(proxy, cookie)
    await expect.poll(state, within).toMatchObject({ state: 'ready', devices: 250, detailed: 250 })
    server.put('7', { office: 'Porto' })
    server.put('251', { office: 'Faro' })
    server.remove('9')
    await expect.poll(() => total('office:Porto'), within).toBe(1)
    await expect.poll(() => total('office:Faro'), within).toBe(1)
    await expect.poll(ids, within).not.toContain('9')
    await expect.poll(state, within).toMatchObject({ devices: 250, detailed: 250 })
    // One that comes back is known again.
    server.put('9', { office: 'Évora' })
    await expect.poll(() => total('office:évora'), within).toBe(1)
  },
  120_000,
)

test('a refused delta token, a rate limit and an outage are survived, and the state says so meanwhile', async () => {
  const { proxy, cookie } = await start()
  const server = fleetServer(proxy)
  for (let n = 1; n <= 30; n += 1) server.put(String(n))
  const { state } = queries(proxy, cookie)
  await expect.poll(state, within).toMatchObject({ state: 'ready', detailed: 30 })
  server.refusal = { status: 500, code: 'COM0004' }
  await expect.poll(state, within).toMatchObject({ state: 'failing', devices: 30 })
  server.firstToken = 1_000_000
  server.put('31')
  server.refusal = { status: 429, code: 'COM0002', retryAfter: 1 }
  await expect.poll(state, within).toMatchObject({ state: 'failing' })
  server.refusal = undefined
  await expect.poll(state, within).toMatchObject({ state: 'ready', devices: 31, detailed: 31 })
}, 120_000)

test('one unreadable record does not block others, and counts as not read', async () => {
  const { proxy, cookie } = await start()
  const server = fleetServer(proxy)
  for (let n = 1; n <= 10; n += 1) server.put(String(n), { passcode_present: false })
  server.broken.add('3')
  const { total, state } = queries(proxy, cookie)
  await expect.poll(state, within).toMatchObject({ state: 'ready', devices: 10, detailed: 9 })
  expect(await total('-passcode')).toBe(9)
  expect(await total('missing:passcode')).toBe(0)
  // Nothing is known of the one that was not read, and of what no server said.
  expect(await total('-missing:passcode')).toBe(9)
  expect(await total('-unknown:efrp_status')).toBe(0)
  server.broken.clear()
  server.put('3', { passcode_present: false })
  await expect.poll(() => total('-passcode'), within).toBe(10)
}, 120_000)

test('another process continues when the reading one has ended', async () => {
  const { proxy, cookie } = await start()
  const server = fleetServer(proxy)
  for (let n = 1; n <= 20; n += 1) server.put(String(n))
  const first = queries(proxy, cookie)
  await expect.poll(first.state, within).toMatchObject({ state: 'ready', detailed: 20 })
  const other = await startProxy({ fleetPace: pace, beside: proxy })
  stops.push(() => other.stop())
  const second = queries(other, cookie)
  expect((await second.ask()).value).toMatchObject({ total: 20 })
  await proxy.close()
  const { lists } = server.asked
  server.put('21')
  await expect.poll(() => second.total(), within).toBe(21)
  // It read what had changed since, not everything again.
  expect(server.asked.lists).toBe(lists)
}, 120_000)

test('without a credential of the console, the state says so and nothing is claimed', async () => {
  const { proxy, cookie } = await start({ ownToken: true })
  fleetServer(proxy).put('1')
  const { state } = queries(proxy, cookie)
  await expect.poll(state, within).toMatchObject({ state: 'no-credential', devices: 0 })
}, 120_000)

test('a user who sees fewer devices than the console gets no result', async () => {
  const { proxy, cookie } = await start({ ownToken: true, background: 'only-of-the-console' })
  const server = fleetServer(proxy)
  for (let n = 1; n <= 5; n += 1) server.put(String(n))
  const theirs = queries(proxy, cookie)
  await expect.poll(theirs.state, within).toMatchObject({ state: 'ready', detailed: 5 })
  const noted = { kind: 'device', subject: '5', label: 'Till 5', identifiers: ['id:5'] }
  const cells = [{ field: 'note', before: '', after: 'Behind the counter' }]
  expect((await proxy.call('console.changeAnnotation', { ...noted, cells }, cookie)).status).toBe(200)
  server.sees = (credential) => (credential.includes('only-of-the-console') ? Infinity : 3)
  const few = await proxy.signIn('admin')
  const { status, value } = await queries(proxy, few).ask()
  expect([status, value.code, value.message]).toEqual([
    403,
    'SEES_LESS',
    'Shown only to those who can see everything on the server. You can see 3 of the 5 devices of this server.',
  ])
  const inputs: Record<keyof typeof fleet | keyof typeof fleetAnswers, JsonObject> = {
    getFleetState: {},
    listDeviceChanges: { device_id: '1' },
    queryDevices: { query: 'office:Lisboa' },
    readQueriedDevices: { query: 'office:Lisboa' },
    countDeviceValues: { query: '', field: 'office' },
    readDeviceValues: { ids: ['1'], columns: ['office'] },
    lookUpDevices: { text: 'Till 1' },
    checkIndexedSecurity: {},
    compareIndexedGroup: { device_id: '1', group_id: 'any' },
  }
  for (const [name, input] of Object.entries(inputs)) {
    const answer = await proxy.call(`console.${name}`, input, few)
    expect([name, answer.status, answer.value.code]).toEqual([name, 403, 'SEES_LESS'])
  }
  const notes = await proxy.call('console.listAnnotations', { kind: 'device' }, few)
  expect([notes.status, notes.value.code]).toEqual([403, 'SEES_LESS'])
  expect((await proxy.call('console.listAnnotations', { kind: 'host' }, few)).status).toBe(200)
  const found = await proxy.call('console.lookUpAnnotations', { text: 'counter' }, few)
  expect(found.value).toMatchObject({ rows: [], withheld: expect.arrayContaining(['device']) as unknown })
  expect(proxy.log.join()).not.toContain('only-of-the-console')
}, 120_000)

test('data read with a removed credential is not shown to a user who sees fewer devices', async () => {
  const { proxy, cookie } = await start({ ownToken: true, background: 'only-of-the-console' })
  const server = fleetServer(proxy)
  for (let n = 1; n <= 5; n += 1) server.put(String(n))
  await expect.poll(queries(proxy, cookie).state, within).toMatchObject({ state: 'ready', detailed: 5 })
  server.sees = (credential) => (credential.includes('only-of-the-console') ? Infinity : 3)
  const { proxy: other, cookie: few } = await start({ ownToken: true, beside: proxy })
  const { status, value } = await queries(other, few).ask()
  expect([status, value.code]).toEqual([403, 'SEES_LESS'])
}, 120_000)

test('changes of a record are stored with the former value, except values that change with every reading', async () => {
  const { proxy, cookie } = await start()
  const server = fleetServer(proxy)
  const mail = { app_name: 'Mail', identifier: 'example.mail', app_version: '4.1' }
  server.put('1', {
    office: 'Lisboa',
    battery_level: 80,
    passcode_present: true,
    apps: [mail],
    latitude: '1.5',
    user: { user_name: 'Kim' },
  })
  server.put('2', { office: 'Faro' })
  const { state, total } = queries(proxy, cookie)
  await expect.poll(state, within).toMatchObject({ state: 'ready', detailed: 2 })
  server.put('1', {
    office: 'Porto',
    battery_level: 20,
    passcode_present: false,
    apps: [{ ...mail, app_version: '5.0' }],
    latitude: '2.5',
    user: { user_name: 'Robin' },
  })
  await expect.poll(() => total('office:Porto'), within).toBe(1)
  const { value } = await proxy.call('console.listDeviceChanges', { device_id: '1' }, cookie)
  const changes = (value.changes as JsonObject[]).map(({ field, before, after }) => [field, before, after])
  expect(new Set(changes)).toEqual(
    new Set([
      ['office', 'Lisboa', 'Porto'],
      // The row of the list has it first, and its record again.
      ['user_name', 'Kim', 'Robin'],
      ['passcode_present', 'yes', 'no'],
      ['app', 'Mail 4.1', undefined],
      ['app', undefined, 'Mail 5.0'],
    ]),
  )
  const none = await proxy.call('console.listDeviceChanges', { device_id: '2' }, cookie)
  expect(none.value.changes).toEqual([])
}, 120_000)

test.each([120, 250])('a server that rejects the parameters of pages sends its %i devices at once', async (count) => {
  const { proxy, cookie } = await start()
  const devices = Array.from({ length: count }, (_, n) => ({ device_id: String(n), device_name: `Till ${n}` }))
  proxy.mdm.answer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://server.test')
    if (pathname !== '/api/v1/devices') return json(response, { error_code: 'COM0008' }, 404)
    if (searchParams.size > 0) return json(response, { error_code: 5, error_description: 'Unknown parameter' }, 400)
    return json(response, devices)
  })
  const { state } = queries(proxy, cookie)
  await expect.poll(state, within).toMatchObject({ state: 'ready', devices: count, withoutRecords: true })
})

test('an error without a known meaning is described by its status', async () => {
  const { proxy, cookie } = await start()
  proxy.mdm.answer(({ url }, response) =>
    url.includes('skip-token') || !url.includes('limit=200')
      ? json(response, { devices: [] })
      : json(response, { error_code: 5 }, 418),
  )
  const { state } = queries(proxy, cookie)
  await expect
    .poll(state, within)
    .toMatchObject({ state: 'failing', problem: 'The server responded with HTTP status 418' })
})

test('a server without records is asked for a few of them only, and the state says so', async () => {
  const { proxy, cookie } = await start()
  const server = fleetServer(proxy)
  for (let n = 1; n <= 60; n += 1) server.put(String(n))
  server.hasRecords = false
  const { ask, state } = queries(proxy, cookie)
  await expect.poll(state, within).toMatchObject({ state: 'ready', devices: 60, detailed: 0, withoutRecords: true })
  expect((await ask()).value.total).toBe(60)
  server.put('61')
  await expect.poll(state, within).toMatchObject({ state: 'ready', devices: 61, withoutRecords: true })
  expect(server.asked.records).toBe(5)
}, 120_000)

test('removed devices are not taken for missing records where one was read', async () => {
  const { proxy, cookie } = await start()
  const server = fleetServer(proxy)
  for (let n = 1; n <= 20; n += 1) server.put(String(n), { office: 'Lisboa' })
  const { state, total } = queries(proxy, cookie)
  await expect.poll(state, within).toMatchObject({ state: 'ready', detailed: 20 })
  for (let n = 1; n <= 8; n += 1) server.vanished.add(String(n))
  for (let n = 1; n <= 20; n += 1) server.put(String(n), { office: 'Porto' })
  await expect.poll(() => total('office:Porto'), within).toBe(12)
  expect(await state()).not.toHaveProperty('withoutRecords')
}, 120_000)

test('without a credential, the first answer says so', async () => {
  const { proxy, cookie } = await start({ ownToken: true })
  fleetServer(proxy).put('1')
  expect((await proxy.call('console.getFleetState', {}, cookie)).value.state).toBe('no-credential')
}, 60_000)
