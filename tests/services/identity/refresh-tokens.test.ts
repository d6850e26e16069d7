import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { DesktopTables } from '#services/desktop/tables.ts'
import {
  changeComputers,
  client,
  paths,
  readComputers,
  readDevices,
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
const minuteMs = 60_000
const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
const refused = (error: string) => ({ status: error === 'invalid_client' ? 401 : 400, body: { error } })

describe('a refresh token', () => {
  test('is issued for offline access that somebody has just consented to, and not otherwise', async () => {
    expect(await world.lasting()).toHaveProperty('refresh_token')
    const remembered = await world.redeem(await world.code({ access_type: 'offline' }))
    expect(remembered.body).not.toHaveProperty('refresh_token')
    const online = await world.redeem(await world.code({ prompt: 'consent' }))
    expect(online.body).not.toHaveProperty('refresh_token')
    const first = await world.redeem(
      await world.code({ access_type: 'offline', scope: readDevices }, { user: 'operator' }),
    )
    expect(first.body).toHaveProperty('refresh_token')
  })

  test('gives a new access token every hour, for years, and no new refresh token', async () => {
    const { access_token, refresh_token } = await world.lasting()
    later(61 * minuteMs)
    expect(await world.statusWith(access_token, paths.computers)).toBe(401)
    later(3 * 365 * 24 * 60 * minuteMs)
    const { status, body } = await world.refresh(refresh_token)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['access_token', 'token_type', 'expires_in', 'scope'])
    expect(await world.statusWith(body.access_token, paths.computers)).toBe(200)
  })

  test('may ask for less, and never for more', async () => {
    const scope = `${readComputers},${readDevices}`
    const { refresh_token } = await world.lasting({ scope })
    const less = await world.refresh(refresh_token, { scope: readComputers.toLowerCase() })
    expect(less.body.scope).toBe(readComputers)
    expect(await world.statusWith(less.body.access_token, paths.devices)).toBe(403)
    expect(await world.refresh(refresh_token, { scope: `${scope},${changeComputers}` })).toMatchObject(
      refused('invalid_scope'),
    )
    expect((await world.refresh(refresh_token)).body.scope).toBe(scope)
  })

  test('may name again all that was asked for, and still gets what was granted', async () => {
    const scope = `${readComputers},${changeComputers}`
    const { refresh_token } = await world.lasting({ scope }, { user: 'helpdesk' })
    expect((await world.refresh(refresh_token, { scope })).body.scope).toBe(readComputers)
    expect(await world.refresh(refresh_token, { scope: changeComputers })).toMatchObject(refused('invalid_scope'))
  })

  const become = (name: string, role: 'helpdesk' | 'operator') =>
    world.database.db
      .$extendTables<DesktopTables>()
      .updateTable('account')
      .set({ role })
      .where('name', '=', name)
      .execute()

  test('loses what its person loses, and does not gain what they gain', async () => {
    const both = `${readComputers},${changeComputers}`
    const weak = await world.lasting({ scope: both }, { user: 'helpdesk' })
    await become('helpdesk', 'operator')
    expect((await world.refresh(weak.refresh_token)).body.scope).toBe(readComputers)
    expect((await world.refresh(weak.refresh_token, { scope: both })).body.scope).toBe(readComputers)
    await become('helpdesk', 'helpdesk')
    const { refresh_token } = await world.lasting(
      { scope: `${readComputers},${changeComputers}` },
      { user: 'operator' },
    )
    await become('operator', 'helpdesk')
    expect((await world.refresh(refresh_token)).body.scope).toBe(readComputers)
    await become('operator', 'operator')
  })

  test.each<[string, Record<string, string>]>([
    ['invalid_client', { client_secret: 'wrong' }],
    ['invalid_grant', { redirect_uri: 'https://evil.example/callback' }],
    ['invalid_grant', { refresh_token: 'x'.repeat(43) }],
    ['invalid_request', { refresh_token: '' }],
  ])('%s with %j', async (error, parameters) => {
    const { refresh_token } = await world.lasting()
    expect(await world.refresh(refresh_token, parameters)).toMatchObject(refused(error))
    expect((await world.refresh(refresh_token, { redirect_uri: redirectUri })).status).toBe(200)
  })

  test('is no access token, and an access token is no refresh token', async () => {
    const { access_token, refresh_token } = await world.lasting()
    expect(await world.statusWith(refresh_token, paths.computers)).toBe(401)
    expect(await world.refresh(access_token)).toMatchObject(refused('invalid_grant'))
  })

  test('can be revoked, and takes its access tokens along; revoking anything else is no error', async () => {
    const { access_token, refresh_token } = await world.lasting()
    const other = await world.lasting()
    expect(await world.revoke(refresh_token)).toMatchObject({ status: 200, body: { status: 'success' } })
    expect(await world.statusWith(access_token, paths.computers)).toBe(401)
    expect(await world.refresh(refresh_token)).toMatchObject(refused('invalid_grant'))
    expect((await world.revoke(refresh_token)).status).toBe(200)
    expect((await world.revoke('x')).status).toBe(200)
    expect(await world.revoke('')).toMatchObject(refused('invalid_request'))
    expect((await world.refresh(other.refresh_token)).status).toBe(200)
  })

  test('by the name of RFC 7009 an access token ends alone', async () => {
    const { access_token, refresh_token } = await world.lasting()
    const { access_token: second } = (await world.refresh(refresh_token)).body
    await world.post(
      '/oauth/v2/token/revoke',
      `token=${access_token}&client_id=${client.id}&client_secret=${client.secret}`,
    )
    expect(await world.statusWith(access_token, paths.computers)).toBe(401)
    expect(await world.statusWith(second, paths.computers)).toBe(200)
    const wrong = await world.post('/oauth/v2/token/revoke', `token=${second}&client_id=${client.id}&client_secret=x`)
    expect(wrong).toMatchObject(refused('invalid_client'))
    expect(await world.statusWith(second, paths.computers)).toBe(200)
  })

  test('a person has twenty: with the next one the oldest ends, in use or not', async () => {
    const issued = []
    for (let count = 0; count < 21; count += 1) issued.push(await world.lasting({}, { user: 'helpdesk' }))
    const [oldest, second] = issued
    expect(await world.refresh(oldest?.refresh_token)).toMatchObject(refused('invalid_grant'))
    expect(await world.statusWith(oldest?.access_token, paths.computers)).toBe(401)
    expect(await world.statusWith(second?.access_token, paths.computers)).toBe(200)
    for (const { refresh_token } of issued.slice(1)) expect((await world.refresh(refresh_token)).status).toBe(200)
  }, 120_000)

  test('has thirty living access tokens at most', async () => {
    const { access_token, refresh_token } = await world.lasting()
    const tokens = []
    for (let count = 0; count < 30; count += 1) {
      later(1000)
      tokens.push((await world.refresh(refresh_token)).body.access_token)
    }
    expect(await world.statusWith(access_token, paths.computers)).toBe(401)
    expect(await world.statusWith(tokens[0], paths.computers)).toBe(200)
  })
})
