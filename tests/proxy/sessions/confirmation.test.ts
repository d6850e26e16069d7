import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { secret, startProxy, type Proxy } from '../../support/proxy.ts'
import { why } from '../../support/why.ts'
import { browserOf, desktopServer } from './desktop-server.ts'

let proxy: Proxy
let desktop: ReturnType<typeof desktopServer>
beforeAll(async () => {
  proxy = await startProxy()
})
afterAll(() => proxy.stop())
beforeEach(async () => {
  desktop = desktopServer()
  proxy.desktop.answer(desktop.answer)
  await proxy.tables.deleteFrom('proxy_attempt').execute()
  await proxy.tables.deleteFrom('proxy_session').execute()
})
afterEach(() => vi.useRealTimers())

const minute = 60_000
const moveClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
const signedIn = async (name = 'ada', facts = {}) => {
  desktop.add(name, facts)
  const browser = browserOf(proxy)
  await browser.signIn(name)
  return browser
}
type Browser = Awaited<ReturnType<typeof signedIn>>
const confirm = (browser: Browser, input: object = { password: secret.password }) =>
  browser.call('session.confirmIdentity', input)
const reveal = async (browser: Browser) =>
  (await browser.call('keys.getSshKeyPassphrase', { keyName: 'build', ...why })).value.code ?? 'revealed'
const authenticated = () => proxy.desktop.received.filter(({ url }) => url.includes('/authentication')).length

describe('who wants to see a secret proves once more who they are', () => {
  test('by the password, which then counts for five minutes, to the second', async () => {
    const browser = await signedIn()
    const before = proxy.keys.received.length
    expect(await reveal(browser)).toBe('CONFIRM_IDENTITY')
    expect(proxy.keys.received.length, 'the server hears nothing of it').toBe(before)

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const { status, value } = await confirm(browser)
    expect([status, value]).toEqual([200, { state: 'confirmed', until: Date.now() + 5 * minute }])
    expect(await reveal(browser)).toBe('revealed')
    moveClock(5 * minute - 1)
    expect(await reveal(browser)).toBe('revealed')
    moveClock(1)
    expect(await reveal(browser)).toBe('CONFIRM_IDENTITY')
  })

  test('in this session only: another one of the same person stays closed', async () => {
    const [browser, other] = [await signedIn(), browserOf(proxy)]
    await other.signIn('ada')
    await confirm(browser)
    expect(await reveal(other)).toBe('CONFIRM_IDENTITY')
    expect(await reveal(browser)).toBe('revealed')
  })

  test('a clock that is set back makes no confirmation last longer', async () => {
    const browser = await signedIn()
    await confirm(browser)
    moveClock(-2 * minute)
    expect(await reveal(browser)).toBe('CONFIRM_IDENTITY')
  })

  test('and a file without a secret needs no proof', async () => {
    const browser = await signedIn()
    const key = { keyName: 'build', keyExportType: 'public' }
    expect((await browser.call('keys.exportSshKey', key)).value.code).not.toBe('CONFIRM_IDENTITY')
    expect((await browser.call('keys.exportSshKey', { keyName: 'build', ...why })).value.code).toBe('CONFIRM_IDENTITY')
  })
})

