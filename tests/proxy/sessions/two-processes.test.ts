import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { noPostgres, startPostgres } from '../../platform/database/postgres.ts'
import { type Proxy, secret, startProxy } from '../../support/proxy.ts'
import { browserOf, desktopServer } from './desktop-server.ts'
import { why } from '../../support/why.ts'

afterEach(() => vi.useRealTimers())
const moveClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
const minute = 60_000

let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
afterAll(() => postgres?.stop())

describe.each(['SQLite', 'PostgreSQL'])('two processes on one %s', (kind) => {
  const missing = kind === 'PostgreSQL' && Boolean(noPostgres)
  let [one, two]: Proxy[] = []
  let desktop: ReturnType<typeof desktopServer>
  beforeAll(async () => {
    if (missing) return
    if (kind === 'PostgreSQL') postgres = await startPostgres()
    one = await startProxy({ url: await postgres?.createDatabase('console') })
    two = await startProxy({ beside: one })
    desktop = desktopServer()
    one.desktop.answer(desktop.answer)
  }, 120_000)
  afterAll(async () => {
    await two?.stop()
    await one?.stop()
  })
  const both = () => {
    if (!one || !two) throw new Error('They do not run')
    const browser = browserOf(one)
    return { one, two, browser, here: browser.at(one), there: browser.at(two) }
  }
  const forgetGuesses = () => both().one.tables.deleteFrom('proxy_attempt').execute()

  test.skipIf(missing)('share a session, and its end', async () => {
    const { here, there } = both()
    desktop.add('ada')
    await here('session.signIn', { username: 'ada', password: secret.password })
    expect((await there('session.current')).value.state).toBe('signed-in')
    await there('session.signOutEverywhere')
    expect((await here('session.current')).value.state).toBe('signed-out')
  })

  test.skipIf(missing)('let a person do what either has learned that they may again', async () => {
    const { here, there } = both()
    const account = desktop.add('lena')
    const listKeys = async (call: typeof here) => (await call('keys.listSshKeys')).value.code
    await here('session.signIn', { username: 'lena', password: secret.password })
    account.rights = []
    moveClock(4_000)
    expect(await listKeys(here)).toBe('FORBIDDEN')
    moveClock(3_000)
    expect(await listKeys(there)).toBe('FORBIDDEN')
    account.rights = ['KeyManagement_Read']
    moveClock(1_000)
    expect(await listKeys(here)).toBeUndefined()
    expect(await listKeys(there), 'who asked the server a second ago').toBeUndefined()
  })

  test.skipIf(missing)('end a session for the very next call of the other, which has just used it', async () => {
    const { here, there } = both()
    desktop.add('ines')
    for (const [one, other] of [
      [here, there],
      [there, here],
    ] as const) {
      await one('session.signIn', { username: 'ines', password: secret.password })
      const used = await Promise.all(Array.from({ length: 8 }, () => other('session.current')))
      expect(used.map(({ value }) => value.state)).toEqual(Array(8).fill('signed-in'))
      await one('session.signOutEverywhere')
      expect((await other('mdm.listDevices')).value.code).toBe('SIGNED_OUT')
    }
  })

  test.skipIf(missing)('take the password in one and the code in the other; a proof counts in both', async () => {
    const { here, there } = both()
    desktop.add('otto', { factor: true })
    await here('session.signIn', { username: 'otto', password: secret.password })
    expect((await there('session.verifyOtp', { otp: desktop.code() })).value.state).toBe('signed-in')
    expect((await there('session.confirmIdentity', { password: secret.password })).value.state).toBe('otp')
    expect((await here('session.confirmIdentity', { otp: desktop.code() })).value.state).toBe('confirmed')
    const { value } = await there('keys.getSshKeyPassphrase', { keyName: 'build', ...why })
    expect(value.code).toBeUndefined()
  })

  test.skipIf(missing)('notice a remembered browser’s copy that is shown to the other', async () => {
    const { browser, two, here } = both()
    desktop.add('rita', { factor: true })
    await browser.signIn('rita')
    await here('session.verifyOtp', { otp: desktop.code(), remember: true })
    const thief = browser.copy()
    const login = { username: 'rita', password: secret.password }
    expect((await here('session.signIn', login)).value.state).toBe('signed-in')
    expect((await thief.at(two)('session.signIn', login)).value.state).toBe('otp')
    expect((await here('session.signIn', login)).value.state).toBe('otp')
  })

  test.skipIf(missing)('50 codes guessed side by side in both count as 50: five reach the server', async () => {
    const { browser, one, two } = both()
    await forgetGuesses()
    desktop.add('nora', { factor: true })
    await browser.signIn('nora')
    one.desktop.received.length = 0
    const codes = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        browser.copy().at(at % 2 ? one : two)('session.verifyOtp', { otp: String(900_000 + at) }),
      ),
    )
    expect(one.desktop.received).toHaveLength(5)
    const refusals = codes.map(({ value }) => value.code as string)
    expect(refusals.filter((code) => code === 'WRONG_CODE')).toHaveLength(5)
    expect(refusals.filter((code) => !/^(WRONG_CODE|TOO_MANY_ATTEMPTS|OTP_EXPIRED)$/.test(code))).toEqual([])
    expect((await browser.call('session.verifyOtp', { otp: desktop.code() })).value.code).toBe('OTP_EXPIRED')
  })

  test.skipIf(missing)('count wrong passwords together', async () => {
    const { one, two } = both()
    await forgetGuesses()
    desktop.add('gina')
    for (let tries = 0; tries < 5; tries += 1) {
      const { value } = await browserOf(tries % 2 ? one : two).signIn('gina', 'wrong')
      expect(value.code).toBe('WRONG_CREDENTIALS')
    }
    for (const proxy of [one, two]) {
      const { value, headers } = await browserOf(proxy).signIn('gina')
      expect(value.code).toBe('TOO_MANY_ATTEMPTS')
      expect(Number(headers['retry-after'])).toBeGreaterThan(25)
    }
    moveClock(15 * minute)
    expect((await browserOf(two).signIn('gina')).value.state).toBe('signed-in')
  })

  test.skipIf(missing)('let one in where the same right code comes to both at the same moment', async () => {
    const { browser, one, two } = both()
    await forgetGuesses()
    desktop.add('eva', { factor: true })
    await browser.signIn('eva')
    desktop.habits.replays = true
    const { code } = desktop
    const states = await Promise.all(
      [one, two].map(async (proxy) => {
        const { value } = await browser.copy().at(proxy)('session.verifyOtp', { otp: code() })
        return value.state ?? value.code
      }),
    )
    expect(new Set(states)).toEqual(new Set(['signed-in', 'OTP_EXPIRED']))
  })
})
