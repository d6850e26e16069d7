import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { apiKeyRows } from '#contract/keys/api-keys.ts'
import { apiKeyHandlers } from '#services/keys/api-key-handlers.ts'
import {
  consoleKey,
  consoleName,
  holderOf,
  hostAddress,
  issueFirstKey,
  purgeConsoleKeys,
} from '#services/keys/api-keys.ts'
import { openVault } from '#services/keys/vault-keeper.ts'
import { noPostgres, startPostgres } from '../../platform/database/postgres.ts'
import { type KeyWorld, refusalOf, startKeyWorld } from './key-world.ts'

describe.each(noPostgres ? ['SQLite'] : ['SQLite', 'PostgreSQL'])('with %s', (kind) => {
  let world: KeyWorld
  let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
  let own: Awaited<ReturnType<typeof serve>>
  const here = '127.0.0.1'

  const serve = async () => {
    const log = () => undefined
    const keeper = await openVault(world.parts.db, { masterKey: Buffer.alloc(32, 1), log })
    return world.serve(apiKeyRows, apiKeyHandlers({ ...world.parts, keeper }))
  }
  beforeAll(async () => {
    postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined
    world = await startKeyWorld({ url: await postgres?.createDatabase('keys') })
    own = await serve()
  })
  afterAll(async () => {
    await world.stop()
    await postgres?.stop()
  })
  afterEach(() => void vi.useRealTimers())

  const generated = async (input: { name: string; address?: string }) =>
    (await own.call('generateApiKey', input)).details as { id: number; apiKey: string }
  const letIn = (key: string, from = here) => holderOf(world.parts.db, key, from)
  const listed = async () => (await own.call('listApiKeys')).details as JsonObject[]

  test('the first key is made once, and never again', async () => {
    const first = await issueFirstKey(world.parts.db, undefined)
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(await letIn(first ?? '')).toMatchObject({ username: 'admin' })
    expect(await issueFirstKey(world.parts.db, 'another')).toBeUndefined()
    await expect(letIn('another')).rejects.toThrow('Invalid AUTHTOKEN')
    // Revoked, it does not come back with the next start either.
    const [{ id = 0 } = {}] = await listed()
    await own.call('revokeApiKey', { id })
    expect(await issueFirstKey(world.parts.db, first)).toBeUndefined()
    await expect(letIn(first ?? '')).rejects.toThrow('Invalid AUTHTOKEN')
  })

  test('a key has 256 random bits, and only its hash is kept', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, (_, at) => generated({ name: `random ${at}` })))
    expect(new Set(keys.map(({ apiKey }) => apiKey)).size).toBe(20)
    for (const { apiKey } of keys) expect(Buffer.from(apiKey, 'base64url')).toHaveLength(32)
    if (kind === 'SQLite') {
      const stored = Buffer.concat([await readFile(join(world.folder, 'triptych.db')), await world.stored()])
      for (const { apiKey } of keys) expect(stored.includes(apiKey)).toBe(false)
    }
    const shown = JSON.stringify([await own.call('listApiKeys'), await world.audit()])
    for (const { apiKey } of keys) expect(shown).not.toContain(apiKey)
  })

  test('lets in who it was made for, from the host it is tied to, however that is spelled', async () => {
    const { apiKey, id } = await generated({ name: 'tied' })
    for (const from of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '0:0:0:0:0:0:0:1']) {
      expect(await letIn(apiKey, from)).toEqual({ id, username: 'admin', permissions: ['KeyManagement_Admin'] })
    }
    for (const from of ['127.0.0.2', '10.0.0.1', '::2', 'fe80::1%eth0', '']) {
      await expect(letIn(apiKey, from)).rejects.toThrow('This AUTHTOKEN is tied to another host')
    }
  })

  test('can be tied to another host, in one spelling', async () => {
    const { apiKey } = await generated({ name: 'elsewhere', address: '2001:DB8:0:0::7' })
    expect((await letIn(apiKey, '2001:db8::7')).username).toBe('admin')
    const error = await letIn(apiKey).catch((error: Error) => error.message)
    expect(error).toBe('This AUTHTOKEN is tied to another host')
    for (const address of ['host.example', '127.1', '0177.0.0.1', '', '10.0.0.0/8']) {
      expect(await refusalOf(own.call('generateApiKey', { name: 'x', address }))).toContain('address')
    }
  })

  test('regenerated, the old value is dead at once and the new one lives', async () => {
    const { id, apiKey: old } = await generated({ name: 'compromised' })
    await letIn(old)
    const { apiKey } = (await own.call('regenerateApiKey', { id })).details as { apiKey: string }
    await expect(letIn(old)).rejects.toThrow('Invalid AUTHTOKEN')
    expect(await letIn(apiKey)).toEqual({ id, username: 'admin', permissions: ['KeyManagement_Admin'] })
  })

  test('revoked, it is dead, and its number is not given out again', async () => {
    const { id, apiKey } = await generated({ name: 'short' })
    await own.call('revokeApiKey', { id })
    await expect(letIn(apiKey)).rejects.toThrow('Invalid AUTHTOKEN')
    expect(await refusalOf(own.call('revokeApiKey', { id }))).toContain(`id: There is no API key ${id}`)
    expect(await refusalOf(own.call('regenerateApiKey', { id }))).toContain(`id: There is no API key ${id}`)
    expect((await generated({ name: 'next' })).id).toBeGreaterThan(id)
  })

  test('its last use is noted, once a minute at most', async () => {
    const start = Date.parse('2026-11-21T14:00:00.250Z')
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    const { id, apiKey } = await generated({ name: 'used' })
    const usedAt = async () => (await listed()).find((key) => key.id === id)?.usedAt
    expect(await usedAt()).toBeUndefined()
    await letIn(apiKey)
    vi.setSystemTime(start + 59_000)
    await letIn(apiKey)
    expect(await usedAt()).toBe('2026-11-21T14:00:00Z')
    vi.setSystemTime(start + 60_000)
    await letIn(apiKey)
    expect(await usedAt()).toBe('2026-11-21T14:01:00Z')
  })

  test('the console has a key of its own, which ends after a day or with the console, and is no one else’s', async () => {
    const start = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    const console = consoleKey(world.parts.db)
    const key = await console.current()
    expect(await console.current()).toBe(key)
    const { id, username } = await letIn(key)
    expect(username).toBe('console')
    expect((await listed()).map(({ name }) => name)).not.toContain(consoleName)
    expect(await refusalOf(own.call('revokeApiKey', { id }))).toContain('id')
    expect(await refusalOf(own.call('generateApiKey', { name: consoleName }))).toContain('name')

    vi.setSystemTime(start + 24 * 3_600_000)
    await expect(letIn(key)).rejects.toThrow('Invalid AUTHTOKEN')
    const next = await console.current()
    expect(next).not.toBe(key)
    await purgeConsoleKeys(world.parts.db)
    expect((await letIn(next)).username).toBe('console')
    await console.revoke()
    await expect(letIn(next)).rejects.toThrow('Invalid AUTHTOKEN')
  })

  test('what is done with keys is in the audit, and the audit says that it is intact', async () => {
    const { id } = await generated({ name: 'audited ”x”' })
    await own.call('regenerateApiKey', { id })
    await own.call('revokeApiKey', { id })
    const said = (await world.audit()).slice(-3).map(({ operation, description }) => [operation, description])
    expect(said).toEqual([
      ['generateApiKey', `API key “audited ”x”” (${id}) generated, tied to 127.0.0.1`],
      ['regenerateApiKey', `API key “audited ”x”” (${id}) regenerated`],
      ['revokeApiKey', `API key “audited ”x”” (${id}) revoked`],
    ])
    expect((await own.call('verifyAudit')).details).toEqual({ intact: true })
  })

  test('no row of the audit can be changed or removed, and a head that was is told', async () => {
    const { db } = world.parts
    await expect(db.updateTable('key_audit').set({ username: 'x' }).execute()).rejects.toThrow('append-only')
    await expect(db.deleteFrom('key_audit').execute()).rejects.toThrow('append-only')
    await db
      .updateTable('key_audit_head')
      .set({ seal: 'x'.repeat(64) })
      .execute()
    expect((await own.call('verifyAudit')).details).toEqual({
      intact: false,
      problem: 'The head of the audit was changed',
    })
    // What is written after it does not make it good again.
    await own.call('generateApiKey', { name: 'after it' })
    expect((await own.call('verifyAudit')).details).toMatchObject({ intact: false })
  })
})

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::1', '127.0.0.1'],
  ['::ffff:7f00:1', '127.0.0.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['2001:0db8::0001', '2001:db8::1'],
  ['fe80::1%lo', 'fe80::1'],
  ['256.0.0.1', undefined],
  ['name', undefined],
])('the host of %s is %s', (text, host) => expect(hostAddress(text)).toBe(host))
