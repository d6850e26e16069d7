import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { vaultRows } from '#contract/keys/vault.ts'
import { vaultKeyHandlers } from '#services/keys/vault-keys/vault-key-handlers.ts'
import { corpus } from '../../crypto/corpora.ts'
import { fileOf, type KeyWorld, refusalOf, startKeyWorld } from './key-world.ts'
import { runs } from '../../support/runs.ts'

let world: KeyWorld
const served = (to: KeyWorld) => to.serve(vaultRows, vaultKeyHandlers(to.parts))
let keys: ReturnType<typeof served>
beforeAll(async () => {
  world = await startKeyWorld()
  keys = served(world)
})
afterAll(() => world.stop())

const rowOf = async (keyName: string) => {
  const { details } = await keys.call('listVaultKeys')
  return (details as Record<string, unknown>[]).find((row) => row['Key Name'] === keyName)
}
const texts = { description: 'of the\nold system', datacenter: 'Köln', instanceName: 'db-1', keyType: 'AES' }
const shownTexts = {
  Description: 'of the\nold system',
  Datacenter: 'Köln',
  'Instance Name': 'db-1',
  'Key Type': 'AES',
}

test('a file of any kind is kept and comes back byte for byte', async () => {
  const bytes = randomBytes(1024 * 1024)
  const input = { keyName: 'master', ...texts, passphrase: 'pä55', File: fileOf(bytes, 'master.bin') }
  expect(await keys.call('addVaultKey', input)).toEqual({ Status: 'Success', Message: 'Key added successfully' })
  expect(await rowOf('master')).toEqual({
    'Key Name': 'master',
    ...shownTexts,
    'Key Store ID': expect.any(Number) as number,
    'Created By': 'admin',
    'Created Time': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
  })
  const file = await keys.download('exportVaultKey', { keyName: 'master' })
  expect(file.name).toBe('master.bin')
  expect(file.bytes.equals(bytes)).toBe(true)
  expect((await world.audit()).at(-1)).toMatchObject({
    operation: 'exportKeyStoreKey',
    description: 'Vault key “master” exported',
    revealed_to: 1,
  })
})

test('an update replaces the file; the number and what was left out stay', async () => {
  await keys.call('addVaultKey', { keyName: 'rotated', ...texts, passphrase: 'one', File: fileOf('first', 'a.key') })
  const before = await rowOf('rotated')
  const File = fileOf('second', 'b.key')
  expect(await keys.call('updateVaultKey', { keyName: 'rotated', datacenter: '', File })).toEqual({
    Status: 'Success',
    Message: 'Key updated successfully',
  })
  expect(await rowOf('rotated')).toEqual({ ...before, Datacenter: '' })
  const file = await keys.download('exportVaultKey', { keyName: 'rotated' })
  expect([file.name, file.bytes.toString()]).toEqual(['b.key', 'second'])
  const kept = await world.parts.db
    .selectFrom('key_vault_key')
    .select(['version', 'sealed_passphrase'])
    .where('name', '=', 'rotated')
    .executeTakeFirst()
  expect(kept).toEqual({ version: 2, sealed_passphrase: null }) // the passphrase was that of the former file
})

test('updates at once leave one of their files, whole', async () => {
  await keys.call('addVaultKey', { keyName: 'busy', File: fileOf('0') })
  const versions = Array.from({ length: 8 }, (_, index) => `file ${index}`)
  await Promise.all(versions.map((text) => keys.call('updateVaultKey', { keyName: 'busy', File: fileOf(text) })))
  const { bytes } = await keys.download('exportVaultKey', { keyName: 'busy' })
  expect(versions).toContain(bytes.toString())
})

