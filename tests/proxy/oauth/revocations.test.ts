import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultDialect } from '#contract/dialect.ts'
import { noPostgres, startPostgres } from '../../platform/database/postgres.ts'
import { type Consoles, identityAt, openDoors, startConsoles } from './consoles.ts'
import { canary, type FakeProvider, startFakeProvider } from './fake-provider.ts'
import { person } from './person.ts'

const soon = (expected: unknown, read: () => unknown) =>
  expect.poll(read, { timeout: 30_000, interval: 100 }).toEqual(expected)
const moveClock = (seconds: number) => {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now + seconds * 1000 })
}

const databases = noPostgres ? ['SQLite'] : ['SQLite', 'PostgreSQL']
describe.each(databases)('what ends here ends at the identity provider, too (%s)', (kind) => {
  let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
  let provider: FakeProvider
  let consoles: Consoles
  let base: { folder: string; masterKey: Buffer; url?: string }
  let databases = 0
  beforeAll(async () => {
    postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined
  })
  afterAll(() => postgres?.stop())
  beforeEach(async () => {
    const url = await postgres?.createDatabase(`revocations_${(databases += 1)}`)
    base = {
      folder: await mkdtemp(join(tmpdir(), 'triptych-revocations-')),
      masterKey: randomBytes(32),
      ...(url && { url }),
    }
    provider = await startFakeProvider()
    consoles = await started()
  })
  afterEach(async () => {
    vi.useRealTimers()
    await consoles.stop()
    await provider.stop()
    await rm(base.folder, { recursive: true, force: true })
  })

  const started = async (count = 1) => {
    const connections = { mdm: { name: 'mdm', baseUrl: provider.url, dialect: defaultDialect } }
    const sites = [{ name: 'hq', title: 'Head office', connections, identity: identityAt(provider.url) }]
    return startConsoles({ doors: await openDoors(count), sites, ...base })
  }
  const signedIn = async () => {
    const ada = person({ consoles })
    const { state } = await ada.setOut()
    expect((await ada.comeBack({ code: canary.code, state })).status).toBe(200)
    return ada
  }
  const pending = () => consoles.tables.selectFrom('proxy_revocation').selectAll().execute()
  const untilDueMs = async () => (await pending()).map(({ due_at }) => due_at - Date.now())[0]
  const revoked = () => provider.revoked().map((given) => Object.fromEntries(given))

  test('signing out tells it of the refresh token, and of nothing else', async () => {
    const ada = await signedIn()
    expect((await ada.call('session.signOut')).value.state).toBe('signed-out')
    await soon([{ refresh_token: `${canary.refresh}-1` }], revoked)
    await soon([], pending)
  })

  test('with the identity provider down one is signed out at once, and it is told once it is back', async () => {
    const ada = await signedIn()
    provider.answerRevocation(() => ({ status: 503, body: 'down' }))
    expect((await ada.call('session.signOut')).value.state).toBe('signed-out')
    expect(await consoles.tables.selectFrom('proxy_grant').selectAll().execute()).toEqual([])
    await soon(1, () => provider.revoked().length)
    await soon(2, () => provider.revoked().length) // a second later
    expect(await pending()).toMatchObject([{ attempts: 2 }])
    // Not before its time: five seconds after the second, thirty after the third. Any sign-out begins a round.
    await expect.poll(untilDueMs).toBeLessThanOrEqual(5_000) // much more while it is sent
    provider.answerRevocation(() => ({ body: '' })) // RFC 7009: there may be no content
    const [{ id, due_at: dueAt } = { id: '', due_at: 0 }] = await pending()
    const { refresh_token } = revoked()[0] ?? {}
    const signOutAs = async (userId: number) => {
      provider.isNow(userId)
      await (await signedIn()).call('session.signOut')
      await soon([], async () => (await pending()).filter((row) => row.id !== id))
    }
    vi.setSystemTime(dueAt - 1) // stands still, while polling moves fake timers on
    await signOutAs(8)
    await signOutAs(9) // in the round after that
    expect((await pending()).map(({ attempts }) => attempts)).toEqual([2])
    vi.setSystemTime(dueAt)
    await signOutAs(10)
    await soon([], pending)
    expect(revoked().filter((one) => one.refresh_token === refresh_token)).toHaveLength(3)
  }, 120_000)

  test('after a restart, too, and by one process of several', async () => {
    provider.answerRevocation(() => ({ status: 503, body: 'down' }))
    for (let id = 1; id <= 5; id += 1) {
      provider.isNow(id)
      const somebody = await signedIn()
      await somebody.call('session.signOut')
    }
    await consoles.stop({ keepFolder: true })
    provider.forget()
    provider.answerRevocation(() => ({ body: { status: 'success' }, afterMs: 300 }))
    moveClock(60)
    consoles = await started(3)
    await soon([], pending)
    expect(revoked()).toHaveLength(5)
    expect(new Set(revoked().map(({ refresh_token }) => refresh_token)).size).toBe(5)
  })

  test('a token that it does not take for weeks is given up, and the log says so without it', async () => {
    const ada = await signedIn()
    provider.answerRevocation(() => ({ status: 500 }))
    await ada.call('session.signOut')
    await soon(1, () => provider.revoked().length)
    await consoles.tables.updateTable('proxy_revocation').set({ attempts: 8, due_at: Date.now() }).execute()
    await soon([], pending)
    expect(provider.revoked()).toHaveLength(2)
    expect(consoles.log.filter((line) => line.includes('"givenUp":true'))).toHaveLength(1)
    expect(consoles.log.join('\n')).not.toContain(canary.refresh)
  })

  test('who consents again has a newer refresh token, and the older is revoked', async () => {
    await signedIn()
    const ada = await signedIn()
    await soon([{ refresh_token: `${canary.refresh}-1` }], revoked)
    expect(await ada.state()).toBe('signed-in')
    await ada.call('session.signOut')
    expect(revoked()).toHaveLength(1) // the other session still lives on it
  })

  test('a session that ends by the clock takes its grant along', async () => {
    await signedIn()
    moveClock(12 * 3600 + 61)
    // The next round notices; signing in elsewhere is enough to begin one.
    provider.isNow(8)
    await signedIn()
    await signedIn()
    await soon(true, () => revoked().some(({ refresh_token }) => refresh_token === `${canary.refresh}-1`))
  })
})
