import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { authenticate } from '#contract/desktop/authentication.ts'
import { mdmErrors } from '#contract/problems/known-errors.ts'
import { setDeviceLicenses } from '#services/mdm/licenses.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { startRunning, type Running } from '../running.ts'

let running: Running
let key: string
/** A device of each managed_status, and things to name. */
const known = { enrolled: '', gone: '', waiting: '', app: '', profile: '', group: '', user: '' }

beforeAll(async () => {
  running = await startRunning({ seed: 'large:60' })
  key = await running.mdmKey()
  const first = async (list: string, query = '') => {
    const body = (await (await ask('GET', `/${list}?limit=1${query}`)).json()) as Record<string, object[]>
    return body[list]?.[0] as Record<string, string>
  }
  known.enrolled = (await first('devices', '&managed_status=2&platform=Platform%20B')).device_id ?? ''
  known.gone = (await first('devices', '&managed_status=4')).device_id ?? ''
  known.waiting = (await first('devices', '&managed_status=5')).device_id ?? ''
  const rows = running.database.db.$extendTables<DeviceTables>()
  const idOf = async (kind: 'app' | 'profile' | 'group' | 'user') =>
    (
      await rows
        .selectFrom('resource')
        .innerJoin('device_item', 'device_item.item_pk', 'resource.pk')
        .select('id')
        .where('resource.kind', '=', kind)
        .executeTakeFirst()
    )?.id ?? ''
  known.app = await idOf('app')
  known.profile = await idOf('profile')
  const group = await ask('POST', '/groups', { name: 'Night shift' })
  known.group = /"group_id":(\d+)/.exec(await group.text())?.[1] ?? ''
})
afterAll(() => running.stop())
afterEach(async () => {
  await fetch(`${running.lab}/faults`, { method: 'DELETE' })
  await fetch(`${running.lab}/rate-limit`, { method: 'DELETE' })
})

const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  running.ask(`/api/v1${path}`, {
    method,
    headers: { authorization: key, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
const lab = (path: string, body: object) =>
  fetch(running.lab + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const byFault = async (code: string) => {
  await lab('/faults', { service: 'mdm', code, times: 1 })
  return ask('GET', '/devices')
}

/** A request that each code is the true answer to; `fault` where only the lab's switch produces it here. */
const causes: Record<keyof typeof mdmErrors, 'fault' | (() => Promise<Response>)> = {
  COM0001: () => ask('PUT', '/devices', {}),
  COM0002: async () => {
    await lab('/rate-limit', { per_minute: 1 })
    await ask('GET', '/devices')
    return ask('GET', '/devices')
  },
  COM0003: () => ask('GET', '/groups?limit=1000000000'),
  COM0004: 'fault',
  COM0005: () => ask('POST', '/users', { user_name: 'Somebody', user_email: 'no address' }),
  COM0006: () => ask('POST', `/groups/${known.group}/members`, ''),
  COM0007: 'fault',
  COM0008: () => ask('GET', '/groups/0'),
  COM0009: () => ask('POST', `/groups/${known.group}/members`, { member_ids: [] }),
  COM0010: () => ask('POST', '/groups', { name: 'NIGHT SHIFT' }),
  COM0011: () => ask('POST', '/groups', 'x', { 'content-type': 'text/plain' }),
  COM0012: () => running.ask('/api/v2/devices'),
  COM0013: () => ask('GET', '/devices', undefined, { authorization: 'x' }),
  COM0014: 'fault',
  COM0015: () => ask('POST', `/devices/${known.gone}/apps`, `{"app_ids":[${known.app}]}`),
  COM00020: async () => {
    await setDeviceLicenses(running.database.db.$extendTables<DeviceTables>(), 1)
    // The id is beyond 2^53: as text, not as a number that has lost digits.
    const [, user] = /"user_id":(\d+)/.exec(await (await ask('GET', '/users?limit=1')).text()) ?? []
    return ask('PUT', `/devices/${known.waiting}`, `{"user_id":${user}}`)
  },
  COM0021: () => ask('GET', '/groups?delta-token=x'),
  LOC0001: 'fault',
  SDE0003: () => ask('PUT', `/devices/${known.enrolled}`, { user_id: 7 }),
  CMD0001: () => ask('POST', `/devices/${known.gone}/actions/lock`, {}),
  CMD0002: 'fault',
  APP0001: () =>
    ask('POST', '/apps', {
      app_name: 'Till',
      app_type: 2,
      platform_type: 1,
      bundle_identifier: 'example.till',
      app_file: 7,
    }),
  APP0002: () => ask('DELETE', `/apps/${known.app}`),
  FIL0001: () =>
    ask('POST', '/apps', {
      app_name: 'Till',
      app_type: 1,
      platform_type: 1,
      bundle_identifier: 'example.till',
      icon_file: 'bm8gaW1hZ2U=',
    }),
  PAY0001: () => payload('wallpaper', { image: 'iVBORw0KGgoA'.padEnd(180_000, 'A') }),
  PAY0002: () => payload('wifi', { ssid: 'HV-STAFF' }),
  PAY0004: () => payload('passcode', { min_length: 3 }),
}
const payload = (payload_type: string, fields: object) =>
  ask('POST', `/profiles/${known.profile}/payloads`, { payload_type, payload: fields })

test('each of the 27 codes of the reference is listed', () => {
  expect(Object.keys(causes)).toHaveLength(27)
})

test.each(Object.entries(causes))('%s has its status and its body', async (code, cause) => {
  const answer = cause === 'fault' ? await byFault(code) : await cause()
  const body = (await answer.json()) as Record<string, string>
  expect(body).toMatchObject({ error_code: code })
  expect(answer.status).toBe(mdmErrors[code as keyof typeof mdmErrors][0])
  expect(body.localized_error_description).toBe(body.error_description)
  expect(answer.headers.get('content-type')).toBe('application/json;charset=UTF-8')
  if (code === 'COM0002') expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
})

const helpdeskToken = async () => {
  const input = { username: 'helpdesk', password: running.password, auth_type: 'local_authentication' } as const
  return (await running.call(authenticate, input)).auth_data?.auth_token ?? ''
}

/** Statuses that the reference states, or HTTP has, for which its table has no code. */
const codeless: [number, string, () => Promise<Response>][] = [
  [
    403,
    'a right that is missing',
    async () => ask('PUT', '/devices/1', { asset_tag: 'x' }, { authorization: await helpdeskToken() }),
  ],
  [406, 'a client that takes no JSON', () => ask('GET', '/devices', undefined, { accept: 'text/html' })],
  [413, 'a body that is too large', () => ask('POST', '/actions/scan', { device_ids: ['x'.repeat(600_000)] })],
]

test.each(codeless)(
  '%i, %s, has its status as its code, and not a code of another status',
  async (status, _, cause) => {
    const answer = await cause()
    expect(answer.status).toBe(status)
    const { error_code, error_description, ...rest } = (await answer.json()) as Record<string, string>
    expect(error_code).toBe(String(status))
    expect(rest).toEqual({ localized_error_description: error_description })
  },
)

test('the calls of one key do not use up those of another', async () => {
  await lab('/rate-limit', { per_minute: 2 })
  const statuses = []
  for (let call = 0; call < 3; call += 1) statuses.push((await ask('GET', '/devices?limit=1')).status)
  expect(statuses).toEqual([200, 200, 429])
  const other = { authorization: running.firstRun?.apiKey ?? '' }
  expect((await ask('GET', '/devices?limit=1', undefined, other)).status).toBe(200)
})
