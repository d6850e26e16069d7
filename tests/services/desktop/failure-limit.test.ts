import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { clientHeader } from '#platform/network/client-header.ts'
import { masterKey, startRunning, type Running } from '../running.ts'
import { problemOf, signInTo } from './sign-in.ts'

const minutes = 60_000
let running: Running
let signIn: ReturnType<typeof signInTo>
beforeAll(async () => {
  running = await startRunning()
  signIn = signInTo(running)
})
afterAll(() => running.stop())
afterEach(() => vi.useRealTimers())
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

const codeOf = async (name: string, password = 'wrong') => (await problemOf(signIn.withPassword(name, password))).code
const guess = async (times: number, name: string) => {
  for (let time = 0; time < times; time += 1) await codeOf(name)
}

test('after five wrong passwords even the correct one is delayed, a quarter of an hour at most', async () => {
  await guess(5, 'admin')
  const refused = await problemOf(signIn.withPassword('admin'))
  expect(refused).toMatchObject({ code: '10005', status: 429 })
  expect(refused.retryAfterSeconds).toBeGreaterThan(25)
  expect(refused.retryAfterSeconds).toBeLessThanOrEqual(30)
  for (let round = 0; round < 8; round += 1) {
    later(15 * minutes)
    await guess(1, 'admin')
  }
  const longest = await problemOf(signIn.withPassword('admin'))
  expect(longest.retryAfterSeconds).toBeGreaterThan(14 * 60)
  expect(longest.retryAfterSeconds).toBeLessThanOrEqual(15 * 60)
  later(15 * minutes + 1)
  await expect(signIn.withPassword('admin')).resolves.toHaveProperty('auth_data')
})

test('an unknown user is locked like a known one', async () => {
  await guess(5, 'operator')
  await guess(5, 'nobody')
  const [known, unknown] = [
    await problemOf(signIn.withPassword('operator')),
    await problemOf(signIn.withPassword('nobody')),
  ]
  expect(unknown.toJSON()).toEqual({ ...known.toJSON(), retryAfterSeconds: unknown.retryAfterSeconds })
})

test('case, spaces and Unicode forms of a name do not give more attempts', async () => {
  for (const name of ['Someone', ' someone', 'SOMEONE ', 'ｓomeone', 'some\u006fne']) await codeOf(name)
  expect(await codeOf('someone')).toBe('10005')
})

test('a header cannot spoof another address', async () => {
  const tryFrom = (address: string) =>
    running.ask('/api/1.3/desktop/authentication', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address, forwarded: `for=${address}` },
      body: JSON.stringify({ username: 'visitor', password: 'd3Jvbmc=', auth_type: 'local_authentication' }),
    })
  for (let host = 1; host <= 5; host += 1) await tryFrom(`10.0.0.${host}`)
  const refused = await tryFrom('10.0.0.6')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('concurrent attempts are counted one by one', async () => {
  const codes = await Promise.all(Array.from({ length: 12 }, () => codeOf('crowd')))
  expect(codes.filter((code) => code === '10001')).toHaveLength(5)
  expect(codes.filter((code) => code === '10005')).toHaveLength(7)
})

test('one person signing in from many windows at once is not limited', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => signIn.withPassword('helpdesk')))
  expect(new Set(answers.map((answer) => answer.auth_data?.auth_token)).size).toBe(8)
})

test('wrong attempts are reset by the correct password, and expire after a quarter of an hour', async () => {
  await guess(4, 'helpdesk')
  await signIn.withPassword('helpdesk')
  await guess(4, 'helpdesk')
  await expect(signIn.withPassword('helpdesk')).resolves.toHaveProperty('auth_data')
  await guess(4, 'helpdesk')
  later(15 * minutes + 1)
  await guess(4, 'helpdesk')
  await expect(signIn.withPassword('helpdesk')).resolves.toHaveProperty('auth_data')
})

test('attempts from elsewhere, through the console or not, do not lock an account out where it is known', async () => {
  const header = clientHeader(masterKey)
  const tryFrom = (password: string, clientAddress: string, knownLane?: string) =>
    running.ask('/api/1.3/desktop/authentication', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...header.of({ clientAddress, ...(knownLane !== undefined && { knownLane }) }),
      },
      body: JSON.stringify({
        username: 'operator',
        password: Buffer.from(password).toString('base64'),
        auth_type: 'local_authentication',
      }),
    })
  const { password } = running
  expect((await tryFrom(password, '192.0.2.1')).status).toBe(200)
  for (let host = 1; host <= 5; host += 1) {
    for (let time = 0; time < 5; time += 1) await tryFrom('wrong', `198.51.100.${host}`)
  }
  const stranger = await tryFrom(password, '203.0.113.9')
  expect(stranger.status, 'a guess from many addresses is one guess').toBe(429)
  expect(Number(stranger.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await tryFrom(password, '192.0.2.1')).status).toBe(200)
  expect((await tryFrom(password, '203.0.113.9', 'browser:one')).status, 'a browser that the console knows').toBe(200)
})

test('an IPv6 subscriber counts once, whatever address of the network is used', async () => {
  const header = clientHeader(masterKey)
  const codes: number[] = []
  for (let host = 1; host <= 6; host += 1) {
    const answer = await running.ask('/api/1.3/desktop/authentication', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...header.of({ clientAddress: `2001:db8:1:2::${host}` }) },
      body: JSON.stringify({ username: 'somebody', password: 'd3Jvbmc=', auth_type: 'local_authentication' }),
    })
    codes.push(answer.status)
  }
  expect(codes).toEqual([401, 401, 401, 401, 401, 429])
})
