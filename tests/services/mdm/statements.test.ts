// Statements of the MDM reference, tried with requests and JSON written by hand.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dialect } from '#contract/dialect.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { startRunning, type Running } from '../running.ts'

let running: Running
let key: string
beforeAll(async () => {
  running = await startRunning({ seed: 'large:300' })
  key = await running.mdmKey()
})
afterAll(() => running.stop())

const ask = async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
  const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await running.ask(`/api/v1${path}`, {
    method,
    headers: { authorization: key, ...json, ...headers },
    ...(body !== undefined && { body }),
  })
  const text = await answer.text()
  return { status: answer.status, text, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> }
}
const get = async (path: string) => (await ask('GET', path)).body
const codeOf = async (...request: Parameters<typeof ask>) => (await ask(...request)).body.error_code
type Row = Record<string, unknown> & { device_id: string }
const devices = async (query = '') => (await get(`/devices?limit=200${query}`)).devices as Row[]
const everyRecord = async () => {
  const rows = [...(await devices()), ...(await devices('&offset=200'))]
  const records = []
  for (const { device_id } of rows) records.push(await get(`/devices/${device_id}`))
  return records
}

/** Every value that stands under this name, wherever in a record. */
function valuesOf(name: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value as Record<string, unknown>).flatMap(([key, inner]) =>
    key === name && typeof inner !== 'object' ? [inner] : valuesOf(name, inner),
  )
}

describe('types of the device record', () => {
  const text = 'device_id address addedby agent_version agent_version_code available_device_capacity applicable_for'
  const certificate = 'certificatename certificatesubjectname serialnumber certificateexpiry certificateissuername'
  const types: Record<string, string> = {
    // everything of a certificate is text, but isidentity
    ...Object.fromEntries(
      `${text} ${certificate} signaturealgorithmoid signaturealgorithmname audit_message action_name remarks`
        .split(' ')
        .map((name) => [name, 'string']),
    ),

    ...Object.fromEntries(
      ':id added_by command_id command_history_id applied_time agent_type app_type available_ram_memory battery_level cellular_technology command_status status_code managed_status payload_version'
        .split(' ')
        .map((name) => [name, 'number']),
    ),
    isidentity: 'boolean',
    is_enabled: 'boolean',
    payload_has_rem_password: 'boolean',
    payload_is_encrypted: 'boolean',
    clear_data_for_all_apps: 'boolean',
    camera: 'number',
    allow_camera: 'number', // text by its description, an integer in the sample
  }
  let records: Record<string, unknown>[]
  beforeAll(async () => {
    records = await everyRecord()
  })

  test.each(Object.entries(types))('%s is a %s wherever it stands', (name, type) => {
    const values = records.flatMap((record) => valuesOf(name, record))
    expect(values.length).toBeGreaterThan(0)
    expect(new Set(values.map((value) => typeof value))).toEqual(new Set([type]))
  })

  test.each<[string, unknown[]]>([
    ['managed_status', [0, 1, 2, 3, 4, 5]],
    ['command_status', [0, 1, 2, 3, -1]],
    ['status_code', [0, 1, 2, 4]],
    ['agent_type', [1, 2, 3]],
    ['app_type', [1, 2]],
    ['applicable_for', ['1', '2']],
    ['cellular_technology', [1, 2, 3]],
  ])('%s has the stated values, and no other', (name, stated) => {
    const values = new Set(records.flatMap((record) => valuesOf(name, record)))
    expect(values).toEqual(new Set(stated))
  })

  test('the values of restrictions are integers, the undefined −1 and 3 among them', () => {
    const restrictions = records.flatMap((record) =>
      Object.entries(record).filter(([name]) => name.startsWith('allow_')),
    )
    expect(restrictions.every(([, value]) => Number.isInteger(value))).toBe(true)
    const values = new Set(restrictions.map(([, value]) => value))
    for (const seen of [-1, 0, 1, 3]) expect(values).toContain(seen)
  })

  test('misspelt and vendor-named fields keep the spelling of the wire', () => {
    const names = new Set(records.flatMap((record) => Object.keys(record)))

    for (const name of ['passcode_complaint', 'vendor_restricions', 'vendor_safety_availabiity', ':id'])
      expect(names).toContain(name)
    const { vendor_restricions: copy } = records.find(({ vendor_restricions: one }) => one !== undefined) ?? {}
    expect(copy).toMatchObject({ scope: expect.anything() as unknown, resource_id: expect.anything() as unknown })
  })
})

