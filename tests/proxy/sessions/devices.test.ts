import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Proxy, secret, startProxy } from '../../support/proxy.ts'
import { browserOf, desktopServer, rememberDays } from './desktop-server.ts'

let proxy: Proxy
let desktop: ReturnType<typeof desktopServer>
beforeAll(async () => {
  proxy = await startProxy()
})
afterAll(() => proxy.stop())
beforeEach(async () => {
  desktop = desktopServer()
  for (const name of ['ada', 'bob']) desktop.add(name, { factor: true })
  proxy.desktop.answer(desktop.answer)
  await proxy.tables.deleteFrom('proxy_device').execute()
})
afterEach(() => vi.useRealTimers())

const day = 24 * 60 * 60_000
const setClock = (now: number) => vi.useFakeTimers({ toFake: ['Date'], now })
const remembered = async (name = 'ada', remember = true) => {
  const browser = browserOf(proxy)
  await browser.signIn(name)
  await browser.call('session.verifyOtp', { otp: desktop.code(), remember })
  return browser
}
type Browser = Awaited<ReturnType<typeof remembered>>
const nextSignIn = async (browser: Browser, name = 'ada') => (await browser.signIn(name)).value.state
const sent = () =>
  proxy.desktop.received
    .filter(({ url }) => url.endsWith('/authentication'))
    .map(({ body }) => (JSON.parse(body) as { device_token?: string }).device_token)
type Listed = { id: string; current: boolean; agent: string; rememberedAt: number; usedAt: number; expiresAt: number }
const listed = async (browser: Browser) => {
  const { value } = await browser.call('session.listRememberedDevices')
  return value.devices as unknown as Listed[]
}
const copies = () => proxy.tables.selectFrom('proxy_audit').selectAll().where('code', '=', 'DEVICE_COPIED').execute()

