import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hashOf } from '#platform/digest.ts'
import { type Proxy, secret, startProxy } from '../../support/proxy.ts'

let proxy: Proxy
beforeEach(async () => {
  proxy = await startProxy()
})
afterEach(async () => {
  vi.useRealTimers()
  await proxy.stop()
})

const seconds = 1000
const minute = 60_000
const moveClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
const signIn = (username: string, password: string, headers = {}, cookie = '') =>
  proxy.call('session.signIn', { username, password }, cookie, headers)
const signInFrom = (address: string) => {
  const call = proxy.callFrom(address)
  return (username: string, password: string, cookie = '') => call('session.signIn', { username, password }, cookie)
}
const guess = async (times: number, attempt: () => Promise<unknown>) => {
  for (let time = 0; time < times; time += 1) await attempt()
}
const asked = (what: string) => proxy.desktop.received.filter(({ url }) => url.endsWith(what)).length
/** The cookie of a browser that somebody has signed in with. */
const browserCookie = ({ headers }: { headers: Record<string, string | string[] | undefined> }) =>
  [headers['set-cookie']]
    .flat()
    .find((cookie) => cookie?.includes('-browser='))
    ?.split(';')[0] ?? ''

describe('Guessing a password', () => {
  test('is delayed after five failures, for every spelling of the name and every header', async () => {
    const spellings = ['admin', 'ADMIN', ' admin ', 'ａｄｍｉｎ', 'ad min', 'ad\u00a0min']
    for (let tries = 0; tries < 5; tries += 1) {
      const headers = { 'x-forwarded-for': `10.0.0.${tries}`, forwarded: `for=10.0.0.${tries}` }
      const { value } = await signIn(spellings[tries] ?? '', 'wrong', headers)
      expect(value.code).toBe('WRONG_CREDENTIALS')
    }
    const { status, value, headers } = await signIn('ad\u00a0min', secret.password, { 'x-forwarded-for': '10.9.9.9' })
    expect([status, value.code]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(25)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(30)
    expect(asked('/authentication')).toBe(5)
    expect((await signIn('operator', secret.password)).status, 'others are not locked out').toBe(200)
    moveClock(30 * seconds)
    expect((await signIn('admin', secret.password)).status).toBe(200)
  })

  test('waits twice as long after each further failure, a quarter of an hour at most', async () => {
    await guess(4, () => signIn('admin', 'wrong'))
    const delays: number[] = []
    for (let round = 0; round < 8; round += 1) {
      await signIn('admin', 'wrong')
      const { headers } = await signIn('admin', 'wrong')
      delays.push(Number(headers['retry-after']))
      moveClock(Number(headers['retry-after']) * seconds)
    }
    const expected = [30, 60, 120, 240, 480, 900, 900, 900]
    expect(delays.map((delay, round) => Math.abs(delay - (expected[round] ?? 0)) <= 2)).not.toContain(false)
    expect((await signIn('admin', secret.password)).status).toBe(200)
  })

  test('from anywhere else never shuts out an address from which the account has signed in', async () => {
    expect((await signIn('admin', secret.password)).status).toBe(200)
    for (const host of [2, 3, 4, 5, 6]) await guess(5, () => signInFrom(`127.0.0.${host}`)('admin', 'wrong'))
    const stranger = await signInFrom('127.0.0.9')('admin', secret.password)
    expect([stranger.status, stranger.value.code], 'guesses from many addresses are limited').toEqual([
      429,
      'TOO_MANY_ATTEMPTS',
    ])
    expect(asked('/authentication')).toBeLessThanOrEqual(21)
    expect((await signIn('admin', secret.password)).status).toBe(200)
  })

  test('by others at the same address never shuts out a browser in which the account has signed in', async () => {
    const cookie = browserCookie(await signIn('admin', secret.password))
    expect(cookie).toMatch(/^__Host-Http-triptych-browser=[\w-]{43}$/)
    await guess(6, () => signIn('admin', 'wrong'))
    expect((await signIn('admin', secret.password)).status).toBe(429)
    expect((await signIn('admin', secret.password, {}, cookie)).status).toBe(200)
    const elsewhere = await signInFrom('127.0.0.7')('admin', secret.password, cookie)
    expect(elsewhere.status, 'at another address, too').toBe(200)
  })

  test('in a known browser is delayed as well, and a browser is known for its own accounts only', async () => {
    const cookie = browserCookie(await signIn('operator', secret.password))
    await guess(5, () => signIn('operator', 'wrong', {}, cookie))
    expect((await signIn('operator', secret.password, {}, cookie)).status).toBe(429)
    await guess(5, () => signIn('admin', 'wrong'))
    expect((await signIn('admin', secret.password, {}, cookie)).status).toBe(429)
  })

  test('of many accounts from one address makes the next one wait a moment, and refuses nobody', async () => {
    await signIn('reader', secret.password)
    await signIn('user 1', 'wrong')
    // As if it had gone on: the row of the address is the one that no attempt runs in.
    await proxy.tables
      .updateTable('proxy_attempt')
      .set({ failures: 400 })
      .where('key_hash', '=', hashOf('password test from 127.0.0.1'))
      .execute()
    const start = performance.now()
    expect((await signIn('reader', secret.password)).status).toBe(200)
    expect((await signIn('somebody', secret.password)).status).toBe(200)
    expect((await signIn('somebody else', secret.password)).status).toBe(200)
    expect(performance.now() - start, 'strangers take turns of a second').toBeGreaterThan(900)
  })

  test('counts failures in a row: the right password clears them', async () => {
    for (let round = 0; round < 3; round += 1) {
      await guess(4, () => signIn('admin', 'wrong'))
      expect((await signIn('admin', secret.password)).status).toBe(200)
    }
  })

  test('side by side counts each: none is free after the fifth failure', async () => {
    await Promise.all(Array.from({ length: 50 }, () => signIn('admin', 'wrong')))
    expect(asked('/authentication')).toBe(5)
  })

  test('answers an unknown user exactly as a wrong password', async () => {
    const [known, unknown] = [await signIn('admin', 'wrong'), await signIn('nobody-at-all', 'wrong')]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
  })

  test('a server that fails costs nobody an attempt', async () => {
    proxy.desktop.answer((_request, response) => response.writeHead(500).end())
    await guess(10, async () => expect((await signIn('admin', 'x')).status).toBe(500))
  })

  test('many people behind one address sign in at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn('admin', secret.password)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  })

  test('the database does not tell who tried', async () => {
    await signIn('some-very-own-name', 'wrong')
    const rows = await proxy.tables.selectFrom('proxy_attempt').selectAll().execute()
    expect(rows).toHaveLength(3)
    expect(JSON.stringify(rows)).not.toContain('some-very')
  })

  test('records that are over are cleared away', async () => {
    await signIn('admin', 'wrong')
    moveClock(121 * minute)
    await signIn('operator', 'wrong')
    expect(await proxy.tables.selectFrom('proxy_attempt').selectAll().execute()).toHaveLength(3)
  })
})

describe('Guessing a one-time code', () => {
  const step = async () => (await signIn('otp', secret.password)).cookie
  const verify = async (cookie: string, otp: string) =>
    (await proxy.call('session.verifyOtp', { otp }, cookie)).value as { code?: string; state?: string }

  test('ends the challenge after five wrong ones: the right one comes too late', async () => {
    const cookie = await step()
    for (let tries = 0; tries < 5; tries += 1) expect((await verify(cookie, '000000')).code).toBe('WRONG_CODE')
    expect((await verify(cookie, secret.otp)).code).toBe('OTP_EXPIRED')
    expect(asked('/otpValidate')).toBe(5)
    expect((await proxy.call('session.current', {}, cookie)).value.state).toBe('signed-out')
    expect((await verify(await step(), secret.otp)).state, 'a new sign-in is a new challenge').toBe('signed-in')
  })

  test('stops after 20 wrong ones, however many challenges they are spread over', async () => {
    for (let challenge = 0; challenge < 5; challenge += 1) {
      const cookie = await step()
      for (let tries = 0; tries < 4; tries += 1) expect((await verify(cookie, '000000')).code).toBe('WRONG_CODE')
    }
    expect((await verify(await step(), secret.otp)).code).toBe('TOO_MANY_ATTEMPTS')
    expect(asked('/otpValidate')).toBe(20)
    moveClock(15 * minute)
    expect((await verify(await step(), secret.otp)).state).toBe('signed-in')
  })

  test('50 side by side count as 50: five reach the server', async () => {
    const cookie = await step()
    await Promise.all(Array.from({ length: 50 }, (_, at) => verify(cookie, String(100_000 + at))))
    expect(asked('/otpValidate')).toBe(5)
    expect((await verify(cookie, secret.otp)).code).toBe('OTP_EXPIRED')
  })

  test('a call of another tab between password and code does not end the challenge', async () => {
    const cookie = await step()
    expect((await proxy.call('mdm.listDevices', {}, cookie)).value.code).toBe('SIGNED_OUT')
    expect((await proxy.call('session.listSessions', {}, cookie)).status).toBeGreaterThanOrEqual(400)
    expect((await verify(cookie, secret.otp)).state).toBe('signed-in')
  })

  test('a challenge belongs to the browser that gave the password, and its code to no other', async () => {
    const [first, second] = [await step(), await step()]
    expect((await verify('', secret.otp)).code).toBe('OTP_EXPIRED')
    expect((await verify(second, secret.otp)).state).toBe('signed-in')
    expect((await proxy.call('mdm.listDevices', {}, first)).value.code).toBe('SIGNED_OUT')
  })
})