describe('a proof', () => {
  test('moves the session to a new id and a new token; the old id is dead, and its time goes on', async () => {
    const browser = await signedIn()
    const thief = browser.copy()
    const before = await proxy.tables.selectFrom('proxy_session').selectAll().executeTakeFirstOrThrow()
    moveClock(minute)
    await confirm(browser)
    expect(browser.lastSet()).toEqual([
      expect.stringMatching(/^__Host-Http-triptych=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
    ])
    expect(browser.cookie()).not.toBe(thief.cookie())
    expect([await thief.state(), await browser.state()]).toEqual(['signed-out', 'signed-in'])
    const rows = await proxy.tables.selectFrom('proxy_session').selectAll().execute()
    expect(rows).toHaveLength(1)
    const { started_at, expires_at, owner, address, agent } = before
    expect(rows[0]).toMatchObject({ started_at, expires_at, owner, address, agent })
  })

  test('replaces the token: the one before is never sent again', async () => {
    const browser = await signedIn()
    const tokenUsed = async () => {
      await browser.call('desktop.listComputers')
      return proxy.desktop.received.at(-1)?.headers.authorization
    }
    const [before] = [await tokenUsed(), await confirm(browser)]
    const after = await tokenUsed()
    expect([before, after].map((token) => token?.startsWith(secret.token))).toEqual([true, true])
    expect(after).not.toBe(before)
  })

  test('that is wrong opens nothing, says so, and leaves the session as it was', async () => {
    const browser = await signedIn()
    const { status, value } = await confirm(browser, { password: 'wrong' })
    expect([status, value.code]).toEqual([401, 'WRONG_CREDENTIALS'])
    expect(await reveal(browser)).toBe('CONFIRM_IDENTITY')
    expect(await browser.state()).toBe('signed-in')
  })

  test('of somebody else is none', async () => {
    const browser = await signedIn()
    desktop.add('ada', { id: '99' }) // the server now calls another person so
    expect((await confirm(browser)).value.code).toBe('WRONG_CREDENTIALS')
    expect(await reveal(browser)).toBe('CONFIRM_IDENTITY')
  })

  test('that is not given is asked for by name, and no server hears of it', async () => {
    const browser = await signedIn()
    const before = authenticated()
    const { status, value } = await confirm(browser, {})
    expect([status, value.code, value.field]).toEqual([400, 'INVALID_INPUT', 'password'])
    expect((await confirm(browserOf(proxy))).value.code).toBe('SIGNED_OUT')
    expect(authenticated()).toBe(before)
  })

  test('cannot be guessed with a stolen cookie', async () => {
    const browser = await signedIn()
    for (let tries = 0; tries < 5; tries += 1) await confirm(browser, { password: `wrong ${tries}` })
    const before = authenticated()
    const { status, value, headers } = await confirm(browser)
    expect([status, value.code]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(25)
    expect(authenticated(), 'the right password is not even tried').toBe(before)
  })

  test('of two at the same moment gives one new id', async () => {
    const browser = await signedIn()
    const answers = await Promise.all([confirm(browser.copy()), confirm(browser.copy())])
    const heard = answers.map(({ value }) => value.state ?? value.code)
    expect(new Set(heard)).toEqual(new Set(['confirmed', 'SIGNED_OUT']))
    expect(await proxy.tables.selectFrom('proxy_session').selectAll().execute()).toHaveLength(1)
  })
})

describe('where the account has a second factor, a proof', () => {
  const withFactor = async () => {
    const browser = await signedIn('otto', { factor: true })
    await browser.call('session.verifyOtp', { otp: desktop.code() })
    return browser
  }

  test('is complete with the code; the password alone opens nothing', async () => {
    const browser = await withFactor()
    const asked = await confirm(browser)
    expect(asked.value).toEqual({ state: 'otp', message: 'Mail sent' })
    expect(await reveal(browser)).toBe('CONFIRM_IDENTITY')
    const thief = browser.copy()
    expect((await confirm(browser, { otp: desktop.code() })).value.state).toBe('confirmed')
    expect(await reveal(browser)).toBe('revealed')
    expect(await thief.state()).toBe('signed-out')
  })

  test('asks for the code also in a browser that is remembered', async () => {
    const browser = await signedIn('otto', { factor: true })
    await browser.call('session.verifyOtp', { otp: desktop.code(), remember: true })
    expect((await confirm(browser)).value.state).toBe('otp')
  })

  test('takes no code before the password, none a second time, and none of a challenge before', async () => {
    const browser = await withFactor()
    expect((await confirm(browser, { otp: '100001' })).value.code).toBe('OTP_EXPIRED')
    await confirm(browser)
    const first = desktop.code()
    await confirm(browser)
    expect((await confirm(browser, { otp: first })).value.code).toBe('WRONG_CODE')
    const second = desktop.code()
    expect((await confirm(browser, { otp: second })).value.state).toBe('confirmed')
    expect((await confirm(browser, { otp: second })).value.code).toBe('OTP_EXPIRED')
  })

  test('is over after five wrong codes, or ten minutes', async () => {
    const browser = await withFactor()
    await confirm(browser)
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await confirm(browser, { otp: '000000' })).value.code).toBe('WRONG_CODE')
    }
    expect((await confirm(browser, { otp: desktop.code() })).value.code).toBe('OTP_EXPIRED')
    expect(await browser.state(), 'the session itself goes on').toBe('signed-in')

    await confirm(browser)
    moveClock(10 * minute)
    expect((await confirm(browser, { otp: desktop.code() })).value.code).toBe('OTP_EXPIRED')
  })
})
