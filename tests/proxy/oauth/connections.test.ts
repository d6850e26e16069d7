import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultDialect } from '#contract/dialect.ts'
import { type Answer, json, startUpstream } from '../../support/upstream.ts'
import { clientSecret, type Consoles, identityAt, openDoors, startConsoles } from './consoles.ts'
import { canary, type FakeProvider, startFakeProvider, without } from './fake-provider.ts'
import { type Person, person } from './person.ts'

let [providerA, providerB]: FakeProvider[] = []
let mdm: Awaited<ReturnType<typeof startUpstream>>
let desktop: Awaited<ReturnType<typeof startUpstream>>
let consoles: Consoles
let ada: Person
const soon = (expected: unknown, read: () => unknown) =>
  expect.poll(read, { timeout: 30_000, interval: 100 }).toEqual(expected)

const devices: Answer = (_request, response) => json(response, { devices: [] })
beforeAll(async () => {
  mdm = await startUpstream(devices)
  desktop = await startUpstream(({ url }, response) =>
    url.includes('/authentication') ? json(response, passwordAccepted) : json(response, { error_code: '10022' }, 404),
  )
})
afterAll(() => Promise.all([mdm.stop(), desktop.stop()]))
beforeEach(async () => {
  ;[providerA, providerB] = [await startFakeProvider(), await startFakeProvider()]
  mdm.received.splice(0)
  mdm.answer(devices)
  const local = { name: 'desktop', dialect: defaultDialect }
  const cloud = { name: 'mdm-cloud', edition: 'cloud', baseUrl: mdm.url, dialect: defaultDialect } as const
  const sites = [
    {
      name: 'a',
      title: 'A',
      connections: { mdm: cloud, desktop: { ...local, baseUrl: desktop.url } },
      identity: identityAt(providerA.url),
    },
    {
      name: 'b',
      title: 'B',
      connections: { mdm: cloud },
      identity: identityAt(providerB.url, { parametersIn: 'query' }),
    },
  ]
  consoles = await startConsoles({ doors: await openDoors(), sites })
  ada = await signedIn('a')
})
afterEach(async () => {
  vi.useRealTimers()
  await consoles.stop()
  await Promise.all([providerA?.stop(), providerB?.stop()])
})

async function signedIn(site: string) {
  const someone = person({ consoles, site })
  const { state } = await someone.setOut()
  expect((await someone.comeBack({ code: canary.code, state }, `/callback/${site}`)).status).toBe(200)
  providerA?.forget()
  return someone
}
const passwordAccepted = {
  message_type: 'authentication',
  message_response: {
    authentication: {
      user_permissions: { read: ['MDM_Read'], write: [], admin: [] },
      user_data: { user_id: 9, user_name: 'eve', auth_type: 'Local Authentication' },
      auth_data: { auth_token: 'token-of-eve' },
    },
  },
  message_version: '1.0',
  status: 'success',
}
const grantsOfConnections = () =>
  consoles.tables
    .selectFrom('proxy_grant')
    .select(['site', 'owner', 'granted_by'])
    .where('owner', 'like', 'connection%')
    .execute()
/** Proved again who they are: ending access is for good. */
const confirmed = () =>
  consoles.tables
    .updateTable('proxy_session')
    .set({ confirmed_until: Date.now() + 60_000 })
    .execute()

describe('lasting access of a cloud connection', () => {
  test('is given by a consent, and kept with who gave it', async () => {
    const { address, state } = await ada.setOut({ connection: 'mdm-cloud' }, 'console.connectCloud')
    expect([address.searchParams.get('prompt'), address.searchParams.get('access_type')]).toEqual([
      'consent',
      'offline',
    ])
    const { status, text } = await ada.comeBack({ code: canary.code, state }, '/callback/a')
    expect([status, text]).toEqual([200, expect.stringContaining('url=/sites/a/settings/connections"')])
    expect(await grantsOfConnections()).toEqual([{ site: 'a', owner: 'connection mdm-cloud', granted_by: 'ada' }])
    expect((await ada.call('console.listConnections')).value.connections).toContainEqual(
      expect.objectContaining({
        name: 'mdm-cloud',
        grant: { connected: true, by: 'ada', since: expect.any(Number) as number },
      }),
    )
  })

  test('that was denied leads back to the connections', async () => {
    const { state } = await ada.setOut({ connection: 'mdm-cloud' }, 'console.connectCloud')
    const { headers } = await ada.comeBack({ error: 'access_denied', state }, '/callback/a')
    expect(headers.location).toBe('/sites/a/settings/connections?problem=CLOUD_ACCESS_DENIED')
    expect(await grantsOfConnections()).toEqual([])
  })

  test('is not taken from somebody whose session has ended meanwhile', async () => {
    const { state } = await ada.setOut({ connection: 'mdm-cloud' }, 'console.connectCloud')
    await ada.call('session.signOut')
    const { headers } = await ada.comeBack({ code: canary.code, state }, '/callback/a')
    expect(headers.location).toContain('problem=SIGNED_OUT')
    expect(await grantsOfConnections()).toEqual([])
  })

  test('that does not last is none', async () => {
    providerA?.answerToken(without('refresh_token'))
    const { state } = await ada.setOut({ connection: 'mdm-cloud' }, 'console.connectCloud')
    const { headers } = await ada.comeBack({ code: canary.code, state }, '/callback/a')
    expect(headers.location).toContain('problem=CONSENT_NEEDED')
  })

  test('is given by the code of a self-client, with exactly what the reference names', async () => {
    expect((await ada.call('console.connectSelfClient', { connection: 'mdm-cloud', code: 'code-1' })).status).toBe(200)
    expect(Object.fromEntries(providerA?.tokenCalls()[0] ?? [])).toEqual({
      grant_type: 'authorization_code',
      client_id: 'triptych.console',
      client_secret: clientSecret,
      redirect_uri: `${consoles.origins[0]}/callback/a`,
      code: 'code-1',
    })
    expect(await grantsOfConnections()).toHaveLength(1)
  })

  test('a self-client’s code that is wrong or too old is said so at its field', async () => {
    providerA?.answerToken(() => ({ body: { error: 'invalid_code' } }))
    const { value, status } = await ada.call('console.connectSelfClient', { connection: 'mdm-cloud', code: 'old' })
    expect([status, value.code, value.field]).toEqual([400, 'INVALID_INPUT', 'code'])
  })

  test('there is none for a connection that is not there', async () => {
    for (const row of ['console.connectCloud', 'console.connectSelfClient']) {
      const { value } = await ada.call(row, { connection: 'mdm', code: 'x' })
      expect([value.code, value.field]).toEqual(['INVALID_INPUT', 'connection'])
    }
  })

  test('ends here first, then at the identity provider, and says whether it knows', async () => {
    await ada.call('console.connectSelfClient', { connection: 'mdm-cloud', code: 'x' })
    await confirmed()
    expect((await ada.call('console.disconnectCloud', { connection: 'mdm-cloud' })).value).toEqual({ revoked: true })
    expect(await grantsOfConnections()).toEqual([])
    expect(providerA?.revoked().map((given) => given.get('refresh_token'))).toEqual([`${canary.refresh}-1`])
  })

  test('ends here while the identity provider is down, and there afterwards', async () => {
    await ada.call('console.connectSelfClient', { connection: 'mdm-cloud', code: 'x' })
    await confirmed()
    providerA?.answerRevocation(() => ({ status: 500 }))
    expect((await ada.call('console.disconnectCloud', { connection: 'mdm-cloud' })).value).toEqual({ revoked: false })
    expect(await grantsOfConnections()).toEqual([])
    providerA?.answerRevocation(() => ({ body: { status: 'success' } }))
    await soon([], () => consoles.tables.selectFrom('proxy_revocation').selectAll().execute())
  })
})

