// What pages ask of the index beside queries: a text that is looked up, the security check, a group beside a device.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { type Proxy, startProxy } from '../../../support/proxy.ts'
import { fleetServer } from './fleet-server.ts'

const pace = { recordsPerSecond: 100_000, lookMs: 50, idleMs: 50, retryMs: 50 }
const within = { timeout: 60_000, interval: 100 }
let proxy: Proxy
let cookie: string
let server: ReturnType<typeof fleetServer>

async function start(url?: string) {
  proxy = await startProxy({ fleetPace: pace, ...(url && { url }) })
  cookie = await proxy.signIn('chief')
  server = fleetServer(proxy)
}

async function ask<T>(what: string, input: object): Promise<T> {
  const { status, value } = await proxy.call(`console.${what}`, input, cookie)
  expect(status, JSON.stringify(value)).toBe(200)
  return value as T
}
type State = { state: string; detailed: number; asOf?: number }
const untilRead = (detailed: number) =>
  expect.poll(() => ask<State>('getFleetState', {}), within).toMatchObject({ state: 'ready', detailed })
type Row = { device_id: string; by?: { field: string; value: string }; values: Record<string, unknown> }
const lookUp = (text: string) =>
  ask<{ rows: Row[]; entries: { list: string; name: string; value: string; devices: number }[]; state: State }>(
    'lookUpDevices',
    { text },
  )
const foundBy = async (text: string) => (await lookUp(text)).rows.map(({ device_id, by }) => [device_id, by?.field])

const mail = { app_name: 'Acme Mail', identifier: 'example.acme.mail', app_version: '4.1' }
const pocket = { app_name: 'Pocket Ledger', identifier: 'example.ledger', app_version: '2' }
const certificate = {
  certificatename: 'Wi-Fi client',
  serialnumber: '0A:1B:2C:3D:4E:5F:60',
  sha1_fingerprint: 'AB:CD:EF:01:23:45',
}

const databases = [
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
]

