import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { defaultDialect } from '#contract/dialect.ts'
import { hashOf } from '#platform/digest.ts'
import type { DesktopTables } from '#services/desktop/tables.ts'
import type { IdentityTables } from '#services/identity/tables.ts'
import { browser } from '../../services/identity/browser.ts'
import { type Running, startRunning } from '../../services/running.ts'
import { clientSecret, type Consoles, identityAt, openDoors, startConsoles } from './consoles.ts'
import { addressIn, person, type Person, problemAt } from './person.ts'

let services: Running
let consoles: Consoles
let password: string
beforeAll(async () => {
  const doors = await openDoors()
  const callbacks = doors.origins.map((origin) => `${origin}/callback`)
  services = await startRunning({ callbacks, consoleClient: { secret: clientSecret } })
  password = services.password
  const of = (name: string, origin: string) => ({ name, baseUrl: new URL(origin), dialect: defaultDialect })
  const connections = { desktop: of('desktop', services.desktop), mdm: of('mdm', services.mdm) }
  const scopes = [
    'DesktopManagement.restapi.READ',
    'DesktopManagement.restapi.UPDATE',
    'DeviceManagement.MDMInventory.READ',
  ]
  const sites = [{ name: 'demo', title: 'Demo', connections, identity: identityAt(services.identity, { scopes }) }]
  consoles = await startConsoles({ doors, sites })
})
afterAll(async () => {
  await consoles.stop()
  await services.stop()
})
afterEach(() => vi.useRealTimers())

const moveClock = (seconds: number) => {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now + seconds * 1000 })
}
const somebody = () => person({ consoles })
const visitor = () => browser(services)
const signedIn = async (user: string, at = visitor()) => {
  const someone = somebody()
  const { address } = await someone.setOut()
  const answer = await someone.goThrough(address, at, { user, password })
  expect(answer.status).toBe(200)
  return someone
}
const identityTables = () => services.database.db.$extendTables<IdentityTables & DesktopTables>()
const lastingGrants = async () =>
  (await identityTables().selectFrom('oauth_grant').select('id').where('refresh_hash', 'is not', null).execute()).length
const soon = (expected: unknown, read: () => Promise<unknown>) =>
  expect.poll(read, { timeout: 30_000, interval: 100 }).toEqual(expected)

describe('signing in at the embedded identity provider', () => {
  test('lets a person read what their account may, in each service, and see their name', async () => {
    const ada = await signedIn('admin')
    const { value } = await ada.call('session.current')
    expect(value).toMatchObject({ state: 'signed-in', by: 'cloud', user: { name: 'admin' } })
    expect((value.user as { permissions: string[] }).permissions).toContain('Common_Admin')
    for (const row of ['mdm.listDevices', 'desktop.listComputers', 'session.listSessions']) {
      expect([row, (await ada.call(row)).status]).toEqual([row, 200])
    }
  })

  test('gives nobody more than their account has', async () => {
    const helpdesk = await signedIn('helpdesk')
    const { value } = await helpdesk.call('session.current')
    const { permissions } = value.user as { permissions: string[] }
    expect(permissions.filter((name) => !name.endsWith('_Read'))).toEqual([])
    expect((await helpdesk.call('console.connectCloud', { connection: 'mdm' })).value.code).toBe('FORBIDDEN')
  })

  test('whoever presses Deny is told so, and is not signed in', async () => {
    const ada = somebody()
    const { address } = await ada.setOut()
    address.searchParams.set('prompt', 'consent')
    const answer = await ada.goThrough(address, visitor(), { password, press: 'Deny' })
    expect(problemAt(answer)).toBe('CLOUD_ACCESS_DENIED')
    expect(await ada.state()).toBe('signed-out')
  })

  test('a code that is a minute old is refused, and the next sign-in works', async () => {
    const ada = somebody()
    const { address, state } = await ada.setOut()
    const at = visitor()
    const page = await at.signIn(await at.open(String(address)), 'operator', password)
    const came = new URL(page.location ?? (await at.press(page, 'Accept')).location ?? '')
    moveClock(61)
    expect(problemAt(await ada.comeBack({ code: came.searchParams.get('code') ?? '', state }))).toBe('CLOUD_CODE')
    const { address: next } = await ada.setOut()
    expect((await ada.goThrough(next, at, { user: 'operator', password })).status).toBe(200)
  })

  test('a code that somebody used before is refused', async () => {
    const [ada, eve] = [somebody(), somebody()]
    const { address, state } = await ada.setOut()
    const at = visitor()
    let page = await at.signIn(await at.open(String(address)), 'admin', password)
    if (page.location === null) page = await at.press(page, 'Accept')
    const code = new URL(page.location ?? '').searchParams.get('code') ?? ''
    expect((await ada.comeBack({ code, state })).status).toBe(200)
    const other = await eve.setOut()
    expect(problemAt(await eve.comeBack({ code, state: other.state }))).toBe('CLOUD_CODE')
  })

  test('a code of another client, or one that another browser was given, opens nothing', async () => {
    const [ada, eve] = [somebody(), somebody()]
    const { address } = await ada.setOut()
    const at = visitor()
    let page = await at.signIn(await at.open(String(address)), 'admin', password)
    if (page.location === null) page = await at.press(page, 'Accept')
    const code = new URL(page.location ?? '').searchParams.get('code') ?? ''
    // Injected into a sign-in of somebody else: the verifier does not fit.
    const { state } = await eve.setOut()
    expect(problemAt(await eve.comeBack({ code, state }))).toBe('CLOUD_CODE')
    expect(await eve.state()).toBe('signed-out')
  })

  test('the console is a client that nobody can change, renew, remove or make codes for', async () => {
    const at = visitor()
    const page = await at.signIn(await at.open('/developer'), 'admin', password)
    expect(page.text).toContain('Your clients')
    expect(page.source).not.toContain('triptych.console')
    const form = page.forms.find(({ buttons }) => buttons.has('Create code'))
    const typed = { client: 'triptych.console', scopes: 'DesktopManagement.restapi.READ', minutes: '10' }
    expect(form).toBeDefined()
    const { text } = await at.follow(await at.press(page, 'Create code', typed))
    expect(text).not.toContain('It works once')
  })
})

