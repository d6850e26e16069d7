// Keys as the embedded services give them out, asked about as the console does before it works with one.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { defaultDialect } from '#contract/dialect.ts'
import { openUpstream, type Upstream } from '#platform/upstream/upstream.ts'
import { refusalOfKey } from '#services/console/api-keys/try-key.ts'
import { issueKey as issueVaultKey } from '#services/keys/api-keys.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { issueKey as issueMdmKey } from '#services/mdm/api-keys.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { type Running, startRunning } from '../../running.ts'

const never = new AbortController().signal
let services: Running
let mdm: Upstream
let keys: Upstream
beforeAll(async () => {
  services = await startRunning({ keys: {} })
  const { keys: vault } = services
  if (!vault) throw new Error('key management does not run')
  const dialect = defaultDialect
  mdm = openUpstream('mdm', { name: 'phones', baseUrl: new URL(services.mdm), dialect })
  const ca = await readFile(vault.ca, 'utf8')
  keys = openUpstream('keys', { name: 'vault', baseUrl: new URL(vault.origin), dialect, ca })
})
afterAll(async () => {
  vi.useRealTimers()
  await Promise.all([mdm.close(), keys.close()])
  await services.stop()
})

const vaultKey = (address: string) =>
  services.database.db
    .$extendTables<KeyTables>()
    .transaction()
    .execute((transaction) => issueVaultKey(transaction, { name: address, address, username: 'admin' }))

test('a key of this host is accepted by key management, one of another host is refused with the server’s reason', async () => {
  expect(await refusalOfKey(keys, (await vaultKey('127.0.0.1')).key, never)).toBeUndefined()
  const elsewhere = await refusalOfKey(keys, (await vaultKey('192.0.2.7')).key, never)
  expect(elsewhere?.message).toContain('another host')
  expect((await refusalOfKey(keys, 'no-such-key-1234', never))?.status).toBe(401)
})

test('a key of mobile device management is assumed to be valid for six months', async () => {
  const key = await issueMdmKey(services.database.db.$extendTables<DeviceTables>(), 'console')
  expect(await refusalOfKey(mdm, key, never)).toBeUndefined()
  expect((await refusalOfKey(mdm, 'no-such-key-1234', never))?.status).toBe(401)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 190 * 86_400_000 })
  expect((await refusalOfKey(mdm, key, never))?.status).toBe(401)
})
