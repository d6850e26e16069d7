// Sessions that were begun at the identity provider, against the one that really runs.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { listAccounts } from '#contract/desktop/accounts.ts'
import { defaultDialect } from '#contract/dialect.ts'
import { fromResponse } from '#contract/http/http.ts'
import { browser } from '../../services/identity/browser.ts'
import { type Running, startRunning } from '../../services/running.ts'
import { type Proxy, startProxy } from '../../support/proxy.ts'
import { confirmedForMs } from '#proxy/sessions/session-store.ts'
import { clientSecret, type Consoles, identityAt, openDoors, startConsoles } from '../oauth/consoles.ts'
import { person } from '../oauth/person.ts'

let [services, beside, consoles]: [Running?, Proxy?, Consoles?] = []
const running = () => {
  if (!services || !consoles || !beside) throw new Error('It does not run')
  return { services, consoles, mdm: beside.mdm }
}
beforeAll(async () => {
  const doors = await openDoors()
  const callbacks = doors.origins.map((origin) => `${origin}/callback`)
  services = await startRunning({ callbacks, consoleClient: { secret: clientSecret } })
  beside = await startProxy() // for its MDM: the console opens it with a key of its own
  const at = (name: string, url: URL | string) => ({ name, baseUrl: new URL(url), dialect: defaultDialect })
  const connections = {
    desktop: at('desktop', services.desktop),
    mdm: { ...at('mdm', beside.mdm.url), credential: () => Promise.resolve('a-key-of-its-own') },
  }
  const scopes = ['READ', 'UPDATE'].map((type) => `DesktopManagement.restapi.${type}`)
  const identity = identityAt(services.identity, { scopes: [...scopes, 'DeviceManagement.MDMInventory.READ'] })
  consoles = await startConsoles({ doors, sites: [{ name: 'demo', title: 'Demo', connections, identity }] })
}, 120_000)
afterAll(async () => {
  await consoles?.stop()
  await beside?.stop()
  await services?.stop()
})
afterEach(() => vi.useRealTimers())

const moveClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
const signedIn = async (user: string) => {
  const { consoles, services } = running()
  const someone = person({ consoles })
  const { address } = await someone.setOut()
  await someone.goThrough(address, browser(services), { user, password: services.password })
  return someone
}
const changeAccount = async (change: object) => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(change)
  expect((await running().services.ask('/lab/accounts', { method: 'POST', headers, body })).status).toBe(200)
}

test('an account that is disabled at the identity provider is signed out within five seconds', async () => {
  const someone = await signedIn('operator')
  expect((await someone.call('mdm.listDevices')).status).toBe(200)
  await changeAccount({ name: 'operator', disabled: true })
  moveClock(4_000)
  const before = running().mdm.received.length
  expect((await someone.call('mdm.listDevices')).status).toBe(401)
  expect(running().mdm.received.length).toBe(before)
  expect(await someone.state()).toBe('signed-out')
  await changeAccount({ name: 'operator', disabled: false })
})

test('a right that is lost there counts no longer, and the page learns which are left', async () => {
  await changeAccount({ name: 'helpdesk', role: 'administrator' })
  const someone = await signedIn('helpdesk')
  const rights = async () =>
    ((await someone.call('session.current')).value.user as { permissions: string[] }).permissions
  const before = await rights()
  await changeAccount({ name: 'helpdesk', role: 'helpdesk' })
  moveClock(4_000)
  const after = await rights()
  expect(after.length).toBeLessThan(before.length)
  expect(before).toEqual(expect.arrayContaining(after))
})

test('by password and by identity provider it is one account: one sees both, and ends both', async () => {
  const someone = await signedIn('admin')
  const { consoles, services } = running()
  const byPassword = person({ consoles })
  await byPassword.call('session.signIn', { username: 'Admin', password: services.password })
  const { sessions } = (await byPassword.call('session.listSessions')).value as { sessions: { by: string }[] }
  expect(sessions.map(({ by }) => by)).toEqual(['password', 'cloud'])
  await byPassword.call('session.signOutEverywhere')
  expect([await someone.state(), await byPassword.state()]).toEqual(['signed-out', 'signed-out'])
})

test('an account with the email address of the requester, but another name, cannot approve for them', async () => {
  const { consoles, services } = running()
  const byPassword = async (username: string) => {
    const someone = person({ consoles })
    await someone.call('session.signIn', { username, password: services.password })
    return someone
  }
  const confirm = () =>
    consoles.tables
      .updateTable('proxy_session')
      .set({ confirmed_until: Date.now() + confirmedForMs - 1000 })
      .execute()
  await changeAccount({ name: 'helpdesk', role: 'administrator' })
  const [asker, other] = [await byPassword('admin'), await byPassword('helpdesk')]
  await confirm()
  const { value } = await other.call('desktop.listAccounts')
  const { accounts } = fromResponse(listAccounts, { status: 200, headers: {}, body: JSON.stringify(value) })
  const find = (name: string) => accounts?.find(({ user_name }) => user_name === name)
  const change = { user_id: find('operator')?.user_id, role: 'administrator', email: find('admin')?.email }
  expect((await other.call('desktop.changeAccount', change)).status).toBe(200)
  const always = { site: 'demo', action: 'wipe', mode: 'always', above: 5, minutes: 60, user_name: '', at: 0 } as const
  await consoles.tables.insertInto('console_approval_rule').values(always).execute()
  const asked = await asker.call('console.setApprovalRule', { action: 'wipe', mode: 'free', above: 5, minutes: 60 })
  expect(asked.value).toMatchObject({ code: 'HELD' })

  const same = await signedIn('operator')
  await confirm()
  const { rows } = (await same.call('console.listJobs', { state: 'held' })).value as { rows: { id: number }[] }
  const decision = { job: rows[0]?.id, by: 'admin' }
  expect((await same.call('console.approveJob', decision)).value).toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining('You requested this yourself') as string,
  })
  expect((await other.call('console.approveJob', decision)).status).toBe(200)
})
