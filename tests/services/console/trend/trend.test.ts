// Numbers that the console takes once a day, and whom it tells them.
import { afterEach, expect, test } from 'vitest'
import type { trend, TrendArea } from '#contract/console/trend/trend.ts'
import type { Output } from '#contract/endpoint.ts'
import { toResponse } from '#contract/http/to-response.ts'
import type { JsonObject } from '#contract/json.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { listSshKeys } from '#contract/keys/ssh.ts'
import { daysBefore, dayOf, trendStore } from '#services/console/trend/trend-store.ts'
import { type Proxy, startProxy } from '../../../support/proxy.ts'
import { json } from '../../../support/upstream.ts'
import { fleetServer } from '../fleet/fleet-server.ts'

const pace = {
  fleetPace: { recordsPerSecond: 100_000, lookMs: 50, idleMs: 50, retryMs: 50 },
  trendPace: { lookMs: 50, waitMs: 50, retryMs: 50 },
}
const within = { timeout: 60_000, interval: 100 }
const dayMs = 86_400_000
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

type Options = Parameters<typeof startProxy>[0]
async function start(options: Options = {}) {
  const proxy = await startProxy({ ...pace, ...options })
  stops.push(() => proxy.stop())
  return { proxy, cookie: await proxy.signIn('chief') }
}
type Trend = Output<(typeof trend)['readTrend']>
async function trendOf(proxy: Proxy, cookie: string, input: JsonObject = {}) {
  const { status, value } = await proxy.call('console.readTrend', input, cookie)
  expect(status, JSON.stringify(value)).toBe(200)
  return value as unknown as Trend
}
const areaOf = ({ areas }: Trend, name: TrendArea['area']) => areas.find(({ area }) => area === name)
/** The newest number of each series. */
const numbersOf = (told: Trend, name: TrendArea['area']) =>
  Object.fromEntries((areaOf(told, name)?.series ?? []).map(({ measure, values }) => [measure, values.at(-1)]))
const until = (proxy: Proxy, cookie: string, name: TrendArea['area'], state: string) =>
  expect.poll(async () => areaOf(await trendOf(proxy, cookie), name)?.state, within).toBe(state)

function devices(proxy: Proxy) {
  const server = fleetServer(proxy)
  const ago = (days: number) => Date.now() - days * dayMs
  const device = (id: string, more: JsonObject) =>
    server.put(id, { managed_status: 2, platform_type: 'iOS', last_contact_time: ago(0.1), ...more })
  device('1', { os_version: '18.1', passcode_present: true })
  device('2', { os_version: '18.0', passcode_present: false, last_contact_time: ago(10) })
  device('3', { os_version: '17.5', passcode_present: false, last_contact_time: ago(40) })
  device('4', { os_version: '14', platform_type: 'Android', available_device_capacity: '5', device_capacity: '100' })
  device('5', { os_version: '16', managed_status: 4 })
  return server
}

test('devices are counted once a day, including those behind the newest version of their platform', async () => {
  const { proxy, cookie } = await start()
  devices(proxy)
  await until(proxy, cookie, 'devices', 'kept')
  const told = await trendOf(proxy, cookie)
  expect(numbersOf(told, 'devices')).toMatchObject({
    'devices.enrolled': 4,
    'devices.silent-week': 2,
    'devices.silent-month': 1,
    'devices.passcode': 1,
    'devices.no-passcode': 2,
    'devices.low-storage': 1,
    'devices.behind iOS': 1,
    'devices.behind Android': 0,
  })
  // No device reports these, so there are no numbers, rather than zeros.
  expect(Object.keys(numbersOf(told, 'devices'))).not.toContain('devices.encrypted')
  expect(Object.keys(numbersOf(told, 'devices'))).not.toContain('devices.rooted')
  // What a number leads to is counted as it is now.
  for (const { query = '', values } of areaOf(told, 'devices')?.series ?? []) {
    const { value } = await proxy.call('console.queryDevices', { query, limit: 1 }, cookie)
    expect(value.total, query).toBe(values.at(-1))
  }
  const { value } = await proxy.call('console.readDistributions', {}, cookie)
  const { total, distributions } = value as unknown as Output<(typeof trend)['readDistributions']>
  expect(total).toBe(4)
  expect(distributions.map(({ title, bars }) => [title, bars.map(({ label, count }) => `${label}: ${count}`)])).toEqual(
    [
      ['OS version', ['iOS 18: 2', 'iOS 17: 1', 'Android 14: 1']],
      [
        'Free storage',
        [
          'Less than 10 % free: 1',
          '10 to 25 % free: 0',
          '25 to 50 % free: 0',
          '50 % or more free: 0',
          'Not reported: 3',
        ],
      ],
      [
        'Last contact',
        ['Within a day: 2', '1 to 7 days ago: 0', '7 to 30 days ago: 1', '30 to 90 days ago: 1', 'Longer ago: 0'],
      ],
    ],
  )
  for (const { query = '', count } of distributions.flatMap(({ bars }) => bars)) {
    const { value: found } = await proxy.call('console.queryDevices', { query, limit: 1 }, cookie)
    expect(found.total, query).toBe(count)
  }
}, 120_000)

