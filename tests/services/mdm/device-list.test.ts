import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/endpoint.ts'
import { type DeviceSummary, deviceSorts, listDevices } from '#contract/mdm/device-list.ts'
import { skipTokenOf } from '#contract/page.ts'
import type { Scalar } from '#contract/wire.ts'
import { deviceAt } from '#services/demo/devices/fleet.ts'
import { fold, sortKey } from '#services/lists/fold.ts'
import { addDevices, findDeviceKey } from '#services/mdm/device-store.ts'
import { noteCounted } from '#services/mdm/resources/change-numbers.ts'
import { asChange, markDevices } from '#services/mdm/resources/change.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { noPostgres, startPostgres } from '../../platform/database/postgres.ts'
import { problemOf } from '../desktop/sign-in.ts'
import { startRunning, type Running } from '../running.ts'
import { runs } from '../../support/runs.ts'

type Query = Input<typeof listDevices>
const seeded = 320
const databases = [
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
]

describe.each(databases)('the list of devices on $name', ({ name, skip }) => {
  let running: Running
  let devices: DeviceSummary[] = []
  let stop = () => Promise.resolve()
  beforeAll(async () => {
    if (skip) return
    const postgres = name === 'PostgreSQL' ? await startPostgres() : undefined
    running = await startRunning({ seed: `large:${seeded}`, url: await postgres?.createDatabase('devices') })
    devices = await everyDevice()
    stop = async () => {
      await running.stop()
      await postgres?.stop()
    }
  })
  afterAll(() => stop())

  const list = async (query: Query = {}) => running.call(listDevices, query, await running.mdmKey())
  const idsOf = (rows: readonly DeviceSummary[]) => rows.map(({ device_id }) => device_id)
  async function everyDevice(query: Query = {}) {
    const pages = []
    for (let page = await list({ limit: 200, ...query }); ;) {
      pages.push(...page.rows)
      const token = skipTokenOf(page.next)
      if (!token) return pages
      page = await list({ limit: 200, ...query, 'skip-token': token })
    }
  }
  const tables = () => running.database.db.$extendTables<DeviceTables>()

  test.skipIf(skip)('holds the whole fleet, each device once', () => {
    expect(new Set(idsOf(devices)).size).toBe(seeded)
  })

  test.skipIf(skip)('any filter, search, order and page equals a plain search through an array', async () => {
    await fc.assert(
      fc.asyncProperty(queries(devices), async (query) => {
        const { rows, total } = await list(query)
        const expected = plainSearch(devices, query)
        expect(total).toBe(expected.length)
        const from = query.offset ?? 0
        expect(idsOf(rows)).toEqual(idsOf(expected.slice(from, from + (query.limit ?? 50))))
      }),
      { numRuns: runs(50, 250) },
    )
  })

  test.skipIf(skip).each(['%', '_', '\\', '"', "'", '*', '--', '(', 'a%', '= ', '<', '\u0000', '\ud800', ' '])(
    'the search %j is plain text',
    async (search) => {
      const { rows } = await list({ search, limit: 200, sort: 'device_name' })
      expect(idsOf(rows)).toEqual(idsOf(plainSearch(devices, { search, sort: 'device_name' }).slice(0, 200)))
    },
  )

  test.skipIf(skip)('pages deep in a list are right, in whichever order they are asked for', async () => {
    const query = { search: 'a', sort: '-office', limit: 10 } as const
    const expected = idsOf(plainSearch(devices, query))
    const offsets = fc.sample(fc.nat(expected.length + 20), { numRuns: runs(20, 80), seed: 1 })
    for (const offset of [...offsets, ...offsets]) {
      const { rows, next } = await list({ ...query, offset })
      expect(idsOf(rows)).toEqual(expected.slice(offset, offset + 10))
      expect(next === undefined).toBe(offset + 10 >= expected.length)
    }
  })

  test.skipIf(skip)('following next shows every device once, in order, and ends', async () => {
    const walked = await everyDevice({ sort: '-user_name', limit: 37 })
    expect(idsOf(walked)).toEqual(idsOf(plainSearch(devices, { sort: '-user_name' })))
  })

  test.skipIf(skip)('a walk sees every device that stays once, whatever comes and goes meanwhile', async () => {
    const leaving = plainSearch(devices, { sort: 'office' }).filter((_, index) => index % 7 === 3)
    const seen: DeviceSummary[] = []
    let added = 0
    for (let page = await list({ sort: 'office', limit: 25 }); ;) {
      seen.push(...page.rows)
      const token = skipTokenOf(page.next)
      if (!token) break
      const gone = leaving.splice(0, 4)
      await tables()
        .deleteFrom('device')
        .where('device_id', 'in', idsOf(gone) as string[])
        .execute()
      devices = devices.filter((device) => !gone.includes(device))
      const pk = 10_000 + added++
      await asChange(tables(), (transaction, changed) => addDevices(transaction, [{ pk, ...deviceAt(pk) }], changed))
      page = await list({ sort: 'office', limit: 25, 'skip-token': token })
    }
    const times = Map.groupBy(idsOf(seen), (id) => id)
    expect(idsOf(devices).filter((id) => times.get(id)?.length !== 1)).toEqual([])
    expect([...times].filter(([, ids]) => ids.length > 1)).toEqual([])
    await tables().deleteFrom('device').where('pk', '>=', 10_000).execute()
    await asChange(tables(), (transaction, changed) => noteCounted(transaction, changed))
    devices = await everyDevice()
  })

  test.skipIf(skip)('a delta token brings what changed since, and nothing else', async () => {
    const { deltaToken } = await list({ limit: 1 })
    expect((await list({ 'delta-token': deltaToken })).rows).toEqual([])
    const id = devices[5]?.device_id ?? ''
    await asChange(tables(), async (transaction, changed) => {
      const pk = await findDeviceKey(transaction, id)
      await markDevices(transaction, [pk ?? 0], changed)
    })
    const delta = await list({ 'delta-token': deltaToken })
    expect(idsOf(delta.rows)).toEqual([id])
    expect(delta.total).toBe(1)
    expect((await list({ 'delta-token': delta.deltaToken })).rows).toEqual([])
  })

  test.skipIf(skip)('a token of another list, or one made up, is refused', async () => {
    const { next, deltaToken = '' } = await list({ sort: 'model', limit: 10 })
    const token = skipTokenOf(next) ?? ''
    await expect(list({ sort: 'model', limit: 20, 'skip-token': token })).resolves.toHaveProperty('rows.length', 20)
    const [body = '', signature = ''] = token.split('.')
    const forged = `${Buffer.from(JSON.stringify({ key: 'z', pk: 1 })).toString('base64url')}.${signature}`
    for (const query of [
      { sort: '-model', 'skip-token': token },
      { sort: 'model', search: 'a', 'skip-token': token },
      { sort: 'model', 'skip-token': token, offset: 10 },
      { sort: 'model', 'skip-token': forged },
      { sort: 'model', 'skip-token': body },
      { sort: 'model', 'skip-token': deltaToken },
      { 'skip-token': 'x' },
    ] as Query[]) {
      expect(await problemOf(list(query)), JSON.stringify(query)).toMatchObject({ code: 'COM0003', status: 400 })
    }
    expect(await problemOf(list({ 'delta-token': token }))).toMatchObject({ code: 'COM0021', status: 400 })
  })
})

