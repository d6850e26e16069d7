import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { secret, startProxy, type Proxy } from '../support/proxy.ts'

let proxy: Proxy
beforeEach(async () => {
  proxy = await startProxy()
})
afterEach(async () => {
  vi.useRealTimers()
  await proxy.stop()
})

const minute = 60_000
const moveClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
const signIn = (username: string, password: string, headers = {}) =>
  proxy.call('session.signIn', { username, password }, '', headers)
const asked = (what: string) => proxy.desktop.received.filter(({ url }) => url.endsWith(what)).length

describe('BFF-9: guessing a password', () => {
  test('stops after 20 failures, for every spelling of the name and every header, with the right one too', async () => {
    const spellings = ['admin', 'ADMIN', ' admin ', 'ａｄｍｉｎ', 'ad min', 'ad\u00a0min']
    for (let tries = 0; tries < 20; tries += 1) {
      const headers = {
        'x-forwarded-for': `10.0.0.${tries}`,
        forwarded: `for=10.0.0.${tries}`,
        'x-real-ip': '10.0.0.1',
      }
      const { value } = await signIn(spellings[tries % spellings.length] ?? '', 'wrong', headers)
      expect(value.code).toBe('WRONG_CREDENTIALS')
    }
    const { status, value, headers } = await signIn('admin', secret.password, { 'x-forwarded-for': '10.9.9.9' })
    expect([status, value.code]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(14 * 60)
    expect(asked('/authentication')).toBe(20)
    expect((await signIn('operator', secret.password)).status, 'others are not locked out').toBe(200)
    moveClock(15 * minute)
    expect((await signIn('admin', secret.password)).status).toBe(200)
  })

  test('of many accounts from one address stops after 300 failures, an account of one’s own in between or not', async () => {
    await signIn('user 1', 'wrong')
    await proxy.tables.updateTable('proxy_attempt').set({ failures: 299 }).execute() // as if it had gone on
    expect((await signIn('reader', secret.password)).status).toBe(200)
    expect((await signIn('user 2', 'wrong')).value.code).toBe('WRONG_CREDENTIALS')
    const { value, headers } = await signIn('reader', secret.password)
    expect(value.code).toBe('TOO_MANY_ATTEMPTS')
    expect(Number(headers['retry-after'])).toBeGreaterThan(14 * 60)
    expect(asked('/authentication')).toBe(3)
  })

  test('counts failures in a row: the right password clears them', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let tries = 0; tries < 19; tries += 1) await signIn('admin', 'wrong')
      expect((await signIn('admin', secret.password)).status).toBe(200)
    }
  })

  test('side by side counts each: none is free after the first failure', async () => {
    await signIn('admin', 'wrong')
    await Promise.all(Array.from({ length: 50 }, () => signIn('admin', 'wrong')))
    expect(asked('/authentication')).toBe(20)
  })

  test('answers an unknown user exactly as a wrong password', async () => {
    const [known, unknown] = [await signIn('admin', 'wrong'), await signIn('nobody-at-all', 'wrong')]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
  })

  test('a server that fails costs nobody an attempt', async () => {
    proxy.desktop.answer((_request, response) => response.writeHead(500).end())
    for (let tries = 0; tries < 30; tries += 1) expect((await signIn('admin', 'x')).status).toBe(500)
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
    moveClock(15 * minute)
    await signIn('operator', 'wrong')
    expect(await proxy.tables.selectFrom('proxy_attempt').selectAll().execute()).toHaveLength(3)
  })
})

describe('BFF-10: guessing a one-time code', () => {
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

  test('a challenge belongs to the browser that gave the password, and its code to no other', async () => {
    const [first, second] = [await step(), await step()]
    expect((await verify('', secret.otp)).code).toBe('OTP_EXPIRED')
    expect((await verify(second, secret.otp)).state).toBe('signed-in')
    expect((await proxy.call('mdm.listDevices', {}, first)).value.code).toBe('SIGNED_OUT')
  })
})