test('certificates are counted as their lists count them, keys by age', async () => {
  const { proxy, cookie } = await start()
  const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
  const certificate = (CertID: number, days: number, more: object = {}) => ({
    CertID,
    'Common Name': `host-${CertID}`,
    ExpiryDate: at(days),
    KeyStrength: '4096',
    SignatureAlgorithm: 'SHA256withRSA',
    ...more,
  })
  const rows = [
    certificate(1, -3),
    certificate(2, 3),
    certificate(3, 20, { KeyStrength: '1024' }),
    certificate(4, 80, { KeyStrength: '2048' }),
    certificate(5, 300),
  ]
  const keys = [100, 400, 1].map((days, n) => ({
    KeyName: `key ${n}`,
    CreationTime: String(Date.now() - days * dayMs),
  }))
  proxy.keys.answer(({ url }, response) => {
    const body = url.includes(listCertificates.path)
      ? toResponse(listCertificates, { rows }).body
      : url.includes(listSshKeys.path)
        ? toResponse(listSshKeys, { rows: keys }).body
        : undefined
    return body === undefined ? json(response, {}, 404) : json(response, JSON.parse(body) as object)
  })
  await until(proxy, cookie, 'certificates', 'kept')
  await until(proxy, cookie, 'ssh-keys', 'kept')
  const told = await trendOf(proxy, cookie)
  expect(numbersOf(told, 'certificates')).toEqual({
    'certificates.all': 5,
    'certificates.expired': 1,
    'certificates.week': 1,
    'certificates.month': 1,
    'certificates.quarter': 1,
    'certificates.weak': 1,
    'certificates.rsa-2048': 1,
  })
  expect(numbersOf(told, 'ssh-keys')).toEqual({ 'ssh-keys.all': 3, 'ssh-keys.quarter': 2, 'ssh-keys.year': 1 })
}, 120_000)

test('a day without a number is a gap, and numbers older than 400 days are deleted', async () => {
  const { proxy, cookie } = await start()
  const store = trendStore(proxy.tables)
  const today = dayOf(Date.now())
  const take = (days: number, value: number) =>
    store.keep({ site: 'test', area: 'devices', day: daysBefore(today, days), at: Date.now() }, [
      { measure: 'devices.enrolled', value },
    ])
  await take(500, 1)
  await take(3, 7)
  await take(1, 9)
  devices(proxy)
  const enrolled = async () => areaOf(await trendOf(proxy, cookie), 'devices')?.series[0]?.values
  await expect.poll(enrolled, within).toContain(4)
  // A day of UTC may end meanwhile: then the last one has no number yet, or the same.
  const { from, areas } = await trendOf(proxy, cookie, { days: 400 })
  expect(from).toBe(daysBefore(today, 3))
  expect(areas[0]?.series[0]?.measure).toBe('devices.enrolled')
  const values = areas[0]?.series[0]?.values ?? []
  expect(values.slice(0, 3)).toEqual([7, null, 9])
  expect(values.slice(3)).toContain(4)
  expect((await trendOf(proxy, cookie, { days: 2 })).from >= daysBefore(today, 1)).toBe(true)
}, 120_000)

