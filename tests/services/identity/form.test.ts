import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { client, startWorld, type World } from './identity-world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const cookieOf = (page: { headers: Headers }) => page.headers.getSetCookie()[0] ?? ''

describe('every page', () => {
  test.each(['/', '/developer', '/oauth/v2/auth', 'consent'])(
    '%s runs no script, and nobody frames or keeps it',
    async (path) => {
      const page = await world.browser().open(path === 'consent' ? world.asked() : path)
      const policy = page.headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/^default-src 'none'; style-src 'nonce-[\w+/=]{24}'; form-action 'self'/)
      expect(policy).toContain(`base-uri 'none'; frame-ancestors 'none'`)
      expect(policy).not.toContain('unsafe')
      expect(page.headers.get('x-frame-options')).toBe('DENY')
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
      expect(page.headers.get('x-content-type-options')).toBe('nosniff')
      expect(page.headers.get('access-control-allow-origin')).toBeNull()
      expect(page.source).not.toMatch(/<script|\son\w+=|\sstyle=/)
      expect(page.source).toContain('<html lang="en">')
    },
  )

  test('has another nonce each time, and may lead where the application is', async () => {
    const policies = await Promise.all([0, 1].map(() => world.browser().open(world.asked())))
    const [first, second] = policies.map(({ headers }) => headers.get('content-security-policy'))
    expect(first).not.toBe(second)
    expect(first).toContain(`form-action 'self' http://127.0.0.1:5000;`)
  })

  test('escapes what others wrote', async () => {
    const visitor = world.browser()
    const page = await visitor.signIn(await visitor.open('/developer'), 'admin', world.password)
    const client_name = `<script>alert(1)</script>"' &amp;`
    const typed = { client_name, client_domain: 'a.example', redirect_uris: 'https://a.example/"><b>' }
    await visitor.press(page, 'Create client', typed)
    const { source } = await visitor.open('/developer')
    expect(source).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(source).not.toMatch(/<script>|<b>/)
    const wrong = await visitor.press(await visitor.open('/developer'), 'Create client', {
      ...typed,
      client_domain: '"><b>',
    })
    expect(wrong.source).not.toMatch(/<script>|<b>/)
  })
})

describe('the cookie', () => {
  test('is for this host alone, no script reads it, and it is a new one after signing in and out', async () => {
    const visitor = world.browser()
    const first = await visitor.open('/developer')
    expect(cookieOf(first)).toMatch(
      /^__Host-Http-triptych-identity=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const inside = await visitor.press(first, 'Sign in', { username: 'admin', password: world.password })
    const out = await visitor.press(await visitor.follow(inside), 'Sign out')
    expect(new Set([first, inside, out].map(cookieOf)).size).toBe(3)
  })

  test('that somebody planted never becomes valid', async () => {
    const [attacker, victim] = [world.browser(), world.browser()]
    await attacker.open('/developer')
    for (const [name, value] of attacker.cookies) victim.cookies.set(name, value)
    const page = await victim.signIn(await victim.open('/developer'), 'admin', world.password)
    expect(page.text).toContain('Your clients')
    expect((await attacker.open('/developer')).text).toContain('Sign in')
  })
})

describe('a form is refused, and nothing happens,', () => {
  test.each<[string, Record<string, string>]>([
    ['from another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['from another site, by an old browser', { origin: 'https://evil.example', 'sec-fetch-site': '' }],
    ['from another port of this machine', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
    ['without an origin, by an old browser', { origin: 'null', 'sec-fetch-site': '' }],
    ['from a frame without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['that is typed into the address line', { 'sec-fetch-site': 'none' }],
    ['as JSON', { 'content-type': 'application/json' }],
    ['as plain text', { 'content-type': 'text/plain' }],
  ])('%s', async (_, headers) => {
    const visitor = world.browser()
    const consent = await visitor.signIn(
      await visitor.open(world.asked({ prompt: 'consent' })),
      'admin',
      world.password,
    )
    const answer = await visitor.press(consent, 'Accept', {}, headers)
    expect(answer.status).toBe(403)
    expect(answer.location).toBeNull()
    expect(answer.text).toContain('no longer valid')
  })

  test('with the token of another browser, or none', async () => {
    const [visitor, other] = [world.browser(), world.browser()]
    const foreign = (await other.open(world.asked())).forms[0]?.values.form ?? ''
    const page = await visitor.open(world.asked())
    for (const form of [foreign, '', 'x'.repeat(64)]) {
      const answer = await visitor.press(page, 'Sign in', { username: 'admin', password: world.password, form })
      expect(answer.status).toBe(403)
    }
    expect((await visitor.open('/developer')).text).toContain('Sign in')
  })

  test('when it was made before signing in', async () => {
    const visitor = world.browser()
    const before = await visitor.open(world.asked())
    await visitor.signIn(before, 'admin', world.password)
    expect((await visitor.press(before, 'Sign in', { username: 'operator', password: world.password })).status).toBe(
      403,
    )
  })

  test('that asks to accept what another page asked for is read anew', async () => {
    const visitor = world.browser()
    const consent = await visitor.signIn(await visitor.open(world.asked()), 'admin', world.password)
    const elsewhere = {
      ...consent,
      url: new URL(world.asked({ redirect_uri: 'https://evil.example/' }), world.identity),
    }
    const answer = await visitor.press(elsewhere, 'Accept')
    expect(answer.status).toBe(400)
    expect(answer.location).toBeNull()
  })
})

test('nothing secret is in the log, nor in clear in the database', async () => {
  const { access_token = '', refresh_token = '' } = await world.lasting()
  const code = await world.code()
  const { db } = world.database
  const tables = ['oauth_client', 'oauth_code', 'oauth_grant', 'oauth_access_token', 'identity_session'] as const
  type Anything = Record<(typeof tables)[number], object>
  const rows = await Promise.all(
    tables.map((table) => db.$extendTables<Anything>().selectFrom(table).selectAll().execute()),
  )
  const kept = JSON.stringify(rows) + world.logged.join('\n')
  for (const secret of [access_token, refresh_token, code, client.secret, world.password]) {
    expect(secret.length).toBeGreaterThan(10)
    expect(kept).not.toContain(secret)
  }
})
