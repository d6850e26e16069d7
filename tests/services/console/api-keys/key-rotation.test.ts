import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { type Proxy, secret, startProxy } from '../../../support/proxy.ts'
import { withinMs } from '../../../support/runs.ts'
import { type Answer, json } from '../../../support/upstream.ts'

const fresh = 'canary-fresh-key-Qm41'
const day = 86_400_000

/** Takes these keys and no other. */
const taking =
  (...keys: string[]): Answer =>
  ({ headers }, response) =>
    keys.includes(String(headers.authorization ?? headers.authtoken))
      ? json(response, { devices: [], metadata: { total_record_count: 0 } })
      : json(response, { error_code: 'COM0013', error_description: `not ${headers.authorization}` }, 401)

/** Moves the clock and nothing else: timers and sockets run on. */
const moveClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
afterEach(() => vi.useRealTimers())

let proxy: Proxy
let cookie: string
const begin = async () => {
  proxy = await startProxy()
  cookie = await proxy.signInConfirmed('chief')
}
const replace = (input: object, by = proxy) =>
  by.call('console.replaceKey', { connection: 'test-mdm', key: fresh, ...input }, cookie)
const forget = () => proxy.call('console.forgetKey', { connection: 'test-mdm' }, cookie)
const devices = (by = proxy) => by.call('mdm.listDevices', {}, cookie)
/** The key that the last call of a page went out with. */
const keyInUse = async (by = proxy) => {
  await devices(by)
  return by.mdm.received.at(-1)?.headers.authorization
}
const stored = (by = proxy) => by.tables.selectFrom('proxy_key').selectAll().orderBy('source').execute()

describe('a new key', () => {
  beforeEach(begin)
  afterEach(() => proxy.stop())

  test('is used after the test, without a restart, and the server reports the old one', async () => {
    proxy.mdm.answer(taking(fresh, secret.apiKey))
    expect((await replace({})).value).toEqual({ oldKey: 'still taken' })
    expect(await keyInUse()).toBe(fresh)

    proxy.mdm.answer(taking('canary-newest-key-55'))
    expect((await replace({ key: 'canary-newest-key-55' })).value).toEqual({ oldKey: 'refused' })
    expect(await keyInUse()).toBe('canary-newest-key-55')
  })

  test('that the server refuses changes nothing, and the error names the field and the next step', async () => {
    proxy.mdm.answer(taking(secret.apiKey))
    const { status, value, text } = await replace({ key: 'canary-wrong-key-13' })
    expect(status).toBe(400)
    expect(value).toMatchObject({ service: 'console', code: 'KEY_NOT_TAKEN', field: 'key' })
    expect(text).not.toContain('canary-wrong-key-13')
    expect(await keyInUse()).toBe(secret.apiKey)
    expect((await stored()).map(({ source }) => source)).toEqual(['configuration'])
  })

  test.each([
    ['has no right there', 403, { error_code: 'COM0013' }, 'KEY_NOT_TAKEN'],
    ['cannot be tested, because the server is limited', 429, { error_code: 'COM0002' }, 'COM0002'],
    ['cannot be tested, because the server fails', 500, { error_code: 'COM0004' }, 'COM0004'],
    ['cannot be tested, because something else answers', 200, '<html>', 'UNEXPECTED_CONTENT'],
  ])('that %s is not put to work', async (_why, status, body, code) => {
    proxy.mdm.answer((_request, response) => json(response, body, status))
    expect((await replace({})).value.code).toBe(code)
    proxy.mdm.answer(taking(secret.apiKey))
    expect(await keyInUse()).toBe(secret.apiKey)
  })

  test('of key management is tested with a nonexistent certificate, whatever the server’s wording', async () => {
    const asKeys = (message: string) => (): Promise<{ value: JsonObject }> => {
      proxy.keys.answer((_request, response) => json(response, { result: { status: 'Failed', message } }))
      return proxy.call('console.replaceKey', { connection: 'test-keys', key: fresh }, cookie)
    }
    for (const words of ['Invalid AUTHTOKEN', 'User authentication failed', 'Invalid user']) {
      expect((await asKeys(words)()).value.code, words).toBe('KEY_NOT_TAKEN')
    }
    expect((await asKeys('No such certificate')()).value).toEqual({ oldKey: 'still taken' })
    const asked = proxy.keys.received.slice(-2)
    expect(asked.map(({ headers }) => headers.authtoken)).toEqual([fresh, secret.apiKey])
    for (const { method, url } of asked) {
      expect([method, url.split('?')[0]]).toEqual(['GET', '/api/pki/restapi/getCertificate'])
      expect(url).not.toContain(fresh)
    }
  })

  test('is used from then on, whatever the server reports about the old one', async () => {
    let calls = 0
    proxy.mdm.answer((request, response) =>
      ++calls === 1 ? taking(fresh)(request, response) : json(response, 'oops', 500),
    )
    expect((await replace({})).value).toEqual({ oldKey: 'not known' })
    expect(await keyInUse()).toBe(fresh)
  })

  test('is refused if it is the old one, malformed, or for another server', async () => {
    proxy.mdm.answer(taking(fresh, secret.apiKey))
    const tomorrow = Date.now() + 2 * day
    const tooOld = Date.now() - 190 * day
    const refusals = [
      [{ key: secret.apiKey }, 'key'],
      [{ key: 'with a blank' }, 'key'],
      [{ madeAt: tomorrow }, 'madeAt'],
      [{ madeAt: tooOld }, 'madeAt'],
      [{ connection: 'test-desktop' }, 'connection'],
    ] as const
    for (const [input, field] of refusals) {
      const { status, value } = await replace(input)
      expect([status, value.field], JSON.stringify(input)).toEqual([400, field])
    }
    expect((await replace({ connection: 'nowhere' })).status).toBe(404)
    expect(proxy.mdm.received).toEqual([])
  })

  test('needs a recently reauthenticated administrator', async () => {
    const reader = await proxy.signInConfirmed('reader')
    const chief = await proxy.signIn('chief')
    const asked = (who: string) => proxy.call('console.replaceKey', { connection: 'test-mdm', key: fresh }, who)
    expect((await asked(reader)).value.code).toBe('FORBIDDEN')
    expect((await asked(chief)).value.code).toBe('CONFIRM_IDENTITY')
    expect(proxy.mdm.received).toEqual([])
  })

  test('is nowhere in clear: not in the database, the log, a response or the audit', async () => {
    proxy.mdm.answer(taking(fresh, secret.apiKey))
    const { text } = await replace({})
    await devices()
    proxy.mdm.answer(({ headers }, response) =>
      json(response, { error_code: 'COM0004', error_description: `no ${headers.authorization}` }, 500),
    )
    const echoed = await replace({ key: 'canary-echoed-key-72' })
    const everywhere = [text, echoed.text, proxy.log.join('\n'), await proxy.stored()].join('\n')
    for (const key of [fresh, secret.apiKey, 'canary-echoed-key-72']) expect(everywhere).not.toContain(key)
    const entered = (await stored()).find(({ source }) => source === 'console')
    expect(entered?.sealed).toMatch(/^[\w+/=]{40,}$/)
  })
})

