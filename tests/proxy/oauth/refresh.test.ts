import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultDialect } from '#contract/dialect.ts'
import { openDatabase } from '#platform/database/open.ts'
import { hashOf } from '#platform/digest.ts'
import { sealFor } from '#platform/seal.ts'
import { openSites, type SiteSettings } from '#platform/upstream/sites.ts'
import { openOAuth } from '#proxy/oauth/open-oauth.ts'
import { sessionStore } from '#proxy/sessions/session-store.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import { ownMigrations } from '#server/migrations.ts'
import { auditTrail } from '#services/console/audit/audit-trail.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { noPostgres, startPostgres } from '../../platform/database/postgres.ts'
import { type Answer, json, startUpstream } from '../../support/upstream.ts'
import { type Consoles, identityAt, openDoors, startConsoles } from './consoles.ts'
import { canary, type FakeProvider, startFakeProvider, defaultTokens, withField } from './fake-provider.ts'
import { person, type Person } from './person.ts'

let provider: FakeProvider
let mdm: Awaited<ReturnType<typeof startUpstream>>
let sites: SiteSettings[]
const devices: Answer = (_request, response) => json(response, { devices: [] })
const refused: Answer = (_request, response) => json(response, { error_code: 'COM0013' }, 401)
beforeAll(async () => {
  provider = await startFakeProvider()
  mdm = await startUpstream(devices)
  const connections = { mdm: { name: 'mdm', baseUrl: mdm.url, dialect: defaultDialect } }
  sites = [{ name: 'hq', title: 'Head office', connections, identity: identityAt(provider.url) }]
})
afterAll(() => Promise.all([provider.stop(), mdm.stop()]))
beforeEach(() => {
  provider.forget()
  provider.answerToken()
  mdm.answer(devices)
})
afterEach(() => vi.useRealTimers())

/** It runs on from there: leases end by it. */
const moveClock = (seconds: number) => {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now + seconds * 1000, shouldAdvanceTime: true })
}
/** Somebody works on, so that their session does not end for want of use. */
async function workOn(who: Person | Person[], seconds: number) {
  for (let left = seconds; left > 0; left -= 1_500) {
    moveClock(Math.min(left, 1_500))
    if (left > 1_500) for (const one of [who].flat()) expect(await one.state()).toBe('signed-in')
  }
}
async function signedIn(consoles: Consoles): Promise<Person> {
  const ada = person({ consoles })
  const { state } = await ada.setOut()
  expect((await ada.comeBack({ code: canary.code, state })).status).toBe(200)
  provider.forget()
  return ada
}
/** From now on the token endpoint answers refreshes only when the returned function is called. */
function answerRefreshesLater() {
  const { promise: after, resolve } = Promise.withResolvers<void>()
  provider.answerToken((given, count) => ({
    ...defaultTokens(given, count),
    ...(given.get('grant_type') === 'refresh_token' && { after }),
  }))
  return resolve
}
const list = (who: Person, at = 0) => who.call('mdm.listDevices', {}, at)

