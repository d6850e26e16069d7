import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noPostgres, startPostgres } from '../../platform/database/postgres.ts'
import { paths, startWorld, type World } from './identity-world.ts'

describe.skipIf(noPostgres)('two processes on one PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  let worlds: [World, World]
  beforeAll(async () => {
    postgres = await startPostgres()
    const options = { url: await postgres.createDatabase('identity'), demoPassword: 'the password of both' }
    worlds = [await startWorld(options), await startWorld(options)]
  })
  afterAll(async () => {
    for (const world of worlds) await world.stop()
    await postgres.stop()
  })

  test('a code of the one is redeemed at the other, and again at neither', async () => {
    const [first, second] = worlds
    const code = await first.code({ access_type: 'offline', prompt: 'consent' })
    const { body } = await second.redeem(code)
    expect(await first.statusWith(body.access_token, paths.computers)).toBe(200)
    const { access_token } = (await first.refresh(body.refresh_token)).body
    expect((await first.redeem(code)).body.error).toBe('invalid_grant')
    for (const token of [body.access_token, access_token]) {
      expect(await second.statusWith(token, paths.computers)).toBe(401)
    }
  })

  test('of twenty who redeem one code at both at once one wins, and has nothing of it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const code = await worlds[0].code({ access_type: 'offline', prompt: 'consent' })
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => (at % 2 ? worlds[0] : worlds[1]).redeem(code)),
      )
      expect(answers.filter(({ status }) => status === 200).length).toBe(1)
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]))
      const won = answers.find(({ status }) => status === 200)
      expect(await worlds[1].statusWith(won?.body.access_token, paths.computers)).toBe(401)
      expect((await worlds[1].refresh(won?.body.refresh_token)).body.error).toBe('invalid_grant')
    }
  })

  test('forty refresh tokens made at once leave the twenty newest', async () => {
    const who = { user: 'operator' }
    const codes = []
    for (let count = 0; count < 40; count += 1) {
      codes.push(await worlds[0].code({ access_type: 'offline', prompt: 'consent' }, who))
    }
    const answers = await Promise.all(codes.map((code, at) => (at % 2 ? worlds[0] : worlds[1]).redeem(code)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200))
    const refreshed = await Promise.all(answers.map(({ body }) => worlds[0].refresh(body.refresh_token)))
    expect(refreshed.filter(({ status }) => status === 200)).toHaveLength(20)
  }, 120_000)

  test('refreshing while somebody revokes gives a token that is dead, or none', async () => {
    const { refresh_token } = await worlds[0].lasting()
    const [refreshes] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, (_, at) => (at % 2 ? worlds[0] : worlds[1]).refresh(refresh_token))),
      worlds[1].revoke(refresh_token),
    ])
    for (const { status, body } of refreshes) {
      expect([200, 400]).toContain(status)
      expect(await worlds[0].statusWith(body.access_token, paths.computers)).toBe(401)
    }
  })

  test('a browser that signed in at the one is signed in at the other', async () => {
    const visitor = worlds[0].browser()
    await visitor.signIn(await visitor.open('/developer'), 'admin', worlds[0].password)
    const [pair] = visitor.cookies
    const page = await fetch(`${worlds[1].identity}/developer`, { headers: { cookie: pair?.join('=') ?? '' } })
    expect(await page.text()).toContain('Your clients')
  })

  test('the ready client is made once, and another choice of the operator replaces it', async () => {
    const asked = { grant_type: 'refresh_token', refresh_token: 'x' }
    expect((await worlds[0].token(asked)).body.error).toBe('invalid_grant')
    const chosen = { id: 'another', secret: 'another-secret' }
    const url = await postgres.createDatabase('none')
    const { demoClient, ...made } = await startWorld({ url, demoClient: undefined })
    expect(demoClient?.secret).toMatch(/^[\w-]{43}$/)
    const credentials = { client_id: demoClient?.id ?? '', client_secret: demoClient?.secret ?? '' }
    expect((await made.token({ ...asked, ...credentials })).body.error).toBe('invalid_grant')
    const again = await startWorld({ url, demoClient: undefined })
    expect(again.demoClient).toBeUndefined()
    const replaced = await startWorld({ url, demoClient: chosen })
    expect((await made.token({ ...asked, ...credentials })).body.error).toBe('invalid_client')
    const other = { client_id: chosen.id, client_secret: chosen.secret }
    expect((await made.token({ ...asked, ...other })).body.error).toBe('invalid_grant')
    for (const world of [made, again, replaced]) await world.stop()
  })
})