/** What the reference and our conventions say a list holds, without any index. */
function plainSearch(devices: readonly DeviceSummary[], query: Query): DeviceSummary[] {
  const sort = query.sort ?? 'device_name'
  const column = sort.replace('-', '') as (typeof deviceSorts)[number]
  const keys = new Map(
    devices.map((device) => [
      device,
      Buffer.from(sortKey(column === 'user_name' ? device.user?.user_name : device[column])),
    ]),
  )
  const place = (device: DeviceSummary) => [keys.get(device) ?? Buffer.alloc(0), BigInt(device.device_id ?? 0)] as const
  const found = devices
    .filter((device) => isWanted(device, query))
    .toSorted((a, b) => {
      const [[keyA, placeA], [keyB, placeB]] = [place(a), place(b)]
      return Buffer.compare(keyA, keyB) || (placeA < placeB ? -1 : 1)
    })
  return sort.startsWith('-') ? found.reverse() : found
}

function isWanted(device: DeviceSummary, query: Query): boolean {
  const imeis = [device.imei ?? []].flat()
  const mac = device.wifi_mac ?? ''
  const { user } = device
  const owner = [user?.user_name, user?.user_email]
  const hardware = [device.udid, device.serial_number, device.model, device.wifi_ip, mac, mac.replaceAll(':', '')]
  const searched = [device.device_name, device.asset_tag, device.office, ...imeis, ...owner, ...hardware]
  const holds = (text: string | undefined) => fold(text ?? '').includes(fold(query.search?.trim() ?? ''))
  const is = (value: Scalar | undefined, wanted: string | undefined) =>
    wanted === undefined || fold(String(value ?? '')) === fold(wanted)
  return (
    searched.some(holds) &&
    is(device.platform_type, query.platform) &&
    is(device.owned_by, query.owned_by) &&
    is(device.serial_number, query.serial_number) &&
    is(user?.user_email, query.email) &&
    (query.imei === undefined || imeis.includes(query.imei)) &&
    (query.managed_status?.some((status) => Number(status) === device.managed_status) ?? true) &&
    !(query.exclude_removed && device.is_removed)
  )
}

