import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultDialect } from '#contract/dialect.ts'
import { startUpstream, json } from '../../support/upstream.ts'
import { clientSecret, type Consoles, identityAt, openDoors, startConsoles } from './consoles.ts'
import { canary, type FakeProvider, startFakeProvider, defaultTokens, withField, without } from './fake-provider.ts'
import { locationOf, person, problemAt } from './person.ts'

let provider: FakeProvider
let mdm: Awaited<ReturnType<typeof startUpstream>>
let consoles: Consoles
beforeAll(async () => {
  provider = await startFakeProvider()
  mdm = await startUpstream((_request, response) => json(response, { devices: [] }))
  const connections = { mdm: { name: 'mdm', baseUrl: mdm.url, dialect: defaultDialect } }
  const identity = identityAt(provider.url, {
    accountsServers: ['https://accounts.example.eu'],
    apiDomains: ['https://api.example.eu'],
  })
  const sites = [{ name: 'hq', title: 'Head office', connections, identity }]
  consoles = await startConsoles({ doors: await openDoors(), sites })
})
afterAll(async () => {
  await consoles.stop()
  await Promise.all([provider.stop(), mdm.stop()])
})
beforeEach(() => {
  provider.forget()
  provider.answerToken()
})
afterEach(() => vi.useRealTimers())

const moveClock = (seconds: number) => {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now + seconds * 1000 })
}
const somebody = () => person({ consoles })

