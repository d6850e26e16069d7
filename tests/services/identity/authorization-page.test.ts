import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { corpus } from '../../crypto/corpora.ts'
import { otherThan } from '../desktop/sign-in.ts'
import {
  cameBack,
  changeComputers,
  challengeOf,
  client,
  readComputers,
  redirectUri,
  startWorld,
  type World,
} from './identity-world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
afterEach(() => {
  vi.useRealTimers()
})

describe('a person who is sent here by an application', () => {
  test('signs in, reads what is asked for in words, accepts, and is sent back with a code and the state', async () => {
    const visitor = world.browser()
    const signIn = await visitor.open(world.asked({ scope: `${readComputers},${changeComputers}` }))
    expect(signIn.text).toContain('to let Demo client ask for access')
    const consent = await visitor.signIn(signIn, 'admin', world.password)
    expect(consent.text).toContain('See computers and their inventory')
    expect(consent.text).toContain('Change computers and start tasks on them')
    expect(consent.text).toContain('You will be sent back to 127.0.0.1:5000')
    const back = cameBack(await visitor.press(consent, 'Accept'))
    expect(back.href.split('?')[0]).toBe(redirectUri)
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/) as string,
      state: 'of the session',
      iss: world.identity,
    })
  })

  test('denies, and the application is told so', async () => {
    const visitor = world.browser()
    const consent = await visitor.signIn(
      await visitor.open(world.asked({ prompt: 'consent' })),
      'admin',
      world.password,
    )
    const back = cameBack(await visitor.press(consent, 'Deny'))
    expect(back.searchParams.get('error')).toBe('access_denied')
    expect(back.searchParams.get('state')).toBe('of the session')
    expect(back.searchParams.has('code')).toBe(false)
  })

  test('is not asked again for the same scopes, but for others, and every time with prompt=consent', async () => {
    const visitor = world.browser()
    const operator = { user: 'operator', visitor }
    await world.consent({}, operator)
    expect(cameBack(await visitor.open(world.asked())).searchParams.has('code')).toBe(true)
    for (const given of [{ scope: `${readComputers},${changeComputers}` }, { prompt: 'consent' }]) {
      expect((await visitor.open(world.asked(given))).text).toContain('asks for access')
    }
  })

  test('grants no more than their own account may do', async () => {
    const visitor = world.browser()
    const scope = `${readComputers},${changeComputers}`
    const consent = await visitor.signIn(await visitor.open(world.asked({ scope })), 'helpdesk', world.password)
    expect(consent.text).toMatch(/it will not be granted: Change computers/)
    const code = cameBack(await visitor.press(consent, 'Accept')).searchParams.get('code') ?? ''
    expect((await world.redeem(code, { scope })).body).toMatchObject({ scope: readComputers })
    const none = await world.consent({ scope: changeComputers }, { user: 'helpdesk' })
    expect(none.searchParams.get('error')).toBe('access_denied')
  })

  test('can sign in as somebody else instead', async () => {
    const visitor = world.browser()
    const consent = await visitor.signIn(
      await visitor.open(world.asked({ prompt: 'consent' })),
      'admin',
      world.password,
    )
    const signIn = await visitor.follow(await visitor.press(consent, 'Use another account'))
    expect((await visitor.signIn(signIn, 'operator', world.password)).text).toContain('signed in as operator')
  })

  test('needs the one-time code, where their account does', async () => {
    const visitor = world.browser()
    const username = 'otp-admin'
    const first = await visitor.open(world.asked())
    const page = await visitor.press(first, 'Sign in', { username, password: world.password })
    const mails = (await (await fetch(`${world.lab}/mailbox`)).json()) as { text: string }[]
    const code = /\d{6}/.exec(mails[0]?.text ?? '')?.[0] ?? ''
    const wrong = await visitor.press(page, 'Verify', { otp: otherThan(code) })
    expect(wrong.status).toBe(401)
    expect(wrong.source).toContain('aria-invalid="true"')
    const consent = await visitor.follow(
      await visitor.press(wrong, 'Verify', { otp: `${code.slice(0, 3)} ${code.slice(3)}` }),
    )
    expect(consent.text).toContain('signed in as otp-admin')
  })

  test('signs in again after half an hour without doing anything', async () => {
    const visitor = world.browser()
    await world.consent({}, { visitor })
    const later = Date.now() + 31 * 60_000
    vi.useFakeTimers({ toFake: ['Date'], now: later })
    expect((await visitor.open(world.asked())).text).toContain('Sign in')
  })
})

test('wrong passwords count together with those of desktop management', async () => {
  const limited = await startWorld()
  try {
    const visitor = limited.browser()
    const page = await visitor.open(limited.asked())
    for (let wrong = 0; wrong < 5; wrong += 1) {
      const again = await visitor.press(page, 'Sign in', { username: ' ADMIN', password: 'wrong' })
      expect(again.status).toBe(401)
      expect(again.text).toContain('Invalid user name or password')
    }
    const locked = await visitor.press(page, 'Sign in', { username: 'admin', password: limited.password })
    expect(locked.status).toBe(429)
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
    const body = JSON.stringify({
      username: 'admin',
      password: btoa(limited.password),
      auth_type: 'local_authentication',
    })
    const headers = { 'content-type': 'application/json' }
    const desktop = await limited.ask('/api/1.3/desktop/authentication', { method: 'POST', headers, body })
    expect(desktop.status).toBe(429)
  } finally {
    await limited.stop()
  }
})

