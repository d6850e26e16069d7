import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { listDevices } from '#contract/mdm/device-list.ts'
import { monthsFromNow } from '#services/mdm/api-keys.ts'
import { problemOf, signInTo } from '../desktop/sign-in.ts'
import { startRunning, type Running } from '../running.ts'

const days = 24 * 60 * 60_000
let running: Running
beforeAll(async () => {
  running = await startRunning({ demoApiKey: 'a key the operator chose' })
})
afterAll(() => running.stop())
afterEach(() => vi.useRealTimers())
const list = (key?: string) => running.call(listDevices, {}, key)

test.each([
  ['2026-01-15T10:00:00Z', '2026-07-15T10:00:00Z'],
  ['2026-08-31T23:59:59Z', '2027-02-28T23:59:59Z'],
  ['2027-08-29T00:00:00Z', '2028-02-29T00:00:00Z'],
])('six months after %s is %s', (now, then) => {
  vi.setSystemTime(new Date(now))
  expect(new Date(monthsFromNow(6)).toISOString()).toBe(new Date(then).toISOString())
})

test('an API key is valid for six months', async () => {
  const key = running.firstRun?.apiKey
  expect(key).toBe('a key the operator chose')
  const end = monthsFromNow(6)
  vi.setSystemTime(end - days)
  await expect(list(key)).resolves.toHaveProperty('rows')
  vi.setSystemTime(end + days)
  expect(await problemOf(list(key))).toMatchObject({ code: 'COM0013', status: 401 })
})

test('a token that nobody used for 31 days is dead', async () => {
  const tokens = await Promise.all([0, 1].map(() => signInTo(running).withPassword('operator')))
  const [used, unused] = tokens.map(({ auth_data }) => auth_data?.auth_token)
  vi.setSystemTime(Date.now() + 20 * days)
  await expect(list(used)).resolves.toHaveProperty('rows')
  vi.setSystemTime(Date.now() + 12 * days)
  await expect(list(used)).resolves.toHaveProperty('rows')
  expect(await problemOf(list(unused))).toMatchObject({ code: 'COM0013' })
})