describe('a command', () => {
  const enrolled = async () => (await devices('&managed_status=2&platform=Platform%20B')).map((row) => row.device_id)

  test('SCHEDULED stands in both lists of a batch, and the lists tell them apart', async () => {
    const [able] = await enrolled()
    const [gone] = await devices('&managed_status=4')
    const { status, body } = await ask(
      'POST',
      '/actions/scan',
      JSON.stringify({ device_ids: [able, gone?.device_id, 'x'] }),
    )
    expect(status).toBe(200)
    expect(body).toEqual({
      total_count: 3,
      success_count: 1,
      not_applicable_count: 2,
      success_list: [{ device_id: able, remarks: expect.any(String) as unknown, status: 'SCHEDULED' }],
      na_list: [
        { device_id: gone?.device_id, remarks: expect.any(String) as unknown, status: 'SCHEDULED' },
        { device_id: 'x', remarks: expect.any(String) as unknown, status: 'SCHEDULED' },
      ],
    })
  })

  test('stands in the history with its remarks and their arguments from its first moment', async () => {
    const [, , id] = await enrolled()
    await ask('POST', `/devices/${id}/actions/lock`)
    const { commands } = await get(`/devices/${id}/commandhistory`)
    for (const { remarks, remarks_args: args } of commands as Record<string, unknown>[])
      expect([typeof remarks, typeof args]).toEqual(['string', 'string'])
  })

  test('without a body a batch is told that it brought no data, whether it names a content type or not', async () => {
    expect(await codeOf('POST', '/actions/scan')).toBe('COM0006')
    expect(await codeOf('POST', '/actions/scan', '')).toBe('COM0006')
    for (const list of ['groups', 'users', 'profiles', 'apps']) {
      expect(await codeOf('POST', `/${list}`), list).toBe('COM0006')
    }
    expect(await codeOf('POST', '/actions/scan', '{}', { 'content-type': 'text/plain' })).toBe('COM0011')
  })

  test.each([[true], [1.5], [null], [{}], [['1']], 'x', 5, {}])('ids of a batch are not %j', async (ids) => {
    for (const name of ['device_ids', 'groups'])
      expect(await codeOf('POST', '/actions/scan', JSON.stringify({ [name]: ids })), name).toBe('COM0005')
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'a parameter called %s is refused like any other unknown one',
    async (name) => {
      const [id] = await enrolled()
      const answer = await ask('POST', `/devices/${id}/actions/lock`, `{"${name}":{}}`)
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'COM0005' } })
      expect(answer.body.error_description).toContain(name)
    },
  )

  test('the last scan of a device has its own address, and the numbers of a scan', async () => {
    const [, id] = await enrolled()
    await ask('POST', `/devices/${id}/actions/scan`)
    await ask('POST', `/devices/${id}/actions/lock`)
    expect(await get(`/devices/${id}/scan`)).toMatchObject({ status_code: 1, status_description: 'Initiated' })
    expect(await codeOf('GET', '/devices/1/scan')).toBe('COM0008')
  })
})