test('whoever signed in by password reaches a cloud server by the access of its connection', async () => {
  const eve = person({ consoles, site: 'a' })
  await eve.call('session.signIn', { username: 'eve', password: 'x' })
  const refused = await eve.call('mdm.listDevices')
  expect([refused.status, refused.value.code]).toEqual([503, 'CONSENT_NEEDED'])
  expect(mdm.received).toEqual([])
  await ada.call('console.connectSelfClient', { connection: 'mdm-cloud', code: 'x' })
  expect((await eve.call('mdm.listDevices')).status).toBe(200)
  expect(mdm.received.at(-1)?.headers.authorization).toBe(`Vendor-oauthtoken ${canary.access}-1`)

  // What the identity provider says of the connection's access has nothing to do with the person.
  providerA?.answerToken(() => ({ status: 400, body: { error: 'invalid_grant' } }))
  mdm.answer((_request, response) => json(response, { error_code: 'COM0013' }, 401))
  const ended = await eve.call('mdm.listDevices')
  expect([ended.status, ended.value.code]).toEqual([503, 'CONSENT_NEEDED'])
  expect(await eve.state()).toBe('signed-in')
  expect(await grantsOfConnections()).toEqual([])
})

describe('several sites', () => {
  test('a code of one is nothing at another', async () => {
    const { state, address } = await ada.setOut()
    expect(address.searchParams.get('redirect_uri')).toBe(`${consoles.origins[0]}/callback/a`)
    const [b] = [await signedIn('b')]
    for (const [name, value] of ada.cookies) b.cookies.set(name, value)
    // Even with the cookie of the one under the name of the other.
    b.cookies.set('__Host-Http-triptych-b-transaction', ada.cookies.get('__Host-Http-triptych-a-transaction') ?? '')
    providerB?.forget()
    const { headers } = await b.comeBack({ code: canary.code, state }, '/callback/b')
    expect(headers.location).toBe('/sites/b/sign-in?problem=CLOUD_STATE')
    expect(providerB?.received).toEqual([])
  })

  test.each(['/callback', '/callback/c', '/callback/a/b'])('nobody comes back to %s', async (path) => {
    const { state } = await ada.setOut()
    expect((await ada.comeBack({ code: canary.code, state }, path)).status).toBe(404)
    expect((await ada.comeBack({ code: canary.code, state }, '/callback/a')).status).toBe(200)
  })

  test('each has sessions and grants of its own, and its provider is asked as its configuration says', async () => {
    const b = await signedIn('b')
    expect([await ada.state(), await b.state()]).toEqual(['signed-in', 'signed-in'])
    expect(providerB?.received.find(({ method }) => method === 'POST')).toMatchObject({
      body: '',
      url: expect.stringContaining('code=') as string,
    })
    const sites = await consoles.tables.selectFrom('proxy_grant').select('site').orderBy('site').execute()
    expect(sites).toEqual([{ site: 'a' }, { site: 'b' }])
  })

  test('one goes on within the site one came from, whatever the address says', async () => {
    for (const [returnTo, leadsTo] of [
      ['/sites/a/devices', '/sites/a/devices'],
      ['/sites/b/devices', '/sites/a/'],
      ['/sites/ab', '/sites/a/'],
      ['//evil.example', '/sites/a/'],
    ] as const) {
      const { state } = await ada.setOut({ returnTo })
      const { text } = await ada.comeBack({ code: canary.code, state }, '/callback/a')
      expect(text).toContain(`url=${leadsTo}"`)
    }
  })
})