test('a name is taken once, and only a known one is updated, exported or deleted', async () => {
  await keys.call('addVaultKey', { keyName: 'taken', File: fileOf('x') })
  expect(await refusalOf(keys.call('addVaultKey', { keyName: 'taken', File: fileOf('y') }))).toBe(
    'keyName: A vault key “taken” already exists; update it or choose another name',
  )
  const unknown = 'keyName: There is no vault key “Taken”'
  expect(await refusalOf(keys.call('updateVaultKey', { keyName: 'Taken', File: fileOf('y') }))).toBe(unknown)
  expect(await refusalOf(keys.download('exportVaultKey', { keyName: 'Taken' }))).toBe(unknown)
  expect(await refusalOf(keys.call('deleteVaultKey', { keyName: 'Taken' }))).toBe(unknown)
  expect((await keys.download('exportVaultKey', { keyName: 'taken' })).bytes.toString()).toBe('x')
})

test.for([
  ['no file', {}, 'File: must be a file'],
  ['an empty file', { File: fileOf('') }, 'File: The file is empty'],
  [
    'a byte more than 1 MiB',
    { File: fileOf(Buffer.alloc(1024 * 1024 + 1)) },
    'File: A file in the vault has at most 1 MiB',
  ],
  ['NUL in the description', { description: '\0', File: fileOf('x') }, /^description: /],
  ['NUL in the file name', { File: fileOf('x', 'a\0b') }, /^File: /],
  ['an endless passphrase', { passphrase: 'x'.repeat(1025), File: fileOf('x') }, /^passphrase: /],
  ['a line break in its name', { keyName: 'a\rb', File: fileOf('x') }, /^keyName: /],
] as const)('a key with %s is refused', async ([, input, message]) => {
  expect(await refusalOf(keys.call('addVaultKey', { keyName: 'odd', ...input }))).toMatch(message)
  expect(await rowOf('odd')).toBeUndefined()
})

test('a deleted key is gone, and its number is not given again', async () => {
  await keys.call('addVaultKey', { keyName: 'old', File: fileOf('x') })
  const before = await rowOf('old')
  expect(await keys.call('deleteVaultKey', { keyName: 'old' })).toEqual({
    name: 'DeleteKeyStoreKey',
    result: { status: 'Success', message: 'Key deleted successfully' },
  })
  expect(await rowOf('old')).toBeUndefined()
  await keys.call('addVaultKey', { keyName: 'old', File: fileOf('x') })
  expect((await rowOf('old'))?.['Key Store ID']).toBeGreaterThan(Number(before?.['Key Store ID']))
})

test('whatever texts are taken come back as they are, and whatever is refused leaves nothing', async () => {
  const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ unit: 'grapheme', maxLength: 30 }))
  await fc.assert(
    fc.asyncProperty(anyText, anyText, fc.uint8Array({ maxLength: 200 }), async (keyName, description, bytes) => {
      const input = { keyName, description, File: fileOf(bytes, description) }
      const answer = await keys.call('addVaultKey', input).catch((error: unknown) => error)
      if (answer instanceof Error) {
        expect(answer.message).toMatch(/^(keyName|description|File): /)
        return
      }
      expect(await rowOf(keyName)).toMatchObject({ Description: description })
      expect((await keys.download('exportVaultKey', { keyName })).bytes.equals(bytes)).toBe(true)
      await keys.call('deleteVaultKey', { keyName })
    }),
    { numRuns: runs(12, 40) }, // below the limit of reveals
  )
})

const naughty = corpus('strings').filter(({ name }) => name === 'blns.json')

test.skipIf(naughty.length === 0)('strings that break programs are names and texts like all others', async () => {
  const strings = naughty.flatMap(({ bytes }) => JSON.parse(bytes.toString()) as string[])
  let kept = 0
  for (const string of strings) {
    const input = { keyName: string, description: string, datacenter: string, File: fileOf(string || '-', string) }
    const answer = await keys.call('addVaultKey', input).catch((error: unknown) => error)
    if (answer instanceof Error) {
      expect(answer.message).toMatch(/^(keyName|description): /)
      continue
    }
    kept++
    expect(await rowOf(string)).toMatchObject({ Description: string, Datacenter: string })
    await keys.call('deleteVaultKey', { keyName: string })
  }
  expect(kept).toBeGreaterThan(strings.length * 0.9)
})
