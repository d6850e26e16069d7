import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultDialect } from '#contract/dialect.ts'
import { keyDaysLeft, keyExpiresAt } from '#contract/mdm/key-life.ts'
import { type Database, openDatabase } from '#platform/database/open.ts'
import { sealFor } from '#platform/seal.ts'
import { openSites } from '#platform/upstream/sites.ts'
import { keyStore } from '#services/console/api-keys/key-store.ts'
import { consoleMigrations, type ConsoleTables } from '#services/console/tables.ts'

const masterKey = Buffer.alloc(32, 'a master key')
const closers: (() => Promise<unknown>)[] = []
let folder: string
let database: Database
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-08-31T10:00:00Z') })
  folder = await mkdtemp(join(tmpdir(), 'triptych-keys-'))
  database = await openDatabase({ folder, migrations: consoleMigrations })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closers.splice(0)) await close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** A console that was started with these keys in its configuration. */
function started(configured: { mdm?: string; keys?: string }) {
  const connection = (name: string, key: string | undefined) => ({
    name,
    baseUrl: new URL('http://127.0.0.1:9'),
    dialect: defaultDialect,
    ...(key !== undefined && { credential: () => Promise.resolve(key) }),
  })
  const sites = openSites([
    {
      name: 'hq',
      title: 'Head office',
      connections: { mdm: connection('phones', configured.mdm), keys: connection('vault', configured.keys) },
    },
  ])
  closers.push(sites.close)
  const store = keyStore(database.db.$extendTables<ConsoleTables>(), sealFor('key', masterKey), masterKey, sites)
  const upstreamOf = (service: 'mdm' | 'keys') => {
    const found = sites.first.upstreams.get(service)
    if (!found) throw new Error(`no ${service}`)
    return found
  }
  return { ...store, mdm: upstreamOf('mdm'), keys: upstreamOf('keys') }
}
const moveTo = (day: string) => vi.setSystemTime(Date.parse(day))

describe('the age of a key', () => {
  test('counts from its first call, also after a restart', async () => {
    const first = Date.now()
    const one = started({ mdm: 'first key' })
    expect(await one.keyOf(one.mdm)).toBe('first key')
    moveTo('2026-11-01T10:00:00Z')
    const again = started({ mdm: 'first key' })
    expect(await again.stateOf(again.mdm)).toEqual({
      source: 'configuration',
      since: first,
      expiresAt: Date.parse('2027-02-28T10:00:00Z'),
    })
  })

  test('restarts with another key in the configuration', async () => {
    const one = started({ mdm: 'first key' })
    await one.keyOf(one.mdm)
    moveTo('2026-11-01T10:00:00Z')
    const other = started({ mdm: 'second key' })
    expect(await other.stateOf(other.mdm)).toMatchObject({ since: Date.now() })
  })

  test('is what an administrator entered', async () => {
    const one = started({ mdm: 'first key' })
    await one.enter(one.mdm, 'entered key', Date.parse('2026-07-15T00:00:00Z'))
    expect(await one.keyOf(one.mdm)).toBe('entered key')
    expect(await one.stateOf(one.mdm)).toEqual({
      source: 'console',
      since: Date.parse('2026-07-15T00:00:00Z'),
      expiresAt: Date.parse('2027-01-15T00:00:00Z'),
    })
    await one.forgetEntered(one.mdm)
    expect(await one.stateOf(one.mdm)).toMatchObject({ source: 'configuration' })
  })

  test('causes no expiry where the server has none', async () => {
    const one = started({ keys: 'a key' })
    expect(await one.stateOf(one.keys)).toEqual({ source: 'configuration', since: Date.now() })
  })

  test('is unknown where people use their own credentials', async () => {
    const one = started({})
    expect(await one.keyOf(one.mdm)).toBeUndefined()
    expect(await one.stateOf(one.mdm)).toBeUndefined()
    await one.enter(one.mdm, 'entered key', Date.now())
    expect(await one.keyOf(one.mdm)).toBe('entered key')
    expect(await one.keyOf(one.keys)).toBeUndefined()
  })
})

test('without the master key, the database does not reveal whether two keys are equal', async () => {
  const one = started({ mdm: 'same key', keys: 'same key' })
  await one.keyOf(one.mdm)
  await one.keyOf(one.keys)
  const rows = await database.db.$extendTables<ConsoleTables>().selectFrom('proxy_key').selectAll().execute()
  expect(new Set(rows.map(({ fingerprint }) => fingerprint)).size).toBe(2)
  expect(JSON.stringify(rows)).not.toContain('same key')
})

test.each([
  ['2026-08-31T10:00:00Z', '2027-02-28T10:00:00Z'],
  ['2027-08-31T23:59:59Z', '2028-02-29T23:59:59Z'],
  ['2026-11-21T00:00:00Z', '2027-05-21T00:00:00Z'],
])('a key of %s ends at %s', (madeAt, end) => {
  const expiresAt = keyExpiresAt(Date.parse(madeAt))
  expect(new Date(expiresAt).toISOString()).toBe(new Date(end).toISOString())
  expect(keyDaysLeft(expiresAt, expiresAt - 1)).toBe(0)
  expect(keyDaysLeft(expiresAt, expiresAt + 1)).toBe(-1)
})