describe.each(databases)('on $name', ({ name, skip }) => {
  beforeEach(async () => {
    if (!skip) await start(name === 'SQLite' ? undefined : await (await startPostgres()).createDatabase('answers'))
  }, 120_000)
  afterEach(async () => {
    if (!skip) await proxy.stop()
  })

  test.skipIf(skip)(
    'any value that is kept of a device finds it, however it is divided, and what many have leads to a query',
    async () => {
      for (let n = 1; n <= 9; n += 1) server.put(String(n), { apps: [mail] })
      server.put('4', {
        wifi_mac: 'A4:B1:C2:00:11:22',
        imei: ['356938035643809', '490154203237518'],
        apps: [mail, pocket],
      })
      server.put('5', { sims: [{ iccid: '8935101811111111118', phone_number: '+351912000111' }] })
      server.put('6', { certificates: { managedcertificates: [certificate] } })
      await untilRead(9)
      expect(await foundBy('a4:b1:c2:00:11:22')).toEqual([['4', 'wifi_mac']])
      expect(await foundBy('a4-b1-c2-00-11-22')).toEqual([['4', 'wifi_mac']])
      expect(await foundBy('A4B1C2001122')).toEqual([['4', 'wifi_mac']])
      expect(await foundBy('490154203237518')).toEqual([['4', 'imei']])
      expect(await foundBy('912000111')).toEqual([['5', undefined]])
      expect(await foundBy('0a1b2c3d4e5f60')).toEqual([['6', 'certificate']])
      expect(await foundBy('abcdef012345')).toEqual([['6', 'certificate']])
      expect(await foundBy('pocket')).toEqual([['4', 'app']])
      const { rows, entries } = await lookUp('acme mail')
      expect([rows, entries]).toEqual([[], [{ list: 'app', name: 'Acme Mail', value: 'Acme Mail', devices: 9 }]])
      expect((await lookUp('Till 4')).rows).toMatchObject([{ device_id: '4', by: { field: 'device_name' } }])
    },
    120_000,
  )

  test.skipIf(skip)(
    'a value that many devices share leads to a query with their number, and one of a few to these',
    async () => {
      for (let n = 1; n <= 9; n += 1)
        server.put(String(n), { os_version: n < 7 ? '17.4' : '17.5.1', office: 'North Pier', model: `Slate ${n % 2}` })
      server.put('10', { os_version: '18.1', purchase_order_number: 'PO-2041', office: 'South Pier' })
      server.put('11', { is_removed: true, os_version: '17.4' })
      await untilRead(11)
      const { entries } = await lookUp('17.4')
      expect(entries).toEqual([{ list: 'os_version', label: 'OS version', name: '17.4', value: '17.4', devices: 6 }])
      expect((await lookUp('slate')).entries).toMatchObject([{ list: 'model', value: 'slate', values: 2, devices: 9 }])
      expect((await lookUp('pier')).entries).toMatchObject([
        { list: 'office', name: 'North Pier', value: 'pier', values: 2, devices: 10 },
      ])
      expect((await lookUp('18.1')).rows).toMatchObject([
        { device_id: '10', by: { field: 'os_version', label: 'OS version', value: '18.1' } },
      ])
      expect(await foundBy('po-2041')).toEqual([['10', 'purchase_order_number']])
      expect(await foundBy('17.9')).toEqual([])
    },
    120_000,
  )

  test.skipIf(skip)(
    'what is called exactly as it is looked up is found among hundreds that contain it',
    async () => {
      const tools = Array.from({ length: 600 }, (_, n) => ({ app_name: `A tool ${n}`, identifier: `example.a${n}` }))
      server.put('1', { apps: tools })
      server.put('2', { apps: [{ app_name: 'Zulu', identifier: 'tool' }] })
      await untilRead(2)
      expect(await foundBy('tool')).toContainEqual(['2', 'app'])
    },
    120_000,
  )

  test.skipIf(skip)(
    'the security check counts what records say, and leaves out what was never enrolled',
    async () => {
      server.put('1', { managed_status: 2, is_encryption_enabled: true, passcode_present: true })
      server.put('2', { managed_status: 2, is_encryption_enabled: false, passcode_present: false })
      server.put('3', {
        managed_status: 4,
        is_encryption_enabled: true,
        storage_encryption: false,
        device_rooted: true,
      })
      server.put('4', { passcode_present: false })
      server.put('5', { managed_status: 1, is_encryption_enabled: false })
      await untilRead(5)
      type Checked = { rows: Row[]; total: number; counts: Record<string, number> }
      const check = (input: object) => ask<Checked>('checkIndexedSecurity', input)
      expect(await check({})).toMatchObject({
        total: 4,
        counts: { On: 1, Off: 1, Contradictory: 1, Unknown: 1, 'no-passcode': 2, rooted: 1 },
      })
      const off = await check({ encryption: 'Off' })
      expect([off.total, off.rows]).toMatchObject([1, [{ device_id: '2', values: { is_encryption_enabled: false } }]])
      expect((await check({ finding: 'rooted', encryption: 'Contradictory' })).rows).toMatchObject([{ device_id: '3' }])
      expect((await check({ managed_status: '1' })).rows).toMatchObject([{ device_id: '5' }])
      expect((await check({ search: 'till 4' })).rows).toMatchObject([{ device_id: '4' }])
      // Other devices report the fields.
      expect((await check({ search: 'till 9' })).counts).toEqual({ 'no-passcode': 0, rooted: 0 })
    },
    120_000,
  )

  test.skipIf(skip)(
    'a device whose record has not been read yet is not said to have an unknown encryption',
    async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      server.recordsFrom = promise
      server.put('1', { is_encryption_enabled: true })
      type Checked = { rows: { encryption: string }[]; total: number; counts: Record<string, number> }
      const check = (input = {}) => ask<Checked>('checkIndexedSecurity', input)
      await expect.poll(check, within).toMatchObject({ rows: [{ encryption: 'Unread' }], counts: { Unread: 1 } })
      expect(await check({ encryption: 'Unknown' })).toMatchObject({ total: 0, rows: [] })
      expect(await check({ encryption: 'Unread' })).toMatchObject({ total: 1 })
      resolve()
      await untilRead(1)
      expect((await check()).counts).toEqual({ On: 1 })
    },
    120_000,
  )

  test.skipIf(skip)(
    'a device is compared with a group as counts of each value, and nobody’s silence is taken for a value',
    async () => {
      const group = [{ group_id: '77', group_name: 'Till phones' }]
      server.put('1', { group, allow_camera: 0, passcode_present: true, apps: [mail] })
      for (const id of ['2', '3'])
        server.put(id, { group, allow_camera: 1, passcode_present: true, apps: [mail, pocket] })
      server.put('4', { group, passcode_present: true })
      server.put('5', { allow_camera: 1 })
      await untilRead(5)
      type Field = { field: string; own?: unknown; same: number; missing: number; values: object[] }
      const compared = await ask<{
        isRead: boolean
        group: string
        members: number
        fields: Field[]
        entries: object[]
      }>('compareIndexedGroup', { device_id: '1', group_id: '77' })
      expect(compared).toMatchObject({ isRead: true, group: 'Till phones', members: 3 })
      expect(compared.fields.find(({ field }) => field === 'allow_camera')).toEqual({
        field: 'allow_camera',
        own: '0',
        same: 0,
        missing: 1,
        values: [{ value: '1', count: 2 }],
      })
      expect(compared.fields.find(({ field }) => field === 'passcode_present')).toMatchObject({ own: true, same: 3 })
      expect(compared.fields.some(({ field }) => field === 'allow_bluetooth')).toBe(false)
      expect(compared.entries).toContainEqual({ list: 'app', name: 'Pocket Ledger', own: false, count: 2 })
      expect(compared.entries).toContainEqual({ list: 'app', name: 'Acme Mail', own: true, count: 2 })
      const unknown = await ask('compareIndexedGroup', { device_id: '1', group_id: '78' })
      expect(unknown).toMatchObject({ isRead: true, members: 0, fields: [] })
    },
    120_000,
  )
})

test('lookup does not start the index, and says that there is none', async () => {
  await start()
  server.put('1')
  const { rows, state } = await lookUp('Till')
  expect([rows, state.asOf]).toEqual([[], undefined])
  expect(server.asked.lists).toBe(0)
  await proxy.stop()
}, 120_000)