describe('lists', () => {
  test.each([
    'limit=0x10',
    'limit=1e1',
    'limit=1.0',
    'limit=٣',
    'limit=true',
    'limit=null',
    'limit=9007199254740993',
    'offset=1e2',
    'offset=-0.5',
    'limit=1&limit=1',
    'skip-token=',
  ])('%s is no paging, on any list', async (query) => {
    for (const list of ['devices', 'groups', 'users', 'profiles', 'apps']) {
      expect(await ask('GET', `/${list}?${query}`), list).toMatchObject({
        status: 400,
        body: { error_code: 'COM0003' },
      })
    }
  })

  test('a delta-token that no list gave out is refused by each, also by those of a device', async () => {
    const [{ device_id: id } = { device_id: '' }] = await devices('&managed_status=2')
    const ofDevice = ['commandhistory', 'apps', 'profiles', 'locations', 'configurationprofiles', 'actions']
    const lists = ['devices', 'groups', 'users', 'profiles', 'apps', ...ofDevice.map((list) => `devices/${id}/${list}`)]
    for (const list of lists)
      for (const token of ['x', ''])
        expect(await ask('GET', `/${list}?limit=1&delta-token=${token}`), list).toMatchObject({
          status: 400,
          body: { error_code: 'COM0021' },
        })
    expect(await ask('GET', `/devices/${id}/commandhistory?limit=1`)).toMatchObject({ status: 200 })
  })

  test('page and pagelimit select a page like limit and offset, from 0 on', async () => {
    for (const list of ['devices', 'groups', 'users', 'profiles', 'apps']) {
      // By their ids: a command that was sent before may be carried out between two requests, and changes its device.
      const id = `${list.slice(0, -1)}_id`
      const rows = async (query: string) =>
        ((await get(`/${list}?${query}`))[list] as Row[]).map((row) => String(row[id]))
      const all = await rows('limit=10')
      expect(all, list).not.toContain('undefined')
      expect(await rows('page=1&pagelimit=3'), list).toEqual(all.slice(3, 6))
      expect(await rows('page=2&limit=2'), list).toEqual(all.slice(4, 6))
      expect(await rows('pagelimit=4'), list).toEqual(all.slice(0, 4))
      expect(await rows('page=0'), list).toEqual(await rows(''))
      expect(await rows('page=5000'), list).toEqual([])
    }
    const { paging } = await get('/devices?page=1&pagelimit=5')
    const next = new URL((paging as { next: string }).next)
    const idsOf = (rows: unknown) => (rows as Row[]).map(({ device_id }) => device_id)
    expect(idsOf(await devices()).slice(10, 15)).toEqual(idsOf((await get(`/devices${next.search}`)).devices))
  })

  test.each([
    'page=-1',
    'page=x',
    'page=',
    'page=1.0',
    'page=0&page=1',
    'page=200001',
    'pagelimit=0',
    'pagelimit=201',
    'pagelimit=-5',
    'pagelimit=2&pagelimit=2',
    'pagelimit=2&limit=2',
    'page=1&offset=1',
    'page=1&skip-token=x',
    'page=1&limit=0',
  ])('%s is no paging either', async (query) => {
    for (const list of ['devices', 'groups', 'users', 'profiles', 'apps'])
      expect(await codeOf('GET', `/${list}?${query}`), list).toBe('COM0003')
  })

  test('a filter without a value asks for nothing', async () => {
    const { metadata } = await get('/devices?limit=1')
    for (const name of ['search', 'platform', 'owned_by', 'serial_number', 'imei', 'email', 'managed_status'])
      expect((await get(`/devices?limit=1&${name}=`)).metadata, name).toEqual(metadata)
  })

  test('a MAC address is found however it is written', async () => {
    const device = (await devices()).find(({ wifi_mac: mac }) => mac)
    const mac = String(device?.wifi_mac)
    const bare = mac.replaceAll(':', '')
    const forms = [mac, mac.toUpperCase(), mac.replaceAll(':', '-'), bare, bare.replace(/(....)(....)/, '$1.$2.')]
    for (const form of forms)
      expect(
        ((await get(`/devices?search=${form}`)).devices as Row[]).map((row) => row.device_id),
        form,
      ).toEqual([device?.device_id])
  })

  test('what is written like a MAC address is found as the name or number that it is, too', async () => {
    const [named, tagged, plain] = (await devices()).filter(({ wifi_mac: mac }) => mac)
    const device = (row: Row | undefined) => String(row?.device_id)
    const update = (row: Row | undefined, body: object) => ask('PUT', `/devices/${device(row)}`, JSON.stringify(body))
    expect(await update(named, { name: '02-d7-f2-69-a0-58' })).toMatchObject({ status: 200 })
    expect(await update(tagged, { asset_tag: '1234.5678.9012' })).toMatchObject({ status: 200 })
    const found = async (text: string) => ((await get(`/devices?search=${text}`)).devices as Row[]).map(device)
    for (const text of ['02-d7-f2-69-a0-58', '02-D7-F2', '02-d7-f2-69-a'])
      expect(await found(text), text).toEqual([device(named)])
    for (const text of ['1234.5678.9012', '1234.5678']) expect(await found(text), text).toEqual([device(tagged)])
    const mac = String(plain?.wifi_mac)
    for (const text of [mac.slice(0, 14), mac.slice(0, 16), mac].map((one) => one.replaceAll(':', '-')))
      expect(await found(text), text).toContain(device(plain))
    const dotted = mac.replaceAll(':', '').replace(/(....)(....)/, '$1.$2.')
    for (const text of [dotted, dotted.slice(0, 9), dotted.slice(0, 12)])
      expect(await found(text), text).toContain(device(plain))
  })

  test('past the end there is an empty list with its total, and no next page', async () => {
    for (const list of ['devices', 'groups', 'users', 'profiles', 'apps']) {
      const page = await get(`/${list}?offset=5000`)
      expect(page[list], list).toEqual([])
      expect(page, list).toMatchObject({ metadata: { total_record_count: expect.any(Number) as unknown } })
      expect(page, list).not.toHaveProperty('paging')
    }
  })
})