describe('the key of a connection', () => {
  beforeEach(begin)
  afterEach(() => proxy.stop())

  test('can be reset to the configured one, which keeps its date', async () => {
    await devices()
    const [before] = await stored()
    moveClock(3 * day)
    cookie = await proxy.signInConfirmed('chief')
    proxy.mdm.answer(taking(fresh, secret.apiKey))
    await replace({})
    expect((await forget()).status).toBe(200)
    expect(await keyInUse()).toBe(secret.apiKey)
    expect(await stored()).toEqual([before])
  })

  test('that was tampered with in the database is not sent, and can be entered again', async () => {
    proxy.mdm.answer(taking(fresh, secret.apiKey))
    await replace({})
    const { sealed } = (await stored()).find(({ source }) => source === 'console') ?? {}
    await proxy.tables
      .updateTable('proxy_key')
      .set({ sealed: `A${sealed?.slice(1)}` })
      .execute()
    moveClock(2_000)
    proxy.mdm.received.length = 0
    expect((await devices()).value.code).toBe('KEY_UNREADABLE')
    expect(proxy.mdm.received).toEqual([])
    expect((await replace({})).value).toEqual({ oldKey: 'not known' })
    expect(await keyInUse()).toBe(fresh)
  })

  test('of one connection cannot be decrypted as that of another', async () => {
    proxy.mdm.answer(taking(fresh, secret.apiKey))
    await replace({})
    await proxy.tables
      .updateTable('proxy_key')
      .set({ connection: 'test-keys' })
      .where('source', '=', 'console')
      .execute()
    moveClock(2_000)
    expect((await proxy.call('keys.listCertificates', {}, cookie)).value.code).toBe('KEY_UNREADABLE')
  })

  test('that the server no longer accepts says where an administrator replaces it, and signs nobody out', async () => {
    proxy.mdm.answer(taking(fresh))
    const { status, value, text } = await devices()
    expect([status, value.code, value.service]).toEqual([503, 'KEY_REFUSED', 'mdm'])
    expect(text).not.toContain(secret.apiKey)
    expect((await proxy.call('session.current', {}, cookie)).value.state).toBe('signed-in')
  })

  test('costs no read of the database for each call', async () => {
    await devices()
    const reads: string[] = []
    const spied = vi.spyOn(proxy.tables.getExecutor(), 'executeQuery')
    for (let call = 0; call < 5; call += 1) await devices()
    for (const [{ sql }] of spied.mock.calls) reads.push(sql)
    expect(reads.filter((sql) => sql.includes('proxy_key')).length).toBeLessThanOrEqual(1)
  })
})

describe.each([
  ['SQLite', undefined],
  ['PostgreSQL', noPostgres],
])('two processes on one %s', (name, missing) => {
  const run = describe.skipIf(missing !== undefined)
  run('share a key', () => {
    let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
    let other: Proxy
    beforeAll(async () => {
      postgres = name === 'PostgreSQL' ? await startPostgres() : undefined
      proxy = await startProxy({ url: await postgres?.createDatabase('keys') })
      other = await startProxy({ beside: proxy })
      cookie = await proxy.signInConfirmed('chief')
    })
    afterAll(async () => {
      await other.stop()
      await proxy.stop()
      await postgres?.stop()
    })

    test('entered in one of them is used by the other within two seconds', async () => {
      proxy.mdm.answer(taking(fresh, secret.apiKey))
      expect(await keyInUse(other)).toBe(secret.apiKey)
      await replace({})
      await expect.poll(() => keyInUse(other), { timeout: withinMs(2_000), interval: 100 }).toBe(fresh)
    })

    test('is recorded as first used once, by the first of them', async () => {
      await Promise.all([forget(), devices(), devices(other)])
      const noted = (await stored()).filter(
        ({ source, connection }) => source === 'configuration' && connection === 'test-mdm',
      )
      expect(noted).toHaveLength(1)
    })
  })
})
