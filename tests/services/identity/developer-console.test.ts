import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { revokeToken } from '#contract/identity/tokens.ts'
import type { Page } from './browser.ts'
import { changeComputers, client, paths, readComputers, startWorld, type World } from './identity-world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
afterEach(() => {
  vi.useRealTimers()
})

const enter = async (user = 'admin') => {
  const visitor = world.browser()
  return { visitor, page: await visitor.signIn(await visitor.open('/developer'), user, world.password) }
}
const registration = {
  client_name: 'Inventory export',
  client_domain: 'export.example.com',
  redirect_uris: 'https://export.example.com/back?from=triptych\nhttp://localhost:3000/back',
}
const idIn = (page: Page) => ({ id: page.result('Client ID'), secret: page.result('Client secret') })

test('it is linked from the first page, which also lists every scope', async () => {
  const page = await world.browser().open('/')
  expect(page.status).toBe(200)
  expect(page.source).toContain('href="/developer"')
  expect(page.text).toContain(readComputers)
})

test('a client is registered, its secret is shown once, and it works at once', async () => {
  const { visitor, page } = await enter()
  for (const label of ['Client name', 'Client domain', 'Authorized redirect URIs', 'Scopes', 'Expiry']) {
    expect(page.source).toContain(`>${label}</label>`)
  }
  const shown = await visitor.press(page, 'Create client', registration)
  const { id, secret } = idIn(shown)
  const list = await visitor.open('/developer')
  expect(list.text).toContain(id)
  expect(list.text).not.toContain(secret)

  const redirect_uri = 'https://export.example.com/back?from=triptych'
  const back = await world.consent({ client_id: id, redirect_uri }, { visitor })
  expect(back.href).toMatch(`${redirect_uri}&code=`)
  const code = back.searchParams.get('code') ?? ''
  const answer = await world.redeem(code, { client_id: id, client_secret: secret, redirect_uri })
  expect(answer.status).toBe(200)
  expect(answer.body).not.toHaveProperty('api_domain')
})

test('a new secret replaces the one before, and a client that is deleted takes its tokens along', async () => {
  const { visitor, page } = await enter('operator')
  const first = idIn(await visitor.press(page, 'Create client', registration))
  const renewed = await visitor.press(await visitor.open('/developer'), 'New secret for Inventory export')
  const second = idIn(renewed)
  expect(second.id).toBe(first.id)
  expect(second.secret).not.toBe(first.secret)

  const redirect_uri = 'http://localhost:3000/back'
  const given = { client_id: first.id, redirect_uri }
  const code = (await world.consent(given, { visitor, user: 'operator' })).searchParams.get('code') ?? ''
  expect((await world.redeem(code, { ...given, client_secret: first.secret })).body.error).toBe('invalid_client')
  expect((await world.redeem(code, { redirect_uri })).body.error).toBe('invalid_grant') // by the demo client
  const { access_token } = (await world.redeem(code, { ...given, client_secret: second.secret })).body
  expect(await world.statusWith(access_token, paths.computers)).toBe(200)

  const sure = await visitor.press(await visitor.open('/developer'), 'Delete Inventory export')
  expect(sure.text).toContain('All access granted to it ends immediately')
  await visitor.follow(await visitor.press(sure, 'Delete Inventory export permanently'))
  expect((await visitor.open('/developer')).text).not.toContain(first.id)
  expect(await world.statusWith(access_token, paths.computers)).toBe(401)
})

test('nobody sees or changes the clients of somebody else, nor the demo client', async () => {
  const mine = await enter('helpdesk')
  const { id, secret } = idIn(await mine.visitor.press(mine.page, 'Create client', registration))
  const other = await enter('operator')
  expect(other.page.text).not.toContain(id)
  const created = await other.visitor.press(other.page, 'Create client', registration)
  expect(idIn(created).secret).not.toBe('')
  const list = await other.visitor.open('/developer')
  for (const foreign of [id, client.id]) {
    for (const button of ['New secret for Inventory export', 'Delete Inventory export']) {
      const answer = await other.visitor.press(list, button, { client: foreign })
      expect(answer.result('Client secret')).toBe('')
    }
    const sure = await other.visitor.press(list, 'Delete Inventory export')
    await other.visitor.press(sure, 'Delete Inventory export permanently', { client: foreign })
  }
  const asked = { grant_type: 'refresh_token', refresh_token: 'x' }
  expect((await world.token({ ...asked, client_id: id, client_secret: secret })).body.error).toBe('invalid_grant')
  expect((await world.token(asked)).body.error).toBe('invalid_grant')
})

