import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Proxy, startProxy } from '../../support/proxy.ts'
import { browserOf, desktopServer } from './desktop-server.ts'

let proxy: Proxy
let desktop: ReturnType<typeof desktopServer>
beforeAll(async () => {
  proxy = await startProxy()
})
afterAll(() => proxy.stop())
beforeEach(() => {
  moveClock(0) // it stands still but for what a test moves it by
  desktop = desktopServer()
  proxy.desktop.answer(desktop.answer)
})
afterEach(() => vi.useRealTimers())

const moveClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
const signedIn = async (name = 'ada') => {
  const account = desktop.add(name)
  const browser = browserOf(proxy)
  await browser.signIn(name)
  proxy.desktop.received.length = 0
  proxy.keys.received.length = 0
  return { account, browser }
}
const asked = () => proxy.desktop.received.filter(({ url }) => url.endsWith('/desktop/account')).length
const listKeys = async (browser: ReturnType<typeof browserOf>) => (await browser.call('keys.listSshKeys')).value.code

describe('an account that is disabled or deleted', () => {
  test('loses its session within five seconds, also for what the console does with its own key', async () => {
    const { account, browser } = await signedIn()
    expect(await listKeys(browser)).toBeUndefined()
    account.disabled = true
    moveClock(4_000)
    expect(await listKeys(browser)).toBe('SIGNED_OUT')
    expect(proxy.keys.received, 'the key service was asked once, before').toHaveLength(1)
    expect(await browser.state()).toBe('signed-out')
    expect(await proxy.tables.selectFrom('proxy_session').selectAll().execute()).toEqual([])
  })

  test('is signed out also where a page only looks who is signed in', async () => {
    const { account, browser } = await signedIn()
    account.disabled = true
    moveClock(4_000)
    expect(await browser.state()).toBe('signed-out')
  })

  test('does not come back when it is enabled again', async () => {
    const { account, browser } = await signedIn()
    account.disabled = true
    moveClock(4_000)
    expect(await browser.state()).toBe('signed-out')
    account.disabled = false
    moveClock(4_000)
    expect(await browser.state()).toBe('signed-out')
  })
})

describe('a right', () => {
  test('that is lost counts no longer within five seconds, and the page learns of it', async () => {
    const { account, browser } = await signedIn()
    account.rights = ['Common_Read']
    moveClock(4_000)
    expect(await listKeys(browser)).toBe('FORBIDDEN')
    expect(proxy.keys.received).toEqual([])
    const { user } = (await browser.call('session.current')).value as { user: { permissions: string[] } }
    expect(user.permissions).toEqual(['Common_Read'])
  })

  test('that is given counts as soon', async () => {
    const { account, browser } = await signedIn()
    account.rights = []
    moveClock(4_000)
    expect(await listKeys(browser)).toBe('FORBIDDEN')
    account.rights = ['KeyManagement_Read']
    moveClock(4_000)
    expect(await listKeys(browser)).toBeUndefined()
  })

  test('that was lost stays lost while the server cannot be asked', async () => {
    const { account, browser } = await signedIn()
    account.rights = []
    moveClock(4_000)
    await listKeys(browser)
    desktop.habits.ownAccount = 'failing'
    moveClock(4_000)
    expect(await listKeys(browser)).toBe('FORBIDDEN')
  })

  test('of one account changes nothing for another', async () => {
    const { browser: other } = await signedIn('bob')
    const { account, browser } = await signedIn('ada')
    account.rights = []
    moveClock(4_000)
    expect([await listKeys(browser), await listKeys(other)]).toEqual(['FORBIDDEN', undefined])
  })
})

describe('asking costs little', () => {
  test('once in four seconds, for all calls that come together', async () => {
    const { browser } = await signedIn()
    await Promise.all(Array.from({ length: 20 }, () => listKeys(browser)))
    expect(asked(), 'signing in has just said it').toBe(0)
    moveClock(4_000)
    await Promise.all(Array.from({ length: 20 }, () => listKeys(browser)))
    await listKeys(browser)
    expect(asked()).toBe(1)
    moveClock(3_999)
    await listKeys(browser)
    expect(asked()).toBe(1)
    moveClock(1)
    await listKeys(browser)
    expect(asked()).toBe(2)
  })

  test('nothing for who is not signed in', async () => {
    proxy.desktop.received.length = 0
    await proxy.call('session.current')
    await proxy.call('session.signInOptions')
    expect(asked()).toBe(0)
  })
})

describe('a server that', () => {
  test('cannot be reached or fails signs nobody out', async () => {
    const { browser } = await signedIn()
    desktop.habits.ownAccount = 'failing'
    moveClock(4_000)
    expect([await listKeys(browser), await browser.state()]).toEqual([undefined, 'signed-in'])
    proxy.desktop.answer((_request, response) => response.destroy())
    moveClock(4_000)
    expect([await listKeys(browser), await browser.state()]).toEqual([undefined, 'signed-in'])
  })

  test('is slow does not hold a call up for long, and what it says counts for the next one', async () => {
    const { account, browser } = await signedIn()
    account.disabled = true
    const late = Promise.withResolvers<void>()
    proxy.desktop.answer(async (request, response) => {
      await late.promise
      return desktop.answer(request, response)
    })
    moveClock(4_000)
    expect(await listKeys(browser)).toBeUndefined()
    late.resolve()
    await expect.poll(() => listKeys(browser), { timeout: 30_000 }).toBe('SIGNED_OUT')
  })

  test.each(['unknown', 'refused as unknown'] as const)(
    'does not have that row (%s) is not asked again for a while, and signs nobody out',
    async (habit) => {
      const other = await startProxy()
      desktop.habits.ownAccount = habit
      other.desktop.answer(desktop.answer)
      desktop.add('ada')
      const browser = browserOf(other)
      await browser.signIn('ada')
      const asks = () => other.desktop.received.filter(({ url }) => url.endsWith('/desktop/account')).length
      for (let times = 0; times < 3; times += 1) {
        moveClock(4_000)
        expect(await browser.state()).toBe('signed-in')
      }
      expect(asks()).toBe(1)
      moveClock(10 * 60_000)
      await browser.state()
      expect(asks()).toBe(2)
      await other.stop()
    },
  )

  test('refuses it while it fails otherwise is asked again soon', async () => {
    const other = await startProxy()
    onTestFinished(() => other.stop())
    other.desktop.answer(desktop.answer)
    const account = desktop.add('ada')
    const browser = browserOf(other)
    await browser.signIn('ada')
    other.desktop.answer(({ url }, response) => {
      response.writeHead(url.endsWith('/desktop/account') ? 401 : 503).end()
    })
    moveClock(4_000)
    expect(await browser.state()).toBe('signed-in')
    account.disabled = true
    other.desktop.answer(desktop.answer)
    moveClock(4_000)
    expect(await browser.state()).toBe('signed-out')
  })

  test('refuses the token ends the session, also before it has ever answered', async () => {
    const other = await startProxy()
    other.desktop.answer(desktop.answer)
    const account = desktop.add('ada')
    const browser = browserOf(other)
    await browser.signIn('ada')
    account.disabled = true
    moveClock(4_000)
    expect(await browser.state()).toBe('signed-out')
    await other.stop()
  })
})
