import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '#platform/database/open.ts'
import type { LeaseTables } from '#platform/lease.ts'
import { sealed } from '#services/keys/sealed.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { openVault, type VaultKeeper } from '#services/keys/vault-keeper.ts'
import { migrations } from '#services/migrations.ts'

let folder: string
let database: Database
const logged: string[] = []
const masterKey = randomBytes(32)
const passphrase = 'correct horse battery staple'
const log = (event: string, facts?: object) => void logged.push(JSON.stringify({ event, ...facts }))
const tables = () => database.db.$extendTables<KeyTables & LeaseTables>()
const opened: VaultKeeper[] = []
const open = async (options: { masterKey?: Buffer; passphrase?: string } = {}) => {
  const keeper = await openVault(tables(), { masterKey, log, ...options })
  opened.push(keeper)
  return keeper
}
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
  for (const keeper of opened.splice(0)) await keeper.close()
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
  const { vault, openedBy, close } = await open({ passphrase })
  await close()
  const text = Buffer.from(sealed(vault, place, 'secret'), 'base64')
  expect(openedBy).toBe('passphrase')
  const later = await open({ passphrase })
  expect(later.vault.open({ ...place }, text).toString()).toBe('secret')
  await later.close()
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
  await (await open({ passphrase })).close()
  const keeper = await open()
  const done: string[] = []
  await keeper.whenOpen(async () => void done.push('work'))
  await expect(keeper.unseal('wrong wrong wrong')).rejects.toThrow('passphrase: It cannot unseal the vault')
  expect([keeper.isSealed(), done]).toEqual([true, []])
  await Promise.all([keeper.unseal(passphrase), keeper.unseal(passphrase)])
  expect([keeper.isSealed(), done]).toEqual([false, ['work']])
  await expect(keeper.unseal('wrong wrong wrong')).rejects.toThrow('passphrase: It cannot unseal the vault')
  expect(keeper.isSealed()).toBe(false)
})

test('where the work that waits fails, the vault is sealed again, and can be opened later', async () => {
  await (await open({ passphrase })).close()
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
  await (await open({ passphrase })).close()
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

const waiting = () => tables().selectFrom('key_vault_waiting').selectAll().execute()

test('a vault that is opened in one process opens in all of them, with what was waiting for it', async () => {
  const first = await open({ passphrase })
  await first.close()
  const [one, two, three] = [await open(), await open({ passphrase: 'correct horse battery stable' }), await open()]
  const done: string[] = []
  await two.whenOpen(async () => void done.push('two'))
  await three.whenOpen(async () => void done.push('three'))
  await expect.poll(async () => (await waiting()).length).toBe(3)
  expect([one.isSealed(), two.isSealed(), three.isSealed()]).toEqual([true, true, true])
  await one.unseal(passphrase)
  await expect
    .poll(() => [two.isSealed(), three.isSealed(), done.toSorted().join()], { timeout: 30_000 })
    .toEqual([false, false, 'three,two'])
  const text = Buffer.from(sealed(one.vault, place, 'secret'), 'base64')
  expect(three.vault.open({ ...place }, text).toString()).toBe('secret')
  await expect.poll(waiting, { timeout: 30_000 }).toEqual([]) // nothing that could be opened later is left
  const late = await open()
  await expect.poll(() => late.isSealed(), { timeout: 30_000 }).toBe(false)
})

test('who can write to the database but has not the master key is not given the key of the vault', async () => {
  await open({ passphrase })
  const stranger = await open({ masterKey: randomBytes(32) })
  await expect.poll(async () => (await waiting()).length).toBe(1)
  const honest = await open()
  await expect.poll(() => honest.isSealed(), { timeout: 30_000 }).toBe(false)
  expect(stranger.isSealed()).toBe(true)
  await expect.poll(async () => (await waiting()).map(({ answer }) => answer), { timeout: 30_000 }).toEqual([null])
})

test('wrong passphrases count together in all processes', async () => {
  await (await open({ passphrase })).close()
  const [one, two] = [await open(), await open()]
  const outcomes = []
  for (let at = 0; at < 6; at++) {
    outcomes.push(
      await (at % 2 ? one : two).unseal(`a wrong guess ${at}`).catch((error: { code: string }) => error.code),
    )
  }
  expect(outcomes).toEqual([...Array<string>(5).fill('REFUSED'), 'TOO_MANY_PASSPHRASES'])
  await expect(one.unseal(passphrase)).rejects.toMatchObject({ code: 'TOO_MANY_PASSPHRASES' })
})
