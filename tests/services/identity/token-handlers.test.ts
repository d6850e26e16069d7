import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { defaultDialect } from '#contract/dialect.ts'
import { fromResponse } from '#contract/http/http.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { scopes } from '#contract/identity/scopes.ts'
import { getMetadata, requestToken } from '#contract/identity/tokens.ts'
import { changeComputers, client, paths, readComputers, redirectUri, startWorld, type World } from './identity-world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
afterEach(() => {
  vi.useRealTimers()
})
const minuteMs = 60_000
const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
const refused = (error: string) => ({ status: error === 'invalid_client' ? 401 : 400, body: { error } })

describe('parameters', () => {
  const all = (code: string) => ({
    grant_type: 'authorization_code',
    client_id: client.id,
    client_secret: client.secret,
    redirect_uri: redirectUri,
    code,
  })

  test('travel in the query or in the body', async () => {
    const query = new URLSearchParams(all(await world.code()))
    expect((await world.post(`${requestToken.path}?${query}`, '')).status).toBe(200)
    const { code, ...rest } = all(await world.code())
    const answer = await world.post(`${requestToken.path}?code=${code}`, `${new URLSearchParams(rest)}`)
    expect(answer.status).toBe(200)
    expect(world.logged.join('\n')).not.toContain(code)
  })

  test.each(['grant_type', 'client_id', 'client_secret', 'code', 'redirect_uri', 'unheard_of'])(
    '%s that is given twice is refused, in one place or in both',
    async (name) => {
      const body = `${new URLSearchParams({ ...all(await world.code()), unheard_of: 'x' })}`
      const twice = `${name}=other`
      expect(await world.post(requestToken.path, `${body}&${twice}`)).toMatchObject(refused('invalid_request'))
      expect(await world.post(`${requestToken.path}?${twice}`, body)).toMatchObject(refused('invalid_request'))
    },
  )

  test('that nobody knows are ignored', async () => {
    expect((await world.redeem(await world.code(), { audience: 'x', __proto__x: 'y' })).status).toBe(200)
  })

  test('too many of them are refused before they are read', async () => {
    expect((await world.post(requestToken.path, `code=${'x'.repeat(70_000)}`)).status).toBe(413)
  })

  test.each(['GET', 'PUT', 'DELETE'])('%s is not how tokens are asked for', async (method) => {
    const response = await world.ask(requestToken.path, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
  })
})

describe('an access token', () => {
  test('says whom it stands for, and how far it reaches', async () => {
    const { access_token } = await world.lasting({ scope: `${readComputers},${changeComputers}` })
    const ask = async (authorization: string) => {
      const response = await world.ask(paths.userInfo, { headers: { authorization } })
      return { status: response.status, body: (await response.json()) as unknown }
    }
    const expected = {
      user_id: 1,
      user_name: 'admin',
      email: 'admin@demo.example',
      phone_number: null,
      scope: `${readComputers},${changeComputers}`,
      user_permissions: {
        read: expect.arrayContaining(['SOM_Read']) as string[],
        write: expect.any(Array) as string[],
      },
    }
    expect(await ask(`Vendor-oauthtoken ${access_token}`)).toMatchObject({ status: 200, body: expected })
    expect(await ask(`Bearer ${access_token}`)).toMatchObject({ status: 200, body: expected })
    for (const wrong of [
      '',
      access_token ?? '',
      `Basic ${access_token}`,
      `Vendor-oauthtoken  ${access_token}`,
      'Bearer x',
    ]) {
      expect(await ask(wrong)).toMatchObject({ status: 401, body: { error: 'invalid_token' } })
    }
  })
})

describe('metadata', () => {
  test('names addresses that are there, and every scope', async () => {
    const metadata = await world.call(getMetadata, {})
    expect(metadata).toMatchObject({ issuer: world.identity, code_challenge_methods_supported: ['S256'] })
    expect(metadata.scopes_supported).toEqual(scopes.map(({ name }) => name))
    const { authorization_endpoint, token_endpoint, revocation_endpoint, userinfo_endpoint } = metadata
    const statuses = [authorization_endpoint, token_endpoint, revocation_endpoint, userinfo_endpoint].map(
      async (url) => (await fetch(url ?? '')).status,
    )
    expect(await Promise.all(statuses)).toEqual([400, 405, 405, 401])
  })
})

test('faults of the lab meet calls of applications, and neither pages nor the other services', async () => {
  const switched = (fault: object) =>
    fetch(`${world.lab}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ service: 'identity', times: 1, ...fault }),
    })
  expect((await switched({ code: 'invalid_grant' })).ok).toBe(true)
  expect((await world.browser().open('/')).status).toBe(200)
  expect((await world.ask('/api/1.3/desktop/discover')).status).toBe(200)
  const code = await world.code()
  expect(await world.redeem(code)).toMatchObject(refused('invalid_grant'))
  await switched({ drop: true })
  await expect(world.redeem(code)).rejects.toThrow()
  expect((await world.redeem(code)).status).toBe(200)
})

test('with another dialect errors come with HTTP 200, and are errors still', async () => {
  const other = await startWorld({ speaks: { ...defaultDialect, quirks: ['errors in HTTP 200'] } })
  try {
    const answer = await other.token({ grant_type: 'authorization_code', code: 'x' })
    expect(answer).toMatchObject({ status: 200, body: { error: 'invalid_grant' } })
    const wire = { status: 200, headers: {}, body: JSON.stringify(answer.body) }
    expect(() => fromResponse(requestToken, wire)).toThrow(expect.objectContaining({ code: 'invalid_grant' }) as Error)
  } finally {
    await other.stop()
  }
})

test('a client that asks too often waits, and guesses do not use up its calls', async () => {
  const busy = await startWorld()
  try {
    const many = (count: number, parameters: Record<string, string>) =>
      Promise.all(Array.from({ length: count }, () => busy.token({ grant_type: 'refresh_token', ...parameters })))
    const guesses = await many(61, { client_secret: 'x' })
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(1)
    const calls = await many(301, { refresh_token: 'x' })
    const limited = calls.filter(({ status }) => status === 429)
    expect(limited).toHaveLength(1)
    expect(limited[0]?.body.error).toBe('temporarily_unavailable')
    expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    later(minuteMs)
    expect((await busy.refresh('x')).status).toBe(400)
  } finally {
    await busy.stop()
  }
})

test('tokens travel in the body where the dialect says so, in the query as the references do', () => {
  const input = { grant_type: 'refresh_token', refresh_token: 'secret' }
  expect(toRequest(requestToken, input).target).toContain('refresh_token=secret')
  const { target, body } = toRequest(requestToken, input, { ...defaultDialect, inputData: 'body' })
  expect(target).toBe(requestToken.path)
  expect(body).toBe('grant_type=refresh_token&refresh_token=secret')
})
