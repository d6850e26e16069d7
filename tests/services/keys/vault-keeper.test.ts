import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { migrations } from '#services/database/migrations.ts'
import { type Database, openDatabase } from '#services/database/open.ts'
import { sealed } from '#services/keys/sealed.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { openVault } from '#services/keys/vault-keeper.ts'

let folder: string
let database: Database
const logged: string[] = []
const masterKey = randomBytes(32)
const passphrase = 'correct horse battery staple'
const log = (event: string, facts: object) => void logged.push(JSON.stringify({ event, ...facts }))
const tables = () => database.db.$extendTables<KeyTables>()
const open = (options: { masterKey?: Buffer; passphrase?: string } = {}) =>
  openVault(tables(), { masterKey, log, ...options })
const place = { table: 'key_setting', row: 'x', column: 'sealed_value', version: 1 } as const
const keep = async (text: string) => {
  await tables().insertInto('key_setting').values({ name: 'x', sealed_value: text, version: 1 }).execute()
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-vault-'))
  database = await openDatabase({ folder, migrations })
  logged.length = 0
})
afterEach(async () => {
  vi.useRealTimers()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

test('under the master key the vault opens by itself, start after start, in every process', async () => {
  const [one, two] = await Promise.all([open(), open()])
  const text = sealed(one.vault, place, 'secret')
  expect(two.vault.open({ ...place }, Buffer.from(text, 'base64')).toString()).toBe('secret')
  const later = await open()
  expect([later.isSealed(), later.openedBy]).toEqual([false, 'key-file'])
  expect(later.vault.open({ ...place }, Buffer.from(text, 'base64')).toString()).toBe('secret')
  // The console seals its sessions with the same file: its key as it is opens nothing here.
  expect(JSON.stringify(await tables().selectFrom('key_vault').selectAll().execute())).not.toContain(
    masterKey.toString('base64'),
  )
})

test('another master key ends the start, and changes nothing', async () => {
  await open()
  const before = await tables().selectFrom('key_vault').selectAll().execute()
  await expect(open({ masterKey: randomBytes(32) })).rejects.toThrow(/^The master key is not the one[^\n]+$/)
  expect(await tables().selectFrom('key_vault').selectAll().execute()).toEqual(before)
  expect((await open()).isSealed()).toBe(false)
})

test('a key ring that is lost or damaged ends the start: nothing is begun anew', async () => {
  const { vault } = await open()
  await keep(sealed(vault, place, 'secret'))
  await tables().updateTable('key_vault').set({ ring: '{}' }).execute()
  await expect(open()).rejects.toThrow('damaged; restore the database from a backup')
  await tables().deleteFrom('key_vault').execute()
  await expect(open()).rejects.toThrow('The key ring of the vault is missing')
  await expect(open({ passphrase })).rejects.toThrow('The key ring of the vault is missing')
  expect(await tables().selectFrom('key_vault').selectAll().execute()).toEqual([])
})

test('under a passphrase the vault opens by it, and stays sealed without it or by a wrong one', async () => {
  const { vault, openedBy } = await open({ passphrase })
  const text = Buffer.from(sealed(vault, place, 'secret'), 'base64')
  expect(openedBy).toBe('passphrase')
  expect((await open({ passphrase })).vault.open({ ...place }, text).toString()).toBe('secret')
  for (const other of [{}, { passphrase: 'correct horse battery stable' }]) {
    const sealedOne = await open(other)
    expect(sealedOne.isSealed()).toBe(true)
    expect(() => sealedOne.vault.open({ ...place }, text)).toThrow('sealed')
  }
  expect(logged.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(['vault sealed', 'vault sealed'])
  expect(logged.join()).not.toMatch(/horse|staple|stable/)
})

test('a passphrase that is too short makes no vault', async () => {
  await expect(open({ passphrase: 'short' })).rejects.toThrow('at least 12 characters')
  expect(await tables().selectFrom('key_vault').selectAll().execute()).toEqual([])
})

test('a passphrase where a key file opens the vault is a mistake that is told', async () => {
  await open()
  await expect(open({ passphrase })).rejects.toThrow('unset TRIPTYCH_VAULT_PASSPHRASE_FILE')
})

test('a sealed vault is opened by its passphrase, once; what was waiting for it is done then', async () => {
  await open({ passphrase })
  const keeper = await open()
  const done: string[] = []
  await keeper.whenOpen(async () => void done.push('work'))
  await expect(keeper.unseal('wrong wrong wrong')).rejects.toThrow('passphrase: It does not open the vault')
  expect([keeper.isSealed(), done]).toEqual([true, []])
  await Promise.all([keeper.unseal(passphrase), keeper.unseal(passphrase)])
  expect([keeper.isSealed(), done]).toEqual([false, ['work']])
  await expect(keeper.unseal('wrong wrong wrong')).rejects.toThrow('passphrase: It does not open the vault')
  expect(keeper.isSealed()).toBe(false)
})

test('where the work that waits fails, the vault is sealed again, and can be opened later', async () => {
  await open({ passphrase })
  const keeper = await open()
  let fails = true
  await keeper.whenOpen(() => (fails ? Promise.reject(new Error('disk full')) : Promise.resolve()))
  await expect(keeper.unseal(passphrase)).rejects.toThrow('disk full')
  expect(keeper.isSealed()).toBe(true)
  fails = false
  await keeper.unseal(passphrase)
  expect(keeper.isSealed()).toBe(false)
})

test('guesses are counted: five wrong ones, and even the right one waits', async () => {
  await open({ passphrase })
  const keeper = await open()
  const start = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => keeper.unseal(`a wrong guess ${at}`)))
  const codes = outcomes.map((outcome) =>
    outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : '',
  )
  expect(codes).toEqual([...Array<string>(5).fill('REFUSED'), ...Array<string>(3).fill('TOO_MANY_PASSPHRASES')])
  await expect(keeper.unseal(passphrase)).rejects.toMatchObject({
    code: 'TOO_MANY_PASSPHRASES',
    retryAfterSeconds: 900,
  })
  vi.setSystemTime(start + 15 * 60_000)
  await keeper.unseal(passphrase)
  expect(keeper.isSealed()).toBe(false)
})