describe('with a wrong client or redirect URI nobody is sent anywhere', () => {
  const refusedPage = async (target: string) => {
    const page = await world.browser().open(target)
    expect(page.status).toBe(400)
    expect(page.location).toBeNull()
    expect(page.text).toContain('Sign-in failed')
  }

  test.each([
    ['no client', { client_id: '' }],
    ['an unknown client', { client_id: 'somebody' }],
    ['a client in another case', { client_id: client.id.toUpperCase() }],
    ['no redirect URI', { redirect_uri: '' }],
  ])('%s', (_, given) => refusedPage(world.asked(given)))

  test.each([
    'http://127.0.0.1:5000/callback/',
    'http://127.0.0.1:5000/callback?x=1',
    'http://127.0.0.1:5000/callback#x',
    'http://127.0.0.1:5000/CALLBACK',
    'http://127.0.0.1:5000/callback/../evil',
    'http://127.0.0.1:5000//callback',
    'http://127.0.0.1:0/callback',
    'http://127.0.0.1:65536/callback',
    'http://127.0.0.1:/callback',
    'http://127.0.0.1:5000@evil.example/callback',
    'http://user@127.0.0.1:5000/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://127.0.0.2/callback',
    'http://localhost:5000/callback',
    'https://127.0.0.1:5000/callback',
    'HTTP://127.0.0.1:5000/callback',
    ' http://127.0.0.1:5000/callback',
    'http://127.0.0.1:5000/callback\n',
    'http://127.0.0.1:8080/callback?next=https://evil.example',
    'data:text/html,x',
    '/callback',
  ])('%j is not a redirect URI of the demo client', (redirect_uri) => refusedPage(world.asked({ redirect_uri })))

  test('none of the addresses that fooled others', async () => {
    const lines = corpus('urls').flatMap(({ bytes }) => bytes.toString().split('\n').filter(Boolean))
    for (const redirect_uri of lines) await refusedPage(world.asked({ redirect_uri }))
  })

  test.each(['client_id', 'redirect_uri'])('%s that is given twice', (name) =>
    refusedPage(`${world.asked()}&${name}=${encodeURIComponent(name === 'client_id' ? client.id : redirectUri)}`),
  )
})

describe('the application is told by redirect, with its state,', () => {
  const verifier = 'v'.repeat(43)
  test.each<[string, string, Record<string, string>]>([
    ['unsupported_response_type', 'another response_type', { response_type: 'token' }],
    ['unsupported_response_type', 'two response types', { response_type: 'code token' }],
    ['invalid_request', 'no response_type', { response_type: '' }],
    ['invalid_scope', 'no scope', { scope: '' }],
    ['invalid_scope', 'an unknown scope', { scope: `${readComputers},Everything` }],
    ['invalid_request', 'another access_type', { access_type: 'forever' }],
    ['invalid_request', 'another prompt', { prompt: 'none' }],
    ['invalid_request', 'a plain code_challenge', { code_challenge: verifier, code_challenge_method: 'plain' }],
    ['invalid_request', 'a code_challenge without its method', { code_challenge: challengeOf(verifier) }],
    ['invalid_request', 'a method without its code_challenge', { code_challenge_method: 'S256' }],
    ['invalid_request', 'a short code_challenge', { code_challenge: 'x'.repeat(42), code_challenge_method: 'S256' }],
  ])('%s: %s', async (error, _, given) => {
    const back = cameBack(await world.browser().open(world.asked(given)))
    expect(back.href).toMatch(`${redirectUri}?`)
    expect(back.searchParams.get('error')).toBe(error)
    expect(back.searchParams.get('state')).toBe('of the session')
    expect(back.searchParams.has('code')).toBe(false)
  })

  test.each(['response_type', 'scope', 'access_type', 'prompt', 'state', 'code_challenge'])(
    'invalid_request: %s is given twice',
    async (name) => {
      const target = `${world.asked({ access_type: 'online', prompt: 'consent', code_challenge: 'x' })}&${name}=other`
      expect(cameBack(await world.browser().open(target)).searchParams.get('error')).toBe('invalid_request')
    },
  )
})

test('parameters that nobody knows are ignored', async () => {
  const page = await world.browser().open(`${world.asked()}&nonce=1&login_hint=a&__proto__=b&claims={}`)
  expect(page.text).toContain('Sign in')
})

test('a state comes back as it was, whatever is in it', async () => {
  const visitor = world.browser()
  await world.consent({}, { visitor })
  const hostile = [
    '&code=stolen',
    'a=b;c',
    '#x',
    '%0d%0aSet-Cookie: a=b',
    '\r\nLocation: //evil',
    '"><script>',
    '\0',
    '+ %2B',
    '💥',
    '',
  ]
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (state) => {
      const page = await visitor.open(world.asked({ state }))
      expect(cameBack(page).searchParams.getAll('state')).toEqual([state])
      expect(cameBack(page).searchParams.getAll('code')).toHaveLength(1)
    }),
    { numRuns: 30, examples: hostile.map((state) => [state] as [string]) },
  )
})
