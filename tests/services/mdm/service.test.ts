import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseJson, stringifyJson } from '#contract/json.ts'
import { getDevice, listDeviceCommands } from '#contract/mdm/devices.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { getApiRoot } from '#contract/mdm/root.ts'
import { skipTokenOf } from '#contract/page.ts'
import { deviceAt } from '#services/demo/devices/fleet.ts'
import { problemOf, signInTo } from '../desktop/sign-in.ts'
import { startRunning, type Running } from '../running.ts'

let running: Running
let key: string
beforeAll(async () => {
  running = await startRunning({ seed: 'large:40' })
  key = await running.mdmKey()
})
afterAll(() => running.stop())

const ask = (path: string, headers: Record<string, string> = {}) =>
  running.ask(path, { headers: { authorization: key, ...headers } })
const idAt = (index: number) => deviceAt(index).record.device_id ?? ''

describe('reading', () => {
  test('the root names the address of every collection, below the prefix it was asked by, and each answers', async () => {
    for (const [prefix, end] of [
      ['/api/v1', ''],
      ['/api/v1', '/'],
      ['/api/v1/mdm', ''],
      ['/api/v1/mdm', '/'],
    ] as const) {
      const root = (await (await ask(prefix + end)).json()) as Record<string, string>
      expect(root).toEqual(
        Object.fromEntries(
          ['devices', 'groups', 'profiles', 'apps', 'users'].map((name) => [name, `${running.mdm}${prefix}/${name}`]),
        ),
      )
      for (const [name, address] of Object.entries(root)) {
        const answer = await fetch(address, { headers: { authorization: key } })
        expect(await answer.json()).toHaveProperty(name)
      }
    }
    await expect(running.call(getApiRoot, {}, key)).resolves.toHaveProperty('users')
  })

  test('the list carries the total, the next page and a delta token', async () => {
    const none = await ask('/api/v1/mdm/devices?limit=15&platform=none')
    expect(await none.json()).toMatchObject({ devices: [], metadata: { total_record_count: 0 } })
    const some = await ask('/api/v1/devices?limit=15&sort=-last_contact_time')
    expect(await some.json()).toMatchObject({
      devices: { length: 15 },
      metadata: { total_record_count: 40 },
      paging: { next: expect.stringContaining('skip-token=') as unknown },
      'delta-token': expect.any(String) as unknown,
    })
  })

  test('next can be followed as it is, and is absent at the end', async () => {
    const first = await ask('/api/v1/mdm/devices?limit=30')
    const { paging } = (await first.json()) as { paging: { next: string } }
    expect(paging.next.startsWith(`${running.mdm}/api/v1/mdm/devices?`)).toBe(true)
    const last = await fetch(paging.next, { headers: { authorization: key } })
    const page = (await last.json()) as { devices: unknown[]; paging?: unknown }
    expect(page.devices).toHaveLength(10)
    expect(page.paging).toBeUndefined()
  })

  test('ids beyond 2^53 are JSON numbers with all their digits', async () => {
    const response = await ask(`/api/v1/devices/${idAt(0)}`)
    const text = await response.text()
    const id = deviceAt(0).record[':id'] ?? ''
    expect(BigInt(id)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER))
    expect(text).toContain(`":id":${id},`)
    expect(parseJson(text)).toMatchObject({ ':id': BigInt(id), device_id: idAt(0) })
  })

  test('a record is the whole record, with its newest commands', async () => {
    const { record, commands } = deviceAt(3, 0)
    const { commands: shown = [], ...rest } = await running.call(getDevice, { device_id: idAt(3) }, key)
    expect(Object.keys(rest).toSorted()).toEqual(Object.keys(JSON.parse(stringifyJson(record)) as object).toSorted())
    expect(shown.map(({ command_id }) => command_id)).toEqual(commands.slice(0, 20).map(({ command_id }) => command_id))
  })

  test('the command history is newest first, a page at a time', async () => {
    const index = Array.from({ length: 40 }, (_, at) => at).find((at) => deviceAt(at).commands.length > 4) ?? 0
    const expected = deviceAt(index).commands.map(({ command_history_id }) => command_history_id)
    const input = { device_id: idAt(index), limit: 3 }
    const first = await running.call(listDeviceCommands, input, key)
    const second = await running.call(listDeviceCommands, { ...input, 'skip-token': skipTokenOf(first.next) }, key)
    const third = await running.call(listDeviceCommands, { ...input, offset: 1 }, key)
    const ids = (page: typeof first) => page.rows.map(({ command_history_id }) => command_history_id)
    expect(first.total).toBe(expected.length)
    expect([...ids(first), ...ids(second)]).toEqual(expected.slice(0, 6))
    expect(ids(third)).toEqual(expected.slice(1, 4))
  })

  test('a device that is not there is an unknown resource', async () => {
    const wanted = { device_id: 'nothing' }
    expect(await problemOf(running.call(getDevice, wanted, key))).toMatchObject({ code: 'COM0008', status: 404 })
    expect(await problemOf(running.call(listDeviceCommands, wanted, key))).toMatchObject({ code: 'COM0008' })
  })
})

test.each([
  'limit=0',
  'limit=-1',
  'limit=x',
  'limit=1000000000',
  'limit=1.5',
  'offset=-1',
  'offset=x',
  'limit=',
  'skip-token=x',
])('the paging parameter %s is refused', async (query) => {
  const response = await ask(`/api/v1/devices?${query}`)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error_code: 'COM0003' })
})

test('a parameter that is no value of its field is refused, and one given twice', async () => {
  for (const query of ['sort=color', 'managed_status=two', 'exclude_removed=maybe', 'search=a&search=b']) {
    const response = await ask(`/api/v1/devices?${query}`)
    expect(await response.json(), query).toMatchObject({ error_code: 'COM0005' })
  }
})

describe('who may read', () => {
  const status = async (authorization?: string, path = '/api/v1/devices?limit=1') =>
    (await running.ask(path, { headers: authorization === undefined ? {} : { authorization } })).status

  test('the API key of the first run, bare in the header', async () => {
    expect(await status(running.firstRun?.apiKey)).toBe(200)
  })

  test('anybody who is signed in to desktop management, with their token', async () => {
    const { auth_data } = await signInTo(running).withPassword('helpdesk')
    expect(await status(auth_data?.auth_token)).toBe(200)
  })

  test('nobody without, with a wrong or a prefixed one, or with the key in the query', async () => {
    const withKeyInQuery = `/api/v1/devices?limit=1&Authorization=${key}`
    for (const refused of [
      await status(),
      await status('x'),
      await status(`Bearer ${key}`),
      await status('', withKeyInQuery),
    ]) {
      expect(refused).toBe(401)
    }
    expect(await problemOf(running.call(listDevices, {}, 'x'))).toMatchObject({ code: 'COM0013' })
    expect(running.logged.join('\n')).not.toContain(key)
  })
})
