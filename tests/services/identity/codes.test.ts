import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { challengeOf, changeComputers, paths, readComputers, startWorld, type World } from './identity-world.ts'

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

describe('a code', () => {
  test('is exchanged for an access token of one hour, and nobody keeps the answer', async () => {
    const answer = await world.redeem(await world.code())
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/) as string,
      token_type: 'bearer',
      expires_in: 3600,
      scope: readComputers,
    })
  })

  test('lives 60 seconds', async () => {
    const [early, late] = [await world.code(), await world.code()]
    later(59_000)
    expect((await world.redeem(early)).status).toBe(200)
    later(2000)
    expect(await world.redeem(late)).toMatchObject(refused('invalid_grant'))
  })

  test('works once; used again it revokes what was issued for it, even after it has expired', async () => {
    for (const waitMs of [0, 10 * minuteMs]) {
      const code = await world.code({ access_type: 'offline', prompt: 'consent' })
      const { body } = await world.redeem(code)
      expect(await world.statusWith(body.access_token, paths.computers)).toBe(200)
      later(waitMs)
      expect(await world.redeem(code)).toMatchObject(refused('invalid_grant'))
      expect(await world.statusWith(body.access_token, paths.computers)).toBe(401)
      expect(await world.refresh(body.refresh_token)).toMatchObject(refused('invalid_grant'))
    }
  })

  test('that comes twenty times at once is redeemed by one at most, and is revoked then', async () => {
    const code = await world.code()
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.redeem(code)))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(19)
    expect(await world.statusWith(won[0]?.body.access_token, paths.computers)).toBe(401)
  })

  test.each<[string, string, Record<string, string>]>([
    ['invalid_client', 'a wrong secret', { client_secret: 'a-wrong-secret' }],
    ['invalid_client', 'no secret', { client_secret: '' }],
    ['invalid_client', 'an unknown client', { client_id: 'somebody' }],
    [
      'invalid_grant',
      'another redirect URI, although that is registered',
      { redirect_uri: 'http://127.0.0.1:5001/callback' },
    ],
    ['invalid_grant', 'no redirect URI', { redirect_uri: '' }],
    ['invalid_grant', 'another state', { state: 'another' }],
    ['invalid_scope', 'a wider scope', { scope: `${readComputers},${changeComputers}` }],
    ['invalid_grant', 'a code_verifier that nobody announced', { code_verifier: 'v'.repeat(43) }],
    ['unsupported_grant_type', 'another grant_type', { grant_type: 'password' }],
    ['unsupported_grant_type', 'client_credentials', { grant_type: 'client_credentials' }],
    ['invalid_request', 'no grant_type', { grant_type: '' }],
    ['invalid_request', 'no code', { code: '' }],
    ['invalid_grant', 'an unknown code', { code: 'x'.repeat(43) }],
  ])('%s: %s; the code is not used up by it', async (error, _, parameters) => {
    const code = await world.code()
    expect(await world.redeem(code, parameters)).toMatchObject(refused(error))
    expect((await world.redeem(code, { scope: readComputers, state: 'of the session' })).status).toBe(200)
  })

  test('gives less where less is asked for, and its refresh token is good for all that was granted', async () => {
    const both = `${readComputers},${changeComputers}`
    const code = await world.code({ scope: both, access_type: 'offline', prompt: 'consent' })
    const { body } = await world.redeem(code, { scope: readComputers })
    expect(body.scope).toBe(readComputers)
    expect(await world.refresh(body.refresh_token)).toMatchObject({ status: 200, body: { scope: both } })
  })

  test('that was started with a code_challenge needs its code_verifier', async () => {
    const verifier = `${'v'.repeat(42)}~`
    const given = { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' }
    for (const wrong of [undefined, '', 'w'.repeat(43), verifier.slice(1), given.code_challenge]) {
      const code = await world.code(given)
      const answer = await world.redeem(code, wrong === undefined ? {} : { code_verifier: wrong })
      expect(answer).toMatchObject(refused('invalid_grant'))
    }
    expect((await world.redeem(await world.code(given), { code_verifier: verifier })).status).toBe(200)
  })
})
