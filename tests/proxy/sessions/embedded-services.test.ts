// The same against desktop management as it really runs: its codes, its remembered devices, its accounts.
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Running, startRunning } from '../../services/running.ts'
import { type Proxy, startProxy } from '../../support/proxy.ts'
import { browserOf } from './desktop-server.ts'
import { why } from '../../support/why.ts'

let [services, proxy]: [Running?, Proxy?] = []
beforeAll(async () => {
  services = await startRunning()
  proxy = await startProxy({ desktopUrl: new URL(services.desktop) })
}, 120_000)
afterAll(async () => {
  await proxy?.stop()
  await services?.stop()
})
afterEach(() => vi.useRealTimers())

const moveClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
const running = () => {
  if (!services || !proxy) throw new Error('It does not run')
  return { ...services, proxy }
}
const newBrowser = () => browserOf(running().proxy)
const signIn = async (browser: ReturnType<typeof browserOf>, name: string) =>
  (await browser.signIn(name, running().password)).value
const confirm = async (browser: ReturnType<typeof browserOf>, input: object) =>
  (await browser.call('session.confirmIdentity', input)).value
const changeAccount = async (change: object) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await running().ask('/lab/accounts', { method: 'POST', headers, body: JSON.stringify(change) })
  expect(answer.status).toBe(200)
}
const newestCode = async () => {
  const [newest] = (await (await running().ask('/lab/mailbox')).json()) as { text: string }[]
  return /\b\d{6}\b/.exec(newest?.text ?? '')?.[0] ?? ''
}

test('a code by mail signs in, the browser is remembered, and a secret still asks for both', async () => {
  const browser = newBrowser()
  expect(await signIn(browser, 'otp-admin')).toMatchObject({ state: 'otp', rememberDays: 30 })
  const { value } = await browser.call('session.verifyOtp', { otp: await newestCode(), remember: true })
  expect(value).toMatchObject({ state: 'signed-in', user: { name: 'otp-admin' } })
  for (let times = 0; times < 3; times += 1) {
    expect(await signIn(browser, 'otp-admin')).toMatchObject({ state: 'signed-in' })
  }
  expect(await confirm(browser, { password: running().password })).toMatchObject({ state: 'otp' })
  expect(await confirm(browser, { otp: await newestCode() })).toMatchObject({ state: 'confirmed' })
  expect((await browser.call('keys.getSshKeyPassphrase', { keyName: 'a', ...why })).status).toBe(200)
})

test('a copied cookie is noticed before the server hears of it, and both are asked for the code', async () => {
  const browser = newBrowser()
  await signIn(browser, 'otp-admin')
  await browser.call('session.verifyOtp', { otp: await newestCode(), remember: true })
  const thief = browser.copy()
  expect((await signIn(browser, 'otp-admin')).state).toBe('signed-in')
  expect((await signIn(thief, 'otp-admin')).state).toBe('otp')
  expect((await signIn(browser, 'otp-admin')).state).toBe('otp')
})

test('an authenticator is enrolled on the way in; each of its codes counts once', async () => {
  await changeAccount({ name: 'helpdesk', second_factor: 'authenticator' })
  const browser = newBrowser()
  const asked = await signIn(browser, 'helpdesk')
  const { secret, address } = asked.enrollment as { secret: string; address: string }
  expect(address).toBe(`otpauth://totp/Test:helpdesk?secret=${secret}&issuer=Test&algorithm=SHA1&digits=6&period=30`)
  expect((await browser.call('session.current')).value, 'a reload shows it again').toEqual(asked)
  const { proxy } = running()
  expect((await proxy.stored()).includes(secret) || proxy.log.join().includes(secret)).toBe(false)

  const code = new TOTP({ secret }).generate()
  const { value } = await browser.call('session.verifyOtp', { otp: code })
  expect(value.state).toBe('signed-in')
  expect(JSON.stringify((await browser.call('session.current')).value)).not.toContain(secret)

  const other = newBrowser()
  expect(await signIn(other, 'helpdesk')).not.toHaveProperty('enrollment')
  expect((await other.call('session.verifyOtp', { otp: code })).value.code, 'the same code again').toBe('WRONG_CODE')
  moveClock(30_000)
  const next = new TOTP({ secret }).generate()
  expect((await other.call('session.verifyOtp', { otp: next })).value.state).toBe('signed-in')
})

describe('what an administrator of the accounts does counts within five seconds', () => {
  test('a disabled account is signed out, also of services that the console opens with its own key', async () => {
    const browser = newBrowser()
    await signIn(browser, 'operator')
    expect((await browser.call('keys.listSshKeys')).status).toBe(200)
    await changeAccount({ name: 'operator', disabled: true })
    moveClock(4_000)
    expect((await browser.call('keys.listSshKeys')).value.code).toBe('SIGNED_OUT')
    expect(await signIn(newBrowser(), 'operator'), 'who knows the password is told why').toMatchObject({
      code: '10006',
    })
    await changeAccount({ name: 'operator', disabled: false })
    expect(await browser.state(), 'and comes back only by signing in').toBe('signed-out')
    expect((await signIn(browser, 'operator')).state).toBe('signed-in')
  })

  test('a lost right is lost, and the page learns which are left', async () => {
    const browser = newBrowser()
    await signIn(browser, 'operator')
    await changeAccount({ name: 'operator', role: 'helpdesk' })
    moveClock(4_000)
    const { value } = await browser.call('keys.createSshKey', { keyName: 'a', keyType: 'ed25519' })
    expect(value).toMatchObject({ code: 'FORBIDDEN' })
    expect(JSON.stringify((await browser.call('session.current')).value)).not.toContain('_Write')
    await changeAccount({ name: 'operator', role: 'operator' })
  })
})

test('a wrong password and an unknown user are answered alike', async () => {
  const answers = []
  for (const name of ['admin', 'nobody-of-that-name']) answers.push(await newBrowser().signIn(name, 'wrong'))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
})