describe('setting out for the identity provider', () => {
  test('asks for what the references name, with PKCE always, and without a prompt', async () => {
    const { address } = await somebody().setOut()
    const { state, code_challenge, ...rest } = Object.fromEntries(address.searchParams)
    expect(address.origin + address.pathname).toBe(`${provider.url.origin}/oauth/v2/auth`)
    expect(rest).toEqual({
      client_id: 'triptych.console',
      response_type: 'code',
      redirect_uri: `${consoles.origins[0]}/callback`,
      scope: 'DesktopManagement.restapi.READ,DeviceManagement.MDMInventory.READ',
      access_type: 'offline',
      code_challenge_method: 'S256',
    })
    expect([state, code_challenge]).toEqual([
      expect.stringMatching(/^[\w-]{43}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ])
  })

  test('leaves a cookie that comes back from the other site, that no script reads and that ends soon', async () => {
    const { headers } = await somebody().call('session.startCloudSignIn')
    expect(headers['set-cookie']).toMatch(
      /^__Host-Http-triptych-transaction=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  test('refuses an address to come back to that is too long, and says how long it may be', async () => {
    const { value } = await somebody().call('session.startCloudSignIn', { returnTo: `/${'a'.repeat(1000)}` })
    expect(value).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'returnTo',
      message: expect.stringContaining('1000 characters') as unknown,
    })
  })

  test('happens only where one comes back to', async () => {
    const { port } = new URL(consoles.origins[0] ?? '')
    const ada = person({ consoles: { origins: [`http://localhost:${port}`] } })
    expect((await ada.call('session.startCloudSignIn')).value.code).toBe('WRONG_HOST')
  })
})

describe('coming back with a code', () => {
  test('signs in, exchanges it at once with all that the references name, and goes on by a page of ours', async () => {
    const ada = somebody()
    const { address, state } = await ada.setOut({ returnTo: '/devices?search=a%26b#top' })
    const { status, headers, text } = await ada.comeBack({ code: canary.code, state, iss: provider.url.origin })
    expect(status).toBe(200)
    expect(headers['set-cookie']).toMatch(
      /^__Host-Http-triptych=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    expect(text).toContain('<meta http-equiv="refresh" content="0;url=/devices?search=a%26b#top"')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['referrer-policy']).toBe('no-referrer')

    const { code_verifier, ...given } = Object.fromEntries(provider.tokenCalls()[0] ?? [])
    expect(given).toEqual({
      grant_type: 'authorization_code',
      client_id: 'triptych.console',
      client_secret: clientSecret,
      code: canary.code,
      redirect_uri: `${consoles.origins[0]}/callback`,
      scope: 'DesktopManagement.restapi.READ,DeviceManagement.MDMInventory.READ',
      state,
    })
    const challenge = createHash('sha256').update(String(code_verifier)).digest('base64url')
    expect(challenge).toBe(address.searchParams.get('code_challenge'))
    expect((await ada.call('session.current')).value).toMatchObject({
      state: 'signed-in',
      by: 'cloud',
      user: { name: 'ada', email: 'ada@example.com' },
    })
    await ada.call('mdm.listDevices')
    expect(mdm.received.at(-1)?.headers.authorization).toBe(`Vendor-oauthtoken ${canary.access}-1`)
  })

  test('in a window tells the page that waits, and nothing else', async () => {
    const ada = somebody()
    const { state } = await ada.setOut({ inWindow: true })
    const { text, headers } = await ada.comeBack({ code: canary.code, state })
    expect(text).toContain('You are signed in')
    expect(text).toContain('You can close this window')
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '-'
    expect(text).toContain(`<script nonce="${nonce}">`)
    expect(text).toContain('new BroadcastChannel("triptych-session").postMessage({"type":"signed-in"})')
    expect(text).not.toContain('refresh')
  })

  test('does nothing where the state is wrong, missing, used or too old', async () => {
    const ada = somebody()
    const { state } = await ada.setOut()
    const refused = async (given: Record<string, string>) => {
      const answer = await ada.comeBack(given)
      expect([answer.status, problemAt(answer)]).toEqual([303, 'CLOUD_STATE'])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    await refused({ code: canary.code, state: 'another' })
    await refused({ code: canary.code })
    await refused({ error: 'access_denied' })
    expect(provider.tokenCalls()).toHaveLength(0)

    expect((await ada.comeBack({ code: canary.code, state })).status).toBe(200)
    await refused({ code: canary.code, state })
    expect(provider.tokenCalls()).toHaveLength(1)

    const late = await ada.setOut()
    moveClock(10 * 60)
    await refused({ code: canary.code, state: late.state })
    expect(provider.tokenCalls()).toHaveLength(1)
  })

  test('a state just before its time is up still counts', async () => {
    const ada = somebody()
    const { state } = await ada.setOut()
    moveClock(10 * 60 - 5)
    expect((await ada.comeBack({ code: canary.code, state })).status).toBe(200)
  })

  test('the state of another browser is worth nothing, and stays good for its own', async () => {
    const [ada, eve] = [somebody(), somebody()]
    const { state } = await ada.setOut()
    await eve.setOut()
    expect(problemAt(await eve.comeBack({ code: canary.code, state }))).toBe('CLOUD_STATE')
    expect(problemAt(await somebody().comeBack({ code: canary.code, state }))).toBe('CLOUD_STATE')
    expect(provider.tokenCalls()).toHaveLength(0)
    expect(await eve.state()).toBe('signed-out')
    expect((await ada.comeBack({ code: canary.code, state })).status).toBe(200)
  })

  test('two sign-ins that were begun in two tabs both finish', async () => {
    const ada = somebody()
    const [first, second] = [await ada.setOut({ returnTo: '/one' }), await ada.setOut({ returnTo: '/two' })]
    expect((await ada.comeBack({ code: 'b', state: second.state })).text).toContain('url=/two"')
    expect((await ada.comeBack({ code: 'a', state: first.state })).text).toContain('url=/one"')
    expect(await ada.state()).toBe('signed-in')
  })

  test('a parameter that comes twice could be read in two ways, so nothing is read', async () => {
    const ada = somebody()
    const { state } = await ada.setOut()
    for (const again of ['code=other', `state=${state}`, 'iss=x&iss=y', 'unknown=1&unknown=1']) {
      const answer = await ada.open(`/callback?code=${canary.code}&state=${state}&${again}`)
      expect(problemAt(answer)).toBe('CLOUD_STATE')
    }
    expect(provider.tokenCalls()).toHaveLength(0)
    expect((await ada.comeBack({ code: canary.code, state })).status).toBe(200)
  })

  test('an answer in the name of another identity provider is refused (RFC 9207)', async () => {
    const ada = somebody()
    const { state } = await ada.setOut()
    const answer = await ada.comeBack({ code: canary.code, state, iss: 'https://elsewhere.example' })
    expect(problemAt(answer)).toBe('CLOUD_STATE')
    expect(provider.tokenCalls()).toHaveLength(0)
  })

  test.each<Record<string, string>>([
    { 'accounts-server': 'https://elsewhere.example' },
    { 'accounts-server': 'not an address' },
    { location: 'https://elsewhere.example' },
    { 'accounts-server': 'https://accounts.example.eu', location: 'https://elsewhere.example' },
  ])('sends no secret to a server that only the browser names: %j', async (named) => {
    const ada = somebody()
    const { state } = await ada.setOut()
    expect(problemAt(await ada.comeBack({ code: canary.code, state, ...named }))).toBe('CLOUD_STATE')
    expect(provider.received).toHaveLength(0)
  })

  test('exchanges the code at the accounts server that the configuration allows, and nowhere else', async () => {
    const ada = somebody()
    const { state } = await ada.setOut()
    const named = { location: 'eu', 'accounts-server': 'https://accounts.example.eu' }
    const answer = await ada.comeBack({ code: canary.code, state, ...named })
    expect(problemAt(answer)).toBe('UNREACHABLE') // there is no such server
    expect(provider.received).toHaveLength(0)
    const again = await ada.setOut()
    const usual = { location: 'us', 'accounts-server': provider.url.origin }
    expect((await ada.comeBack({ code: canary.code, state: again.state, ...usual })).status).toBe(200)
  })

  test('asks with HEAD for nothing: a scanner of links uses no code up', async () => {
    const ada = somebody()
    const { state } = await ada.setOut()
    const { status } = await ada.open(`/callback?code=${canary.code}&state=${state}`, 'HEAD')
    expect(status).toBe(405)
    expect((await ada.comeBack({ code: canary.code, state })).status).toBe(200)
  })
})

describe('what can go wrong leads back to the sign-in page, and from there to where one wanted to go', () => {
  const cameBack = async (given: Record<string, string>) => {
    const ada = somebody()
    const { state } = await ada.setOut({ returnTo: '/devices' })
    const answer = await ada.comeBack({ state, ...given })
    expect(answer.status).toBe(303)
    const { pathname, searchParams } = new URL(locationOf(answer), 'http://console')
    expect([pathname, searchParams.get('return')]).toEqual(['/sign-in', '/devices'])
    expect(await ada.state()).toBe('signed-out')
    return searchParams.get('problem')
  }

  test.each([
    ['access_denied', 'CLOUD_ACCESS_DENIED'],
    ['invalid_scope', 'invalid_scope'],
    ['server_error', 'server_error'],
    ['<b>who knows</b>', 'server_error'],
  ])('the identity provider says %s', async (error, code) => {
    expect(await cameBack({ error, error_description: canary.code })).toBe(code)
  })

  test('a return without a code', async () => {
    expect(await cameBack({})).toBe('CLOUD_STATE')
  })

  test.each([
    [400, { error: 'invalid_grant' }, 'CLOUD_CODE'],
    [200, { error: 'invalid_code' }, 'CLOUD_CODE'], // errors in HTTP 200
    [401, { error: 'invalid_client' }, 'invalid_client'],
    [200, { error: 'invalid_client' }, 'invalid_client'],
    [400, { error: 'Access Denied', error_description: 'too many' }, 'CLOUD_ACCESS_DENIED'],
    [429, { error: 'temporarily_unavailable' }, 'temporarily_unavailable'],
    [500, { error: 'oops' }, 'server_error'],
    [500, 'oops', 'server_error'],
    [200, '<html>', 'UNEXPECTED_CONTENT'],
    [200, { access_token: '' }, 'UNEXPECTED_CONTENT'],
    [200, { access_token: 'a\r\nb: c' }, 'UNEXPECTED_CONTENT'],
    [200, { access_token: 'x', token_type: 'mac' }, 'UNEXPECTED_CONTENT'],
    [302, '', 'UNEXPECTED_CONTENT'],
  ])('the token endpoint answers %i %j', async (status, body, code) => {
    provider.answerToken(() => ({ status, body }))
    expect(await cameBack({ code: canary.code })).toBe(code)
  })

  test('a token endpoint that fails after it has issued: another sign-in works', async () => {
    provider.answerToken((_given, count) => (count === 1 ? { status: 500 } : defaultTokens(_given, count)))
    const ada = somebody()
    const first = await ada.setOut()
    expect(problemAt(await ada.comeBack({ code: canary.code, state: first.state }))).toBe('server_error')
    const second = await ada.setOut()
    expect((await ada.comeBack({ code: 'next', state: second.state })).status).toBe(200)
  })

  test('in a window, the window says so and what to do', async () => {
    const ada = somebody()
    const { state } = await ada.setOut({ inWindow: true })
    const { status, text } = await ada.comeBack({ state, error: 'access_denied' })
    expect(status).toBe(403)
    expect(text).toContain('Access was denied at the identity provider')
    expect(text).not.toContain('BroadcastChannel')
  })
})

describe('what is answered is read liberally', () => {
  test.each([
    { token_type: 'bearer' },
    { token_type: 'BEARER' },
    { scope: 'desktopmanagement.RESTAPI.read' },
    { api_domain: 'https://elsewhere.example' },
    { something: { new: true } },
  ])('%j', async (fields) => {
    provider.answerToken(withField(fields))
    const ada = somebody()
    const { state } = await ada.setOut()
    expect((await ada.comeBack({ code: canary.code, state })).status).toBe(200)
    await ada.call('mdm.listDevices')
    expect(mdm.received.at(-1)?.headers.authorization).toBe(`Vendor-oauthtoken ${canary.access}-1`)
  })

  test('without user_permissions somebody may do what the scopes let do, where no key can stand for everybody', async () => {
    provider.tellPermissions(false)
    const someone = somebody()
    const { state } = await someone.setOut()
    await someone.comeBack({ code: canary.code, state })
    const { value } = await someone.call('session.current')
    provider.tellPermissions(true)
    expect((value.user as { permissions: string[] }).permissions).toEqual(['Common_Read', 'SOM_Read', 'Inventory_Read'])
  })

  test('an API address is used where the configuration allows it', async () => {
    provider.answerToken(withField({ api_domain: 'https://api.example.eu/ignored' }))
    const ada = somebody()
    const { state } = await ada.setOut()
    await ada.comeBack({ code: canary.code, state })
    const before = mdm.received.length
    expect((await ada.call('mdm.listDevices')).value.code).toBe('UNREACHABLE')
    expect(mdm.received).toHaveLength(before)
  })
})

test('without a refresh token somebody is sent once more, to accept in so many words, and never a third time', async () => {
  provider.isNow(99)
  provider.answerToken(without('refresh_token'))
  const ada = somebody()
  const { address, state } = await ada.setOut({ returnTo: '/devices' })
  expect(address.searchParams.has('prompt')).toBe(false)
  const first = await ada.comeBack({ code: canary.code, state })
  expect(first.status).toBe(302)
  const again = new URL(locationOf(first))
  expect(again.searchParams.get('prompt')).toBe('consent')
  expect(again.searchParams.get('state')).not.toBe(state)
  expect(await ada.state()).toBe('signed-out')

  const second = await ada.comeBack({ code: 'next', state: again.searchParams.get('state') ?? '' })
  expect([second.status, second.text]).toEqual([200, expect.stringContaining('url=/devices"')])
  expect(await ada.state()).toBe('signed-in')
  // It lasts as long as its access token.
  moveClock(3600)
  expect((await ada.call('mdm.listDevices')).value.code).toBe('SIGNED_OUT')
  expect(await ada.state()).toBe('signed-out')
  provider.isNow(7)
})

test('neither codes nor tokens, states, verifiers or our secret are in a log, an answer or the database', async () => {
  const ada = somebody()
  const seen: string[] = []
  const { state } = await ada.setOut()
  for (const given of [
    { code: canary.code, state },
    { code: canary.code, state },
  ]) {
    const { text, headers } = await ada.comeBack(given)
    seen.push(text, JSON.stringify(headers))
  }
  const verifier = provider.tokenCalls().at(-1)?.get('code_verifier') ?? ''
  provider.answerToken(() => ({ status: 400, body: { error: canary.code, error_description: canary.refresh } }))
  const next = await ada.setOut()
  seen.push(JSON.stringify((await ada.comeBack({ code: canary.code, state: next.state })).headers))
  const listed = await ada.call('mdm.listDevices')
  seen.push(listed.text, ...consoles.log, await consoles.stored())
  for (const secret of [canary.code, canary.access, canary.refresh, clientSecret, verifier, state]) {
    expect(secret.length).toBeGreaterThan(10)
    expect(seen.filter((text) => text.includes(secret))).toEqual([])
  }
})

test('strangers who set out again and again are slowed down', async () => {
  const answers = await Promise.all(Array.from({ length: 150 }, () => somebody().call('session.startCloudSignIn')))
  const refused = answers.filter(({ value }) => value.code === 'TOO_MANY_ATTEMPTS')
  expect(refused.length).toBeGreaterThanOrEqual(45)
  expect(Number(refused[0]?.headers['retry-after'])).toBe(5)
})