describe('a client is not registered with', () => {
  test.each<[string, Partial<typeof registration>]>([
    ['Enter a name', { client_name: ' ' }],
    ['A name has at most', { client_name: 'x'.repeat(101) }],
    ['A name has at most', { client_name: 'bidi \u202e name' }],
    ['Enter a host name', { client_domain: 'https://example.com/' }],
    ['Enter a host name', { client_domain: '-' }],
    ['Enter at least one address', { redirect_uris: '\n' }],
    [
      'Enter at most 10 addresses',
      { redirect_uris: Array.from({ length: 11 }, (_, at) => `https://a.example/${at}`).join('\n') },
    ],
    ['Address 2 is not an address', { redirect_uris: 'https://a.example/ b' }],
    ['Address 1 must be https', { redirect_uris: 'http://a.example/' }],
    ['Address 1 must be https', { redirect_uris: 'http://localhost.evil.example/' }],
    ['Address 1 must be https', { redirect_uris: 'data:text/html,x' }],
    ['Address 1 must not have a fragment', { redirect_uris: 'https://a.example/#' }],
    ['Address 1 must not hold a user name', { redirect_uris: 'https://a@b.example/' }],
    ['Address 1 must be one address', { redirect_uris: 'https://*.example/' }],
    ['Address 1 must have //', { redirect_uris: 'https:a.example' }],
    ['Address 1 may have visible ASCII', { redirect_uris: 'https://ä.example/' }],
    ['Address 1 may have visible ASCII', { redirect_uris: 'https://a.example\\b' }],
    ['Address 1 has more than 2048', { redirect_uris: `https://a.example/${'x'.repeat(2048)}` }],
  ])('%s: %j', async (why, wrong) => {
    const { visitor, page } = await enter()
    const answer = await visitor.press(page, 'Create client', { ...registration, ...wrong })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(why)
    expect(answer.source.match(/aria-invalid="true"/g)).toHaveLength(1)
    const kept = Object.keys(wrong)[0] === 'client_domain' ? registration.client_name : registration.client_domain
    expect(answer.source).toContain(`value="${kept}"`)
  })
})

describe('a self-client', () => {
  const codeFor = async (typed: Record<string, string>, user?: string) => {
    const { visitor, page } = await enter(user)
    return visitor.press(page, 'Create code', { client: client.id, scopes: readComputers, expiry: '10', ...typed })
  }

  test('gets a code for ten minutes, and for it all that it needs to go on alone', async () => {
    const codes = [await codeFor({}), await codeFor({}), await codeFor({ expiry: '3' })].map((page) =>
      page.result('Code'),
    )
    const [inTime, late, short] = codes
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9.9 * 60_000 })
    const { status, body } = await world.redeem(inTime ?? '')
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, api_domain: world.identity })
    expect(body).toHaveProperty('refresh_token')
    expect(await world.statusWith(body.access_token, paths.computers)).toBe(200)
    expect((await world.redeem(short ?? '')).body.error).toBe('invalid_grant')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12_000 })
    expect((await world.redeem(late ?? '')).body.error).toBe('invalid_grant')
  })

  test('needs no redirect URI, but no foreign one is accepted', async () => {
    const code = (await codeFor({})).result('Code')
    expect((await world.redeem(code, { redirect_uri: 'https://evil.example/' })).body.error).toBe('invalid_grant')
    const answer = await world.token({ grant_type: 'authorization_code', code })
    expect(answer.status).toBe(200)
  })

  test('gets no scope that its person does not have, and none that nobody knows', async () => {
    expect((await codeFor({ scopes: changeComputers }, 'helpdesk')).text).toContain('cannot grant')
    for (const scopes of ['', 'Everything.ALL']) expect((await codeFor({ scopes })).text).toContain('Enter scopes')
    for (const expiry of ['999999', 'x', '-1']) expect((await codeFor({ expiry })).status).toBe(303)
    expect((await codeFor({ client: 'somebody' })).status).toBe(303)
  })

  test('codes are bound to their client', async () => {
    const { visitor, page } = await enter()
    const other = idIn(await visitor.press(page, 'Create client', registration))
    const code = (await codeFor({})).result('Code')
    const asked = { grant_type: 'authorization_code', code, client_id: other.id, client_secret: other.secret }
    expect((await world.token(asked)).body.error).toBe('invalid_grant')
    expect((await world.redeem(code)).status).toBe(200)
  })
})

test('the tokens of one client are worth nothing to another', async () => {
  const { visitor, page } = await enter()
  const { id, secret } = idIn(await visitor.press(page, 'Create client', registration))
  const typed = { client: id, scopes: readComputers, expiry: '10' }
  const shown = await visitor.press(await visitor.open('/developer'), 'Create code', typed)
  const own = { client_id: id, client_secret: secret }
  const asked = { grant_type: 'authorization_code', code: shown.result('Code') }
  const { access_token, refresh_token = '' } = (await world.token({ ...asked, ...own })).body
  expect((await world.refresh(refresh_token)).body.error).toBe('invalid_grant')
  for (const token of [access_token ?? '', refresh_token]) {
    const parameters = { token, client_id: client.id, client_secret: client.secret }
    expect((await world.post(revokeToken.path, `${new URLSearchParams(parameters)}`)).status).toBe(200)
  }
  expect(await world.statusWith(access_token, paths.computers)).toBe(200)
  expect((await world.refresh(refresh_token, own)).status).toBe(200)
})

test('signing out ends the session, also for a copy of its cookie', async () => {
  const { visitor } = await enter()
  const copy = world.browser()
  for (const [name, value] of visitor.cookies) copy.cookies.set(name, value)
  expect((await copy.open('/developer')).text).toContain('Your clients')
  await visitor.press(await visitor.open('/'), 'Sign out')
  for (const one of [visitor, copy]) expect((await one.open('/developer')).text).toContain('Sign in')
})