test('a pinned query is counted for its owner, and starts a new series when it changes', async () => {
  const { proxy, cookie } = await start()
  devices(proxy)
  await until(proxy, cookie, 'devices', 'kept')
  const question = (line: string) => ({ list: 'console.queryDevices', input: { query: line }, columns: [] })
  const view = { name: 'Phones of iOS', page: '/devices/query', search: 'query=platform%3DiOS', audience: 'site' }
  const saved = await proxy.call('console.saveView', { ...view, question: question('platform=iOS') }, cookie)
  await proxy.call('console.pinView', { view: saved.value.view ?? 0, isPinned: true }, cookie)
  // As if the day had only begun.
  await proxy.tables.updateTable('console_trend_look').set({ day: '' }).execute()
  const pinned = async (who: string) =>
    areaOf(await trendOf(proxy, who), 'devices')?.series.filter(({ measure }) => measure.startsWith('view '))
  await expect
    .poll(() => pinned(cookie), within)
    .toEqual([
      {
        measure: `view ${Number(saved.value.view)}`,
        view: { name: view.name, page: view.page, search: view.search },
        values: [4],
      },
    ])
  expect(await pinned(await proxy.signIn('admin'))).toEqual([])
  const stored = await proxy.tables.selectFrom('console_trend').select('asked').execute()
  expect(stored.map(({ asked }) => asked)).not.toContain('platform=iOS')
  await proxy.call(
    'console.saveView',
    { ...view, view: saved.value.view ?? 0, question: question('platform=Android') },
    cookie,
  )
  expect(await pinned(cookie)).toEqual([])
}, 120_000)

test('a missing credential of the console is reported, and an area without permission is not shown', async () => {
  const { proxy, cookie } = await start({ ownToken: true })
  devices(proxy)
  await until(proxy, cookie, 'devices', 'no-credential')
  expect(areaOf(await trendOf(proxy, cookie), 'devices')?.series).toEqual([])
  expect((await trendOf(proxy, await proxy.signIn('nobody'))).areas).toEqual([])
  expect((await proxy.call('console.readDistributions', {}, await proxy.signIn('nobody'))).status).toBe(403)
}, 120_000)

test('a user who sees less on a server than the console gets no number of it', async () => {
  const { proxy, cookie } = await start({ ownToken: true, background: 'only-of-the-console' })
  const server = devices(proxy)
  await until(proxy, cookie, 'devices', 'kept')
  server.sees = (credential) => (credential.includes('only-of-the-console') ? Infinity : 3)
  const few = areaOf(await trendOf(proxy, await proxy.signIn('admin')), 'devices')
  expect(few).toMatchObject({ state: 'hidden', series: [] })
  expect(few?.problem).toContain('You can see 3 of the 5 devices')
}, 120_000)

test('an unavailable server leaves no number, is reported, and is asked again', async () => {
  const { proxy, cookie } = await start()
  let isAway = true
  proxy.keys.answer((_, response) =>
    isAway
      ? json(response, { error: 'away' }, 500)
      : json(response, { name: 'test', result: { status: 'Success', message: 'Done' }, details: [], totalRows: 0 }),
  )
  await until(proxy, cookie, 'ssh-keys', 'failing')
  expect(areaOf(await trendOf(proxy, cookie), 'ssh-keys')?.series).toEqual([])
  isAway = false
  await until(proxy, cookie, 'ssh-keys', 'kept')
  expect(numbersOf(await trendOf(proxy, cookie), 'ssh-keys')['ssh-keys.all']).toBe(0)
}, 120_000)

test('an index that cannot be refreshed is reported with the reason, and counted once it can be', async () => {
  const { proxy, cookie } = await start()
  const server = devices(proxy)
  server.refusal = { status: 503, code: 'COM0010' }
  await until(proxy, cookie, 'devices', 'failing')
  expect(areaOf(await trendOf(proxy, cookie), 'devices')?.problem).not.toBe('')
  server.refusal = undefined
  await until(proxy, cookie, 'devices', 'kept')
}, 120_000)

test('a missing API key of the user is not reported as a failure of the server', async () => {
  const { proxy, cookie } = await start({ ownToken: true, background: 'only-of-the-console' })
  const server = devices(proxy)
  await until(proxy, cookie, 'devices', 'kept')
  server.refuses = (credential) => !credential.includes('only-of-the-console')
  const told = areaOf(await trendOf(proxy, await proxy.signIn('admin')), 'devices')
  expect(told).toMatchObject({ state: 'key-needed', series: [] })
}, 120_000)