describe('a browser that is remembered', () => {
  test('needs the password and no code; its cookie is for no script and no other site', async () => {
    const browser = await remembered()
    expect(browser.lastSet()[1]).toMatch(
      /^__Host-Http-triptych-device=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    expect((await browser.signIn('ada', 'wrong')).value.code).toBe('WRONG_CREDENTIALS')
    expect(await nextSignIn(browser), 'a wrong password uses nothing up').toBe('signed-in')
  })

  test('is remembered only where the person wants it', async () => {
    for (const remembersAll of [false, true]) {
      desktop.habits.remembersAll = remembersAll
      const browser = await remembered('ada', false)
      expect(browser.cookie('-device')).toBeUndefined()
      expect(await nextSignIn(browser)).toBe('otp')
    }
  })

  test('gets a new cookie at every use, and the days are not longer for it', async () => {
    const start = Date.now()
    const browser = await remembered()
    const first = browser.cookie('-device')
    setClock(start + 10 * day)
    expect(await nextSignIn(browser)).toBe('signed-in')
    expect(browser.cookie('-device')).not.toBe(first)
    const [, , left = ''] = /-device=([\w-]+); Max-Age=(\d+)/.exec(browser.lastSet()[1] ?? '') ?? []
    expect(Number(left)).toBeGreaterThan((rememberDays - 10) * 86_400 - 60)
    expect(Number(left)).toBeLessThanOrEqual((rememberDays - 10) * 86_400 + 1)
    expect(await nextSignIn(browser), 'the next one works as well').toBe('signed-in')
  })

  test('is asked for the code after exactly the days that the server said', async () => {
    const start = Date.now()
    setClock(start)
    const browser = await remembered()
    setClock(start + rememberDays * day - 1000)
    const used = browser.copy()
    expect(await nextSignIn(used)).toBe('signed-in')
    setClock(start + rememberDays * day)
    expect(await nextSignIn(used)).toBe('otp')
    expect(sent().at(-1)).toBeUndefined()
  })

  test('is remembered for this account alone: for another one its word is not even sent', async () => {
    const browser = await remembered()
    expect(await nextSignIn(browser, 'bob')).toBe('otp')
    expect(sent().at(-1)).toBeUndefined()
    const login = { username: 'ada', auth_type: 'ad_authentication', domainName: 'EXAMPLE' }
    await browser.call('session.signIn', { ...login, password: secret.password })
    expect(sent().at(-1), 'the same name in a directory is another account').toBeUndefined()
    expect(await nextSignIn(browser), 'and it is still remembered').toBe('signed-in')
  })

  test('keeps the server’s word sealed: neither database nor browser shows it', async () => {
    const browser = await remembered()
    await nextSignIn(browser)
    const token = sent().find((one) => one !== undefined) ?? ''
    expect(token).toContain('canary-device-')
    const places = [await proxy.stored(), proxy.log.join(), JSON.stringify(browser.lastSet())].join()
    for (const canary of ['canary-device-', Buffer.from(token).toString('base64'), browser.cookie('-device') ?? '-']) {
      expect(places.replaceAll(browser.lastSet()[1] ?? '', '').includes(canary)).toBe(false)
    }
  })

  test('that the server remembers no longer is asked for the code, and forgotten', async () => {
    const browser = await remembered()
    desktop.forgetDevices()
    expect(await nextSignIn(browser)).toBe('otp')
    expect(browser.cookie('-device')).toBeUndefined()
    expect(await proxy.tables.selectFrom('proxy_device').selectAll().execute()).toEqual([])
  })

  test('whose record was altered in the database is asked for the code', async () => {
    const browser = await remembered()
    await proxy.tables.updateTable('proxy_device').set({ sealed: 'AAAA' }).execute()
    expect(await nextSignIn(browser)).toBe('otp')
  })
})

describe('a copied cookie', () => {
  test('that was replaced by a newer one is refused, and takes the newer one along; the audit says so', async () => {
    const browser = await remembered()
    const thief = browser.copy()
    expect(await nextSignIn(browser)).toBe('signed-in')
    const before = (await copies()).length
    expect(await nextSignIn(thief)).toBe('otp')
    expect(sent().at(-1)).toBeUndefined()
    expect(thief.cookie('-device')).toBeUndefined()
    expect((await copies()).slice(before)).toMatchObject([
      { action: 'session.signIn', user_name: 'ada', site: 'test', address: '127.0.0.1', result: 'refused' },
    ])
    expect(await nextSignIn(browser), 'nobody knows which of the two was the thief').toBe('otp')
  })

  test.each([true, false])(
    'at the same moment lets one of the two in at most (the server renews: %s)',
    async (rotates) => {
      desktop.habits.rotates = rotates
      const browser = await remembered()
      const states = await Promise.all([nextSignIn(browser.copy()), nextSignIn(browser.copy())])
      expect(states.filter((state) => state === 'signed-in').length).toBeLessThanOrEqual(1)
      expect(states).toContain('otp')
    },
  )

  test('is told with the name that was tried, also where it is another one', async () => {
    const browser = await remembered()
    const thief = browser.copy()
    await nextSignIn(browser)
    await nextSignIn(thief, 'bob')
    expect((await copies()).at(-1)?.user_name).toBe('bob')
    expect(await nextSignIn(browser)).toBe('otp')
  })
})

describe('one sees the browsers that are remembered', () => {
  test('each with its days, and forgets one: it is asked for the code', async () => {
    const [here, there] = [await remembered(), await remembered()]
    await nextSignIn(there)
    await remembered('bob')
    const devices = await listed(here)
    expect(devices.filter(({ current }) => current)).toHaveLength(1)
    expect(devices).toHaveLength(2)
    for (const device of devices) expect(device.expiresAt - device.rememberedAt).toBe(rememberDays * day)
    const other = devices.find(({ current }) => !current)
    expect((await here.call('session.forgetRememberedDevice', { id: other?.id })).status).toBe(200)
    expect(here.cookie('-device'), 'this one stays').toBeDefined()
    expect([await nextSignIn(there), await nextSignIn(here)]).toEqual(['otp', 'signed-in'])
    const again = await here.call('session.forgetRememberedDevice', { id: other?.id })
    expect(again.value).toMatchObject({ code: 'NOT_FOUND', field: 'id' })
  })

  test('and forgets all of them, whose cookie goes, too', async () => {
    const [here, there] = [await remembered(), await remembered()]
    const others = await remembered('bob')
    await here.call('session.forgetRememberedDevice')
    expect(here.cookie('-device')).toBeUndefined()
    expect([await nextSignIn(there), await nextSignIn(others, 'bob')]).toEqual(['otp', 'signed-in'])
    expect(await listed(others)).toHaveLength(1)
  })

  test('and cannot forget one of somebody else', async () => {
    const [here, others] = [await remembered(), await remembered('bob')]
    const [theirs] = await listed(others)
    expect((await here.call('session.forgetRememberedDevice', { id: theirs?.id })).status).toBe(404)
    expect(await nextSignIn(others, 'bob')).toBe('signed-in')
  })

  test('a change of the password or the second factor forgets them', async () => {
    for (const [row, input] of [
      ['desktop.changePassword', { old_password: 'b2xk', new_password: btoa('a new and long password') }],
      ['desktop.useMailCodes', {}],
      ['desktop.dropSecondFactor', {}],
      ['desktop.confirmAuthenticator', { otp: '123456' }],
    ] as const) {
      const browser = await remembered()
      await browser.call('session.confirmIdentity', { password: secret.password })
      await browser.call('session.confirmIdentity', { otp: desktop.code() })
      expect((await browser.call(row, input)).status, row).toBe(200)
      expect(await listed(browser), row).toEqual([])
      expect(await nextSignIn(browser), row).toBe('otp')
    }
  })
})