describe('one grant for all sessions of a person', () => {
  test('of twenty-one sign-ins every one works, and one refresh token serves them all', async () => {
    const before = await lastingGrants()
    const people = []
    const at = visitor()
    for (let count = 0; count < 21; count += 1) people.push(await signedIn('operator', at))
    expect((await lastingGrants()) - before).toBeLessThanOrEqual(1)
    for (const one of people) expect((await one.call('mdm.listDevices')).status).toBe(200)
  }, 120_000)

  test('a grant that the identity provider has ended ends its sessions in order, and a new sign-in works', async () => {
    const [ada, beside] = [await signedIn('operator'), await signedIn('operator')]
    const id = await identityTables()
      .selectFrom('account')
      .select('id')
      .where('name', '=', 'operator')
      .executeTakeFirst()
    await identityTables()
      .deleteFrom('oauth_grant')
      .where('account_id', '=', id?.id ?? 0)
      .execute()
    moveClock(1_200)
    expect(await ada.call('mdm.listDevices')).toMatchObject({ status: 401 })
    expect([await ada.state(), await beside.state()]).toEqual(['signed-out', 'signed-out'])
    expect((await (await signedIn('operator')).call('mdm.listDevices')).status).toBe(200)
  })

  test('a person whose rights have grown is asked again, and gets them', async () => {
    const helpdesk = await signedIn('helpdesk')
    expect((await helpdesk.call('desktop.scanComputers', { resourceids: ['1'] })).value.code).toBe('FORBIDDEN')
    const role = (name: 'operator' | 'helpdesk') =>
      identityTables().updateTable('account').set({ role: name }).where('name', '=', 'helpdesk').execute()
    await role('operator')
    try {
      const again = await signedIn('helpdesk')
      const { permissions } = (await again.call('session.current')).value.user as { permissions: string[] }
      expect(permissions).toContain('SOM_Write')
    } finally {
      await role('helpdesk')
    }
  })
})

describe('signing out', () => {
  test('revokes the access at the identity provider with the last session that lives on it', async () => {
    const [first, second] = [await signedIn('admin'), await signedIn('admin')]
    const others = (await first.call('session.listSessions')).value.sessions as { id: string; current: boolean }[]
    const before = await lastingGrants()
    for (const { id, current } of others) if (!current) await first.call('session.endSession', { id })
    expect(await second.state()).toBe('signed-out')
    expect((await first.call('mdm.listDevices')).status).toBe(200)
    expect(await lastingGrants()).toBe(before)

    await first.call('session.signOut')
    expect(await first.state()).toBe('signed-out')
    await soon(before - 1, lastingGrants)
    expect(
      await consoles.tables.selectFrom('proxy_grant').selectAll().where('granted_by', '=', 'admin').execute(),
    ).toEqual([])
  })

  test('everywhere ends all of them', async () => {
    const [first, second] = [await signedIn('admin'), await signedIn('admin')]
    await first.call('session.signOutEverywhere')
    expect([await first.state(), await second.state()]).toEqual(['signed-out', 'signed-out'])
    await soon([], () => consoles.tables.selectFrom('proxy_revocation').selectAll().execute())
    expect(
      await consoles.tables.selectFrom('proxy_grant').selectAll().where('granted_by', '=', 'admin').execute(),
    ).toEqual([])
  })
})

describe('confirming by another visit to the identity provider', () => {
  const confirmedUntil = async (who: Person) => {
    const hash = hashOf(who.cookies.get('__Host-Http-triptych') ?? '')
    const row = consoles.tables.selectFrom('proxy_session').select('confirmed_until').where('id_hash', '=', hash)
    return (await row.executeTakeFirstOrThrow()).confirmed_until
  }

  test('counts for five minutes, and tells the page that waits', async () => {
    const at = visitor()
    const ada = await signedIn('admin', at)
    expect(await confirmedUntil(ada)).toBe(0)
    const { value } = await ada.call('session.confirmIdentity')
    expect(value.state).toBe('cloud')
    const address = addressIn(value)
    expect([address.searchParams.get('prompt'), address.searchParams.get('access_type')]).toEqual(['consent', 'online'])
    const { text } = await ada.goThrough(address, at, { password })
    expect(text).toContain('{"type":"confirmed"}')
    expect(await confirmedUntil(ada)).toBeGreaterThan(Date.now() + 4.9 * 60_000)
    expect(await confirmedUntil(ada)).toBeLessThanOrEqual(Date.now() + 5 * 60_000)
  })

  test('by somebody else confirms nothing', async () => {
    const ada = await signedIn('admin')
    const { value } = await ada.call('session.confirmIdentity')
    const { text, status } = await ada.goThrough(addressIn(value), visitor(), {
      user: 'helpdesk',
      password,
    })
    expect([status, text]).toEqual([403, expect.stringContaining('Somebody else is signed in')])
    expect(await confirmedUntil(ada)).toBe(0)
  })

  test('that is denied confirms nothing', async () => {
    const at = visitor()
    const ada = await signedIn('admin', at)
    const { value } = await ada.call('session.confirmIdentity')
    await ada.goThrough(addressIn(value), at, { password, press: 'Deny' })
    expect(await confirmedUntil(ada)).toBe(0)
  })
})