describe('one process', () => {
  let consoles: Consoles
  let ada: Person
  beforeAll(async () => {
    consoles = await startConsoles({ doors: await openDoors(), sites })
  })
  afterAll(() => consoles.stop())
  beforeEach(async () => {
    provider.isNow(7 + Math.floor(Math.random() * 1e9)) // a grant of its own for each test
    ada = await signedIn(consoles)
  })

  test.each([
    ['seconds', 3600],
    ['milliseconds', 3_600_000],
    ['a day in seconds', 86_399],
    ['forty-one days in milliseconds', 41 * 86_400_000],
    ['nothing', undefined],
    ['nonsense', -5],
  ])('an hour that is told in %s is an hour', async (_, expires_in) => {
    provider.answerToken(withField({ expires_in }))
    ada = await signedIn(consoles)
    expect((await list(ada)).status).toBe(200)
    moveClock(10)
    expect((await list(ada)).status).toBe(200)
    await workOn(ada, 3500)
    await list(ada)
    expect(provider.refreshes()).toHaveLength(0)
    moveClock(40)
    expect((await list(ada)).status).toBe(200)
    expect(provider.refreshes()).toHaveLength(1)
  })

  test('ten minutes in milliseconds are ten minutes', async () => {
    provider.answerToken(withField({ expires_in: 600_000 }))
    ada = await signedIn(consoles)
    moveClock(500)
    await list(ada)
    expect(provider.refreshes()).toHaveLength(0)
    moveClock(50)
    await list(ada)
    expect(provider.refreshes()).toHaveLength(1)
  })

  test('refreshing names all six, and no wider scope than was granted', async () => {
    await workOn(ada, 3600)
    await list(ada)
    expect(Object.fromEntries(provider.refreshes()[0] ?? [])).toEqual({
      grant_type: 'refresh_token',
      client_id: 'triptych.console',
      client_secret: expect.any(String) as string,
      redirect_uri: `${consoles.origins[0]}/callback`,
      refresh_token: expect.stringContaining(canary.refresh) as string,
      scope: 'DesktopManagement.restapi.READ,DeviceManagement.MDMInventory.READ',
    })
  })

  test('fifty calls at once refresh once, and all succeed', async () => {
    await workOn(ada, 3600)
    provider.answerToken((given, count) => ({ ...defaultTokens(given, count), afterMs: 300 }))
    const answers = await Promise.all(Array.from({ length: 50 }, () => list(ada)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
    expect(provider.refreshes()).toHaveLength(1)
    expect((await list(ada)).status).toBe(200)
    expect(mdm.received.at(-1)?.headers.authorization).toBe(`Vendor-oauthtoken ${canary.access}-1`)
  })

  test('a person who leaves while it is refreshed takes nothing away from the others', async () => {
    await workOn(ada, 3600)
    provider.answerToken((given, count) => ({ ...defaultTokens(given, count), afterMs: 500 }))
    const leaving = new AbortController()
    const headers = {
      'content-type': 'application/json',
      'x-triptych': '1',
      cookie: [...ada.cookies].map((pair) => pair.join('=')).join('; '),
    }
    const gone = fetch(`${consoles.origins[0]}/api/mdm.listDevices`, {
      method: 'POST',
      body: '{}',
      headers,
      signal: leaving.signal,
    })
    await expect.poll(() => provider.refreshes().length).toBe(1)
    leaving.abort()
    await expect(gone).rejects.toThrow()
    expect((await list(ada)).status).toBe(200)
    expect(provider.refreshes()).toHaveLength(1)
  })

  test('access that ends in the middle is renewed once, and what was only read is read again', async () => {
    const before = mdm.received.length
    mdm.answer((request, response) => (mdm.received.length === before + 1 ? refused : devices)(request, response))
    expect((await list(ada)).status).toBe(200)
    expect(mdm.received.length - before).toBe(2)
    expect(provider.refreshes()).toHaveLength(1)
  })

  describe('what changes something', () => {
    const times = (answers: Answer[]) => {
      let count = 0
      const before = mdm.received.length
      mdm.answer((request, response) => answers[Math.min(count++, answers.length - 1)]?.(request, response))
      return () => mdm.received.length - before
    }
    const inHttp200: Answer = (_request, response) => json(response, { error_code: 'COM0013', error_description: 'no' })
    const done: Answer = (_request, response) => json(response, { command_id: '1' }, 202)
    const update = () => ada.call('mdm.updateDevice', { device_id: '1', name: 'x' })

    test('is sent again after HTTP 401: nothing was done', async () => {
      const sent = times([refused, done])
      expect((await update()).value.code).not.toBe('CLOUD_RENEWED')
      expect(sent()).toBe(2)
    })

    test('is not sent again after an error inside of HTTP 200: something may have been done', async () => {
      const sent = times([inHttp200, done])
      expect((await update()).value.code).toBe('CLOUD_RENEWED')
      expect(sent()).toBe(1)
      expect(await ada.state()).toBe('signed-in')
    })

    test('and cannot be undone is sent once, whatever happens', async () => {
      await confirmed(consoles)
      const sent = times([refused, done])
      expect((await ada.call('mdm.deleteUser', { user_id: '1' })).value.code).toBe('CLOUD_RENEWED')
      expect(sent()).toBe(1)
      expect(await ada.state()).toBe('signed-in')
    })
  })

  test('a server that refuses every token signs nobody out, and does not have us fetch new ones without end', async () => {
    mdm.answer(refused)
    for (let count = 0; count < 20; count += 1) expect((await list(ada)).value.code).toBe('GRANT_REFUSED')
    expect(provider.refreshes().length).toBeLessThanOrEqual(5)
    expect(await ada.state()).toBe('signed-in')
  })

  test.each([
    [400, 'invalid_grant'],
    [200, 'invalid_code'],
  ])('a grant that has ended (%i %s) ends its sessions, and nobody else’s', async (status, error) => {
    const beside = await signedIn(consoles)
    await workOn([ada, beside], 3600)
    provider.isNow(7)
    const other = await signedIn(consoles)
    provider.answerToken(() => ({ status, body: { error } }))
    expect((await list(ada)).status).toBe(401)
    const hashes = [ada, beside].map(({ cookies }) => hashOf(cookies.get('__Host-Http-triptych') ?? ''))
    const left = consoles.tables.selectFrom('proxy_session').selectAll().where('id_hash', 'in', hashes)
    expect(await left.execute()).toEqual([])
    expect([await ada.state(), await beside.state(), await other.state()]).toEqual([
      'signed-out',
      'signed-out',
      'signed-in',
    ])
    expect(provider.refreshes().length).toBeLessThanOrEqual(2)
  })

  test.each([
    ['HTTP 500', { status: 500, body: 'oops' }, 502, 'server_error'],
    ['nonsense', { body: '<html>' }, 502, 'UNEXPECTED_CONTENT'],
    ['that we are not its client', { status: 401, body: { error: 'invalid_client' } }, 502, 'invalid_client'],
  ])('a provider that answers %s costs a moment, not the session', async (_, reply, status, code) => {
    provider.answerToken(() => reply)
    await workOn(ada, 3600)
    expect([(await list(ada)).status, (await list(ada)).value.code]).toEqual([status, code])
    expect(provider.refreshes()).toHaveLength(1) // the second call asked nobody
    provider.answerToken()
    moveClock(3)
    expect((await list(ada)).status).toBe(200)
    expect(await ada.state()).toBe('signed-in')
  })

  test.each([
    [{ status: 429, body: { error: 'temporarily_unavailable' }, headers: { 'retry-after': '42' } }, 42],
    [{ status: 400, body: { error: 'Access Denied', error_description: 'too many requests continuously' } }, 60],
  ])('a limit is passed on with its time, and kept until then: %j', async (reply, seconds) => {
    provider.answerToken(() => reply)
    await workOn(ada, 3600)
    for (let count = 0; count < 10; count += 1) {
      const { status, headers, value } = await list(ada)
      expect([status, value.code]).toEqual([429, 'temporarily_unavailable'])
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(seconds - 2)
    }
    expect(provider.refreshes()).toHaveLength(1)
    provider.answerToken()
    moveClock(seconds + 1)
    expect((await list(ada)).status).toBe(200)
  })
})

/** Everybody here has just proved who they are. */
const confirmed = (consoles: Consoles) =>
  consoles.tables
    .updateTable('proxy_session')
    .set({ confirmed_until: Date.now() + 60_000 })
    .execute()

const databases = noPostgres ? ['SQLite'] : ['SQLite', 'PostgreSQL']
describe.each(databases)('two processes on one %s', (kind) => {
  let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
  let url: string | undefined
  let databases = 0
  beforeAll(async () => {
    postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined
  })
  beforeEach(async () => {
    url = await postgres?.createDatabase(`oauth_${(databases += 1)}`)
  })
  afterAll(() => postgres?.stop())

  test('fifty calls at both while the token endpoint is slow: one token call, fifty successes', async () => {
    const consoles = await startConsoles({ doors: await openDoors(2), sites, ...(url && { url }) })
    const ada = await signedIn(consoles)
    await workOn(ada, 3600)
    const answered = answerRefreshesLater()
    const calls = Promise.all(Array.from({ length: 50 }, (_, number) => list(ada, number % 2)))
    await expect.poll(() => provider.refreshes().length).toBe(1)
    // Nothing is locked meanwhile: somebody else can sign in.
    provider.isNow(8)
    const eve = person({ consoles })
    const { state } = await eve.setOut()
    expect((await eve.comeBack({ code: canary.code, state })).status).toBe(200)
    await delay(1_000) // all others look several times
    answered()
    expect((await calls).filter(({ status }) => status === 200)).toHaveLength(50)
    expect(provider.refreshes()).toHaveLength(1)
    await consoles.stop()
  }, 120_000)

  /** Grants alone, in two processes as it were, with a lease that is short. */
  async function twoOfThem(leaseMs: number) {
    const masterKey = Buffer.alloc(32, 7)
    const consoles = await startConsoles({ doors: await openDoors(), sites, masterKey, ...(url && { url }) })
    await signedIn(consoles)
    const { id } = await consoles.tables.selectFrom('proxy_grant').select('id').executeTakeFirstOrThrow()
    const open = async () => {
      const database = await openDatabase({ url, folder: consoles.folder, migrations: ownMigrations })
      const tables = database.db.$extendTables<ProxyTables & ConsoleTables>()
      const log = () => undefined
      const oauth = openOAuth({
        database: tables,
        seal: sealFor('oauth', masterKey),
        sites: openSites(sites),
        sessions: sessionStore(tables, sealFor('session', masterKey)),
        origins: new Set(consoles.origins),
        audit: auditTrail(tables, masterKey, log),
        log,
        leaseMs,
      })
      return {
        bearer: () => oauth.bearer({ id }, 'person'),
        close: async () => {
          await oauth.close()
          await database.close()
        },
      }
    }
    return { consoles, id, masterKey, both: [await open(), await open()] as const }
  }

  test('a refresh that takes longer than the lease keeps it: nobody else redeems', async () => {
    const leaseMs = 15_000
    const { both, consoles } = await twoOfThem(leaseMs)
    const [one, other] = both
    // The lease is extended by an interval, which passes with the clock.
    const toFake = ['Date', 'setInterval', 'clearInterval'] as const
    vi.useFakeTimers({ toFake: [...toFake], now: Date.now() + 3_600_000, shouldAdvanceTime: true })
    const answered = answerRefreshesLater()
    const bearers = Promise.all([one.bearer(), one.bearer(), other.bearer()])
    await expect.poll(() => provider.refreshes().length).toBe(1)
    const leasedUntil = async () =>
      (await consoles.tables.selectFrom('proxy_grant').select('leased_until').executeTakeFirstOrThrow()).leased_until
    for (const first = await leasedUntil(); Date.now() < first + leaseMs;) {
      await vi.advanceTimersByTimeAsync(leaseMs / 3)
      await expect.poll(async () => (await leasedUntil()) - Date.now()).toBeGreaterThan((leaseMs * 2) / 3)
    }
    await delay(500) // the other looks again
    answered()
    expect(new Set((await bearers).map(({ value }) => value))).toEqual(
      new Set([`Vendor-oauthtoken ${canary.access}-1`]),
    )
    expect(provider.refreshes()).toHaveLength(1)
    for (const { close } of both) await close()
    await consoles.stop()
  }, 120_000)

  test('a process that is killed amid it leaves the turn to the next: two token calls, no session lost', async () => {
    const { both, consoles, id, masterKey } = await twoOfThem(1_500)
    provider.answerToken((given, count) => ({ ...defaultTokens(given, count), afterMs: count === 1 ? 20_000 : 0 }))
    const program = fileURLToPath(new URL('refresh-process.ts', import.meta.url))
    const given = {
      url,
      folder: consoles.folder,
      masterKey: masterKey.toString('hex'),
      provider: String(provider.url),
      id,
    }
    const child = spawn(process.execPath, [program, JSON.stringify(given)], { stdio: ['ignore', 'inherit', 'inherit'] })
    await expect.poll(() => provider.refreshes().length, { timeout: 30_000 }).toBe(1)
    await delay(300)
    child.kill('SIGKILL')
    await once(child, 'exit')
    moveClock(3600)
    const [one, other] = both
    const bearers = await Promise.all([one.bearer(), other.bearer()])
    expect(new Set(bearers.map(({ value }) => value)).size).toBe(1)
    expect(provider.refreshes()).toHaveLength(2)
    expect(await consoles.tables.selectFrom('proxy_session').selectAll().execute()).toHaveLength(1)
    for (const { close } of both) await close()
    await consoles.stop()
  }, 120_000)
})
