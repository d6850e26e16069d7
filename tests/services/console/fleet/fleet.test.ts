// The index of the fleet, filled from the embedded service, against what a plain walk of that service says.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unzipped } from '#components/bulk/archive.ts'
import { exportRows } from '#contract/console/views/views.ts'
import { indexPrefix } from '#contract/console/views/viewed-lists.ts'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import { type Json, type JsonObject, stringifyJson } from '#contract/json.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { type Device, getDevice, updateDevice } from '#contract/mdm/devices.ts'
import { furtherPrefix } from '#ui/table/further-columns.ts'
import { cellsOfCsv } from '../../../support/cells-of-csv.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { type Proxy, startProxy } from '../../../support/proxy.ts'
import { type Running, startRunning } from '../../running.ts'

test('columns of the index have the same ids in tables and in files', () => expect(furtherPrefix).toBe(indexPrefix))

const pace = { recordsPerSecond: 100_000, lookMs: 50, idleMs: 50 }
const databases = [
  { name: 'SQLite', devicesThere: 220, skip: undefined },
  { name: 'PostgreSQL', devicesThere: 60, skip: noPostgres },
]

describe.each(databases)('on $name', ({ name, devicesThere, skip }) => {
  let running: Running
  let proxy: Proxy
  let cookie: string
  let key: string
  let devices: Device[]

  beforeAll(async () => {
    if (skip) return
    const url = name === 'SQLite' ? undefined : await (await startPostgres()).createDatabase('fleet')
    running = await startRunning({ seed: `large:${devicesThere}` })
    key = await running.mdmKey()
    proxy = await startProxy({ realMdm: { url: running.mdm, key }, fleetPace: pace, ...(url && { url }) })
    cookie = await proxy.signIn('chief')
    devices = await plainWalk()
  }, 180_000)
  afterAll(async () => {
    if (skip) return
    await proxy.stop()
    await running.stop()
  })

  async function plainWalk(): Promise<Device[]> {
    const all: Device[] = []
    for (let offset = 0; ; offset += 200) {
      const { rows } = await running.call(listDevices, { limit: 200, offset }, key)
      for (const { device_id = '' } of rows) all.push(await running.call(getDevice, { device_id }, key))
      if (rows.length < 200) return all
    }
  }
  async function query(line: string, more: object = {}) {
    const { status, value } = await proxy.call('console.queryDevices', { query: line, limit: 200, ...more }, cookie)
    expect(status, JSON.stringify(value)).toBe(200)
    return value as {
      rows: { device_id: string; device_name: string; values: JsonObject }[]
      total: number
      state: JsonObject
    }
  }
  const untilRead = () =>
    expect
      .poll(async () => (await query('')).state, { timeout: 120_000, interval: 200 })
      .toMatchObject({ state: 'ready', devices: devices.length, detailed: devices.length })
  const ids = (rows: readonly { device_id?: string | undefined }[]) =>
    rows.map(({ device_id }) => device_id).toSorted((a = '', b = '') => (a < b ? -1 : 1))
  const asked = async (line: string) => {
    const pages = [await query(line), await query(line, { offset: 200 })]
    const rows = pages.flatMap((page) => page.rows)
    expect(pages[0]?.total).toBe(rows.length)
    return ids(rows)
  }
  const textOf = (value: Json | undefined): string =>
    Array.isArray(value) ? value.map(textOf).join(', ') : stringifyJson(value ?? '').replaceAll('"', '')
  const isThere = ({ is_removed }: Device) => is_removed !== true
  const among = (holds: (device: Device) => boolean) =>
    ids(devices.filter((device) => isThere(device) && holds(device)))

  test.skipIf(skip)(
    'the index has every device of the server with every field that it states',
    async () => {
      await untilRead()
      const said = new Map(devices.map((device) => [device.device_id, device as JsonObject]))
      const plain = [...deviceCatalog.values()].filter(
        ({ name, kind, part }) => kind !== 'list' && !part && !['encrypted', 'disk_free'].includes(name),
      )
      const different: string[] = []
      for (let at = 0; at < plain.length; at += 40) {
        const fields = plain.slice(at, at + 40)
        const columns = fields.map(({ name }) => name)
        const pages = [
          await query('', { columns }),
          await query('', { columns, offset: 200 }),
          await query('is_removed', { columns }),
        ]
        for (const { device_id, values } of pages.flatMap(({ rows }) => rows))
          for (const { name, kind } of fields) {
            const wanted = said.get(device_id)?.[name]
            if (wanted === undefined || wanted === null) continue
            const isSame =
              kind === 'time' || kind === 'number'
                ? values[name] !== undefined || !(Number(wanted) > 0)
                : textOf(values[name]) === textOf(wanted)
            if (!isSame) different.push(`${device_id} ${name}`)
          }
      }
      expect(different).toEqual([])
    },
    180_000,
  )

  test.skipIf(skip)('a file exported by a job has the fields of the index that the list has as columns', async () => {
    const columns = ['device_name', `${furtherPrefix}os_version`, `${furtherPrefix}disk_free`]
    const input = { list: listDevices.id, input: {}, columns, name: 'All devices' }
    const order = { endpoint: exportRows.id, title: 'Export', input: {}, items: [{ subject: 'x', label: 'x', input }] }
    const { id: job } = (await proxy.call('console.planJob', order, cookie)).value
    await proxy.call('console.startJob', { job }, cookie)
    const state = async () => (await proxy.call('console.readJob', { job }, cookie)).value
    await expect.poll(state, { timeout: 60_000, interval: 100 }).toMatchObject({ state: 'ended', counts: { done: 1 } })
    const answer = (await proxy.call('console.fetchJobFiles', { job }, cookie)) as unknown as { bytes: Uint8Array }
    const [file] = unzipped(answer.bytes)
    const [head = [], ...rows] = cellsOfCsv(new TextDecoder().decode(file?.bytes))
    expect(head.slice(0, 3)).toEqual(['device_name', 'index.os_version', 'index.disk_free'])
    expect(rows).toHaveLength(devices.length)
    const at = head.indexOf('device_id')
    const known = new Map(devices.map((device) => [device.device_id, device]))
    for (const row of rows) expect(row[1], row[at]).toBe(known.get(row[at] ?? '')?.os_version ?? '')
    expect(rows.filter((row) => Number(row[2]) > 0).length, 'a field that only records have').toBeGreaterThan(10)
  })

  test.skipIf(skip)('the security of all devices is exported by a job', async () => {
    await untilRead()
    const input = { list: 'console.checkIndexedSecurity', input: {}, columns: ['device_name'], name: 'Security' }
    const order = { endpoint: exportRows.id, title: 'Export', input: {}, items: [{ subject: 'x', label: 'x', input }] }
    const { id: job } = (await proxy.call('console.planJob', order, cookie)).value
    await proxy.call('console.startJob', { job }, cookie)
    const state = async () => (await proxy.call('console.readJob', { job }, cookie)).value
    await expect.poll(state, { timeout: 20_000, interval: 100 }).toMatchObject({ state: 'ended', counts: { done: 1 } })
    const answer = (await proxy.call('console.fetchJobFiles', { job }, cookie)) as unknown as { bytes: Uint8Array }
    const [head = [], ...rows] = cellsOfCsv(new TextDecoder().decode(unzipped(answer.bytes)[0]?.bytes))
    const { value } = await proxy.call('console.checkIndexedSecurity', { limit: 1 }, cookie)
    expect(rows).toHaveLength(Number(value.total))
    expect(rows.map((row) => row[head.indexOf('encryption')])).toContain('On')
  })

  test.skipIf(skip)(
    'conditions hold for exactly the devices of which they are true',
    async () => {
      await untilRead()
      const some = devices.find(({ office = '' }) => office !== '')
      const office = some?.office ?? ''
      expect(await asked(`office="${office}"`)).toEqual(among((device) => device.office === office))
      expect(await asked(`-office="${office}"`)).toEqual(
        among((device) => device.office !== undefined && device.office !== office),
      )
      expect(await asked('passcode')).toEqual(among(({ passcode_present }) => passcode_present === true))
      expect(await asked('-passcode')).toEqual(among(({ passcode_present }) => passcode_present === false))
      expect(await asked('missing:passcode')).toEqual(among(({ passcode_present }) => passcode_present === undefined))
      expect(await asked('battery<30')).toEqual(among(({ battery_level = 100 }) => battery_level < 30))
      const month = Date.now() - 30 * 86_400_000
      const seen = (device: Device) => Number(device.last_contact_time ?? 0)
      expect(await asked('lastseen>30d')).toEqual(among((device) => seen(device) > 0 && seen(device) < month))
      expect(await asked('lastseen<30d')).toEqual(among((device) => seen(device) >= month))
      const major = ({ os_version = '' }: Device) => Number.parseInt(os_version, 10)
      expect(await asked('os<15')).toEqual(among((device) => major(device) < 15))
      expect(await asked('os>=15')).toEqual(among((device) => major(device) >= 15))
      expect(await asked('disk<20%')).toEqual(
        among(({ available_device_capacity, device_capacity }) => {
          const [free, all] = [Number(available_device_capacity), Number(device_capacity)]
          return all > 0 && free / all < 0.2
        }),
      )
      expect(await asked('restriction:allow_camera=0')).toEqual(among((device) => String(device.allow_camera) === '0'))
    },
    180_000,
  )

  test.skipIf(skip)(
    'removed devices are left out unless the query names them, or they are counted',
    async () => {
      await untilRead()
      const removed = ids(devices.filter((device) => !isThere(device)))
      expect(removed.length).toBeGreaterThan(0)
      expect(await asked('')).toEqual(among(() => true))
      expect(await asked('is_removed')).toEqual(removed)
      expect(await asked('-is_removed')).toEqual(among(({ is_removed }) => is_removed === false))
      const { value } = await proxy.call('console.countDeviceValues', { query: '', field: 'is_removed' }, cookie)
      expect(value.values).toContainEqual({ value: true, count: removed.length })
    },
    180_000,
  )

  test.skipIf(skip)(
    'apps are found by name and by version, and a device without one only where its record tells',
    async () => {
      await untilRead()
      const carried = devices
        .flatMap(({ apps = [] }) => apps)
        .find(({ app_version = '' }) => /^\d+\.\d+/.test(app_version))
      const name = carried?.app_name ?? ''
      const appsOf = ({ apps = [], installed_apps = [] }: Device) => [...apps, ...installed_apps]
      const has = (device: Device) => appsOf(device).some(({ app_name }) => app_name === name)
      expect(name).not.toBe('')
      expect(await asked(`app="${name}"`)).toEqual(among(has))
      expect(await asked(`-app="${name}"`)).toEqual(among((device) => !has(device)))
      const major = Number.parseInt(carried?.app_version ?? '', 10)
      const is = (below: boolean) => (device: Device) =>
        appsOf(device).some(
          ({ app_name = '', app_version = '' }) =>
            app_name.toLowerCase().includes(name.toLowerCase()) &&
            app_version !== '' &&
            Number.parseInt(app_version, 10) < major === below,
        )
      expect(await asked(`app:"${name}"<${major}`)).toEqual(among(is(true)))
      expect(await asked(`app:"${name}">=${major}`)).toEqual(among(is(false)))
    },
    180_000,
  )

  test.skipIf(skip)(
    'values of a field are counted among the devices of a query, the most frequent first',
    async () => {
      await untilRead()
      const { value } = await proxy.call(
        'console.countDeviceValues',
        { query: 'passcode', field: 'platform_type' },
        cookie,
      )
      const counts = new Map<string, number>()
      for (const { passcode_present, platform_type = '' } of devices.filter(isThere))
        if (passcode_present === true) counts.set(platform_type, (counts.get(platform_type) ?? 0) + 1)
      const told = (value.values as { value: string; count: number }[]).map((one) => [one.value, one.count] as const)
      expect(new Map(told)).toEqual(counts)
      expect(told.map(([, count]) => count)).toEqual([...counts.values()].toSorted((a, b) => b - a))
    },
    180_000,
  )

  test.skipIf(skip)(
    'what changes on the server is found by the next delta, without another walk',
    async () => {
      await untilRead()
      const { device_id = '' } = devices[0] ?? {}
      await running.call(updateDevice, { device_id, office: 'Ærøskøbing' }, key)
      await expect.poll(() => asked('office:ÆRØSKØBING'), { timeout: 60_000, interval: 200 }).toEqual([device_id])
    },
    180_000,
  )

  test.skipIf(skip)(
    'a query that cannot be read names what is wrong, and so does a column that is no field',
    async () => {
      const wrong = await proxy.call('console.queryDevices', { query: 'offfice:Lisboa' }, cookie)
      expect([wrong.status, wrong.value.code, wrong.value.field]).toEqual([400, 'INVALID_INPUT', 'query'])
      expect(wrong.value.message).toContain('office')
      const column = await proxy.call('console.queryDevices', { query: '', columns: ['firmware_password'] }, cookie)
      expect([column.status, column.value.field]).toEqual([400, 'columns'])
    },
  )
})