test.each(['devices', 'groups', 'users', 'profiles', 'apps'])(
  'an id of %s that is too long to be one is an unknown resource',
  async (list) => {
    for (const id of ['x'.repeat(200), 'x'.repeat(201), '9'.repeat(3000)])
      expect(await ask('GET', `/${list}/${id}`)).toMatchObject({ status: 404, body: { error_code: 'COM0008' } })
  },
)

test('a file is sent as a form: another body names its type wrongly, and none is no data', async () => {
  expect(await codeOf('POST', '/files')).toBe('COM0006')
  expect(await ask('POST', '/files', '{}')).toMatchObject({ status: 422, body: { error_code: 'COM0011' } })
})

test.each([
  ['application/json;q=0, */*', 406],
  ['*/*, application/json;q=0', 406],
  ['application/*;q=0, */*;q=0.5', 406],
  ['text/html, application/json;q=0.1', 200],
  ['', 200],
])('of what a client accepts, the narrowest range that JSON is in decides: %j', async (accept, status) => {
  expect((await ask('GET', '/devices?limit=1', undefined, { accept })).status).toBe(status)
})

test('a server whose restrictions are texts says the same with them', async () => {
  const real = await startRunning({ seed: 'large:40', speaks: dialect.parse({ quirks: ['restrictions as text'] }) })
  const authorization = await real.mdmKey()
  const askReal = async (path: string) =>
    (await (await real.ask(`/api/v1${path}`, { headers: { authorization } })).json()) as Record<string, unknown>
  const [first] = (await askReal('/devices?limit=1&managed_status=2&platform=Platform%20B')).devices as Row[]
  const record = await askReal(`/devices/${first?.device_id}`)
  expect(record.allow_camera).toMatch(/^-?\d+$/)
  expect(record.battery_level).toBeTypeOf('number')
  const read = await real.call(getDevice, { device_id: first?.device_id ?? '' }, authorization)
  expect(read.allow_camera).toBe(record.allow_camera)
  expect(read).not.toHaveProperty('#unexpected')
  await real.stop()
})
