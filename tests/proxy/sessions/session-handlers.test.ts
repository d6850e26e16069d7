import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Proxy, secret, startProxy } from '../../support/proxy.ts'
import { browserOf, desktopServer } from './desktop-server.ts'

let proxy: Proxy
let desktop: ReturnType<typeof desktopServer>
beforeAll(async () => {
  proxy = await startProxy()
})
afterAll(() => proxy.stop())
beforeEach(async () => {
  desktop = desktopServer()
  desktop.add('ada')
  desktop.add('bob')
  proxy.desktop.answer(desktop.answer)
  await proxy.tables.deleteFrom('proxy_session').execute()
})
afterEach(() => vi.useRealTimers())

const minute = 60_000
const moveClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
const signedIn = async (name: string) => {
  const browser = browserOf(proxy)
  await browser.signIn(name)
  return browser
}
type Browser = Awaited<ReturnType<typeof signedIn>>
type Listed = { id: string; current: boolean; by: string; address: string; agent: string; startedAt: number }
const listed = async (browser: Browser) => {
  const { value } = await browser.call('session.listSessions')
  return value.sessions as unknown as Listed[]
}

test('one sees where the account is signed in, by whatever spelling of its name, and which session is this one', async () => {
  moveClock(-minute)
  const phone = browserOf(proxy)
  await phone.call('session.signIn', { username: ' ADA ', password: secret.password }, { 'user-agent': 'A phone' })
  moveClock(minute)
  const here = await signedIn('ada')
  await signedIn('bob')
  const sessions = await listed(here)
  expect(sessions).toEqual([
    expect.objectContaining({ current: true, by: 'password', address: '127.0.0.1', agent: '' }),
    expect.objectContaining({ current: false, agent: 'A phone' }),
  ])
  expect(sessions[0]?.startedAt).toBeGreaterThan(sessions[1]?.startedAt ?? 0)
  for (const cookie of [here.cookie(), phone.cookie()]) {
    expect(JSON.stringify(sessions), 'a list is no key').not.toContain(cookie)
  }
})

test('a session that is over, or waits for its code, is in no list', async () => {
  desktop.add('otto', { factor: true })
  const [old, waiting] = [await signedIn('ada'), browserOf(proxy)]
  await waiting.signIn('otto')
  moveClock(20 * minute)
  const here = await signedIn('ada')
  expect(await listed(here)).toHaveLength(2)
  moveClock(10 * minute)
  expect(await listed(here)).toHaveLength(1)
  expect(await old.state()).toBe('signed-out')
})

test('one ends another session of one’s own, at once', async () => {
  const [here, there] = [await signedIn('ada'), await signedIn('ada')]
  const other = (await listed(here)).find(({ current }) => !current)
  expect((await here.call('session.endSession', { id: other?.id })).status).toBe(200)
  expect([await here.state(), await there.state()]).toEqual(['signed-in', 'signed-out'])
  expect((await there.call('mdm.listDevices')).value.code).toBe('SIGNED_OUT')
  const again = await here.call('session.endSession', { id: other?.id })
  expect(again.value).toMatchObject({ code: 'NOT_FOUND', field: 'id' })
})

test('nobody ends a session of somebody else', async () => {
  const [here, stranger] = [await signedIn('ada'), await signedIn('bob')]
  const [theirs] = await listed(stranger)
  expect((await here.call('session.endSession', { id: theirs?.id })).status).toBe(404)
  expect(await stranger.state()).toBe('signed-in')
})

test('ending this session takes its cookie and what the browser keeps', async () => {
  const here = await signedIn('ada')
  const [mine] = await listed(here)
  const { headers } = await here.call('session.endSession', { id: mine?.id })
  expect(headers['clear-site-data']).toBe('"cache", "storage"')
  expect(here.lastSet()).toEqual(['__Host-Http-triptych=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict'])
})

test('signing out everywhere ends every session of the account, and no other', async () => {
  const mine = [await signedIn('ada'), await signedIn('ADA'), await signedIn('ada')] as const
  const other = await signedIn('bob')
  const { value, headers } = await mine[0].call('session.signOutEverywhere')
  expect(value).toEqual({ state: 'signed-out' })
  expect(headers['clear-site-data']).toBe('"cache", "storage"')
  for (const browser of mine) expect(await browser.state()).toBe('signed-out')
  expect(await other.state()).toBe('signed-in')
})

test('accounts of one name in two directories are two people', async () => {
  const local = await signedIn('ada')
  desktop.add('ada', { id: '4711' }) // what the server calls the one of the directory
  const directory = browserOf(proxy)
  const login = { username: 'ada', auth_type: 'ad_authentication', domainName: 'EXAMPLE' }
  await directory.call('session.signIn', { ...login, password: secret.password })
  expect(await listed(directory)).toHaveLength(1)
  await directory.call('session.signOutEverywhere')
  expect(await local.state()).toBe('signed-in')
})

test('signing in once more replaces the session of this browser', async () => {
  const here = await signedIn('ada')
  const copy = here.copy()
  await here.signIn('bob')
  expect(await copy.state()).toBe('signed-out')
  expect(await listed(here)).toHaveLength(1)
})