/** Queries as people make them: parts of what is there, what is not there, and everything at once. */
function queries(devices: readonly DeviceSummary[]) {
  const device = fc.constantFrom(...devices)
  const values = (of: (device: DeviceSummary) => string | undefined) =>
    device.map(of).filter((value) => value !== undefined)
  const anyText = fc.oneof(
    values(({ device_name }) => device_name),
    values(({ serial_number }) => serial_number),
    values(({ user }) => user?.user_name),
    values(({ wifi_mac }) => wifi_mac?.replaceAll(':', '')),
    values(({ model }) => model),
    values(({ office }) => office),
    values(({ imei }) => [imei ?? []].flat()[0]),
  )
  const part = fc
    .tuple(anyText, fc.nat(30), fc.integer({ min: 1, max: 12 }), fc.boolean())
    .map(([text, from, length, upper]) =>
      (upper ? text.toUpperCase() : text).slice(from % text.length).slice(0, length),
    )
    .filter((text) => text !== '')
  const search = fc.oneof(part, part, fc.string({ minLength: 1, maxLength: 4, unit: 'grapheme' }))
  const status = fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '-1', '99999999999')
  const filters = {
    search,
    platform: values(({ platform_type }) => platform_type),
    owned_by: fc.constantFrom('1', '2', '3'),
    serial_number: values(({ serial_number }) => serial_number?.toLowerCase()),
    email: values(({ user }) => user?.user_email),
    imei: values(({ imei }) => [imei ?? []].flat().at(-1)),
    managed_status: fc.array(status, { minLength: 1, maxLength: 3 }),
    exclude_removed: fc.boolean(),
  }
  // More than a few filters at once find nothing, and nothing is easily right.
  const someFilters = fc
    .tuple(fc.record(filters), fc.subarray(Object.keys(filters) as (keyof typeof filters)[], { maxLength: 3 }))
    .map(([all, names]): Query => Object.fromEntries(names.map((name) => [name, all[name]])))
  const window = fc.record(
    {
      sort: fc.constantFrom(...deviceSorts.flatMap((sort) => [sort, `-${sort}` as const])),
      limit: fc.integer({ min: 1, max: 200 }),
      offset: fc.oneof(fc.nat(20), fc.nat(400)),
    },
    { requiredKeys: [] },
  )
  return fc.tuple(someFilters, window).map(([wanted, where]): Query => Object.assign(wanted, where))
}
