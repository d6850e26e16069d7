import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createKeyFile, readKeyFile } from '#crypto/vault/key-file.ts'
import { createKeyRing, masterKeySource } from '#crypto/vault/key-ring.ts'
import { passphraseKey } from '#crypto/vault/master-key.ts'
import { Vault } from '#crypto/vault/vault.ts'
import { refusalFrom } from '../refusal-of.ts'

let folder = ''
const path = () => join(folder, 'master.key')

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('the key file is readable by its owner only, and opens the vault after a restart', async () => {
  const ring = createKeyRing(await createKeyFile(path()))
  expect((await stat(path())).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['master.key'])
  const vault = new Vault()
  vault.unlock(ring, await readKeyFile(path()))
  expect(vault.isSealed).toBe(false)
})

test('an existing key file is never replaced', async () => {
  await createKeyFile(path())
  const before = await readFile(path())
  await expect(createKeyFile(path())).rejects.toThrow('EEXIST')
  expect(await readFile(path())).toEqual(before)
  expect(await readdir(folder)).toEqual(['master.key'])
})

test('a key file that others may read is refused, naming the mode it should have', async () => {
  await createKeyFile(path())
  await chmod(path(), 0o640)
  expect(await refusalFrom(readKeyFile(path()))).toMatchObject({ reason: 'not-allowed', field: 'keyFile' })
  expect((await refusalFrom(readKeyFile(path()))).message).toContain('0600')
})

test.for([
  ['empty', ''],
  ['cut short', 'c2hvcnQ=\n'],
  ['not base64', '!'.repeat(44)],
  ['huge', 'A'.repeat(100_000)],
] as const)('a key file that is %s is called damaged', async ([, content]) => {
  await writeFile(path(), content, { mode: 0o600 })
  expect((await refusalFrom(readKeyFile(path()))).reason).toBe('damaged')
})

test('who types a passphrase for a vault with a key file is told so', async () => {
  const source = masterKeySource(createKeyRing(await createKeyFile(path())))
  const refusal = await refusalFrom(passphraseKey('correct horse battery', source))
  expect(refusal).toMatchObject({ reason: 'wrong-master-key', field: 'passphrase' })
})
