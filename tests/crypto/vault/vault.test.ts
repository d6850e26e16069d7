import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeMasterKey, createKeyRing, masterKeySource, rotateKeyRing, trimKeyRing } from '#crypto/vault/key-ring.ts'
import { newPassphraseKey, passphraseKey } from '#crypto/vault/master-key.ts'
import { type Place, Vault } from '#crypto/vault/vault.ts'
import { refusalFrom, refusalOf } from '../refusal-of.ts'

const place: Place = { table: 'ssh_key', row: '17', column: 'passphrase', version: 3 }

const master = await newPassphraseKey('correct horse battery')

function unlocked(ring = createKeyRing(master), key = master): Vault {
  const vault = new Vault()
  vault.unlock(ring, key)
  return vault
}

test('what was sealed is opened again, whatever it is', () => {
  const vault = unlocked()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), (secret) => {
      expect(vault.open(place, vault.seal(place, secret))).toEqual(Buffer.from(secret))
    }),
  )
})

test('the same secret never looks the same twice, and cannot be seen in what is stored', () => {
  const vault = unlocked()
  const [once, twice] = [vault.seal(place, 'canary-8412'), vault.seal(place, 'canary-8412')]
  expect(once).not.toEqual(twice)
  expect(once.toString('latin1')).not.toContain('canary')
})

test('a sealed secret that was moved to another row, column, table or version is not opened', () => {
  const vault = unlocked()
  const sealed = vault.seal(place, 'secret')
  const moves: Partial<Place>[] = [{ row: '18' }, { column: 'file' }, { table: 'vault_key' }, { version: 2 }]
  for (const move of moves) {
    expect(refusalOf(() => vault.open({ ...place, ...move }, sealed)).reason).toBe('not-authentic')
  }
  const shifted = { ...place, table: 'ssh_key","17', row: '' }
  expect(refusalOf(() => vault.open(shifted, sealed)).reason).toBe('not-authentic')
})

test('no single changed bit, and no cut, goes unnoticed', () => {
  const vault = unlocked()
  const sealed = vault.seal(place, 'secret')
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const altered = Buffer.from(sealed)
    altered[bit >> 3] = Number(altered[bit >> 3]) ^ (1 << (bit & 7))
    expect(refusalOf(() => vault.open(place, altered)).reason).toBe('not-authentic')
  }
  for (let length = 0; length < sealed.length; length++) {
    expect(refusalOf(() => vault.open(place, sealed.subarray(0, length))).reason).toBe('not-authentic')
  }
})

test('a vault without its key answers nothing and takes nothing', () => {
  const vault = new Vault()
  expect(vault.isSealed).toBe(true)
  expect(refusalOf(() => vault.seal(place, 'secret')).reason).toBe('sealed')
  expect(refusalOf(() => vault.open(place, randomBytes(60))).reason).toBe('sealed')
})

test('a wrong passphrase leaves the vault sealed, and the right one opens it afterwards', async () => {
  const ring = createKeyRing(master)
  const vault = new Vault()
  const wrong = await passphraseKey('correct horse batterz', masterKeySource(ring))
  expect(refusalOf(() => vault.unlock(ring, wrong)).reason).toBe('wrong-master-key')
  expect(vault.isSealed).toBe(true)
  vault.unlock(ring, await passphraseKey('correct horse battery', masterKeySource(ring)))
  expect(vault.isSealed).toBe(false)
})

test('a passphrase typed in another Unicode form is the same passphrase', async () => {
  const ring = createKeyRing(await newPassphraseKey('Gästezimmer im Süden'))
  const decomposed = await passphraseKey('Gästezimmer im Süden'.normalize('NFD'), masterKeySource(ring))
  expect(unlocked(ring, decomposed).isSealed).toBe(false)
})

test('a short master passphrase is refused', async () => {
  expect((await refusalFrom(newPassphraseKey('short'))).field).toBe('passphrase')
})

test('a stored key ring that asks for more derivation work than we grant, or less than it was made with, is refused', async () => {
  const ring = createKeyRing(master)
  const asking = (memory: number) => ring.replace('"memoryKibibytes":47104', `"memoryKibibytes":${memory}`)
  const source = masterKeySource(asking(2 ** 30))
  expect((await refusalFrom(passphraseKey('correct horse battery', source))).reason).toBe('too-costly')
  expect(refusalOf(() => new Vault().unlock(asking(8), master)).reason).toBe('wrong-master-key')
})

test('after a rotation new secrets have the new key, old ones still open, and both are told apart', () => {
  const ring = createKeyRing(master)
  const vault = unlocked(ring)
  const old = vault.seal(place, 'secret')
  const rotated = rotateKeyRing(ring, master)
  vault.unlock(rotated, master)
  const renewed = vault.seal(place, vault.open(place, old))
  expect([vault.isOutdated(old), vault.isOutdated(renewed)]).toEqual([true, false])

  const trimmed = unlocked(trimKeyRing(rotated, master))
  expect(trimmed.open(place, renewed).toString()).toBe('secret')
  expect(refusalOf(() => trimmed.open(place, old)).message).toContain('data key 1')
})

test('the master key is changed without touching a record, and the old one opens nothing more', async () => {
  const ring = createKeyRing(master)
  const sealed = unlocked(ring).seal(place, 'secret')
  const newMaster = await newPassphraseKey('another passphrase')
  const changed = changeMasterKey(ring, master, newMaster)
  expect(unlocked(changed, newMaster).open(place, sealed).toString()).toBe('secret')
  expect(refusalOf(() => new Vault().unlock(changed, master)).reason).toBe('wrong-master-key')
})

test('a rotation with a wrong master key is refused instead of locking everybody out', async () => {
  const ring = createKeyRing(master)
  const wrong = await newPassphraseKey('not the passphrase')
  expect(refusalOf(() => rotateKeyRing(ring, wrong)).reason).toBe('wrong-master-key')
})

test.for(['', 'null', '{}', '{"format":"triptych key ring 2"}', '[1]'])(
  'the key ring %j is called damaged',
  (stored) => {
    expect(refusalOf(() => new Vault().unlock(stored, master)).reason).toBe('damaged')
  },
)

test('printing a vault or a master key shows no key', () => {
  const bytes = master.key.export()
  const printed = inspect([master, unlocked()], { depth: 10, showHidden: true }) + JSON.stringify([master, unlocked()])
  expect(printed).not.toContain(bytes.toString('hex'))
  expect(printed).not.toContain(bytes.toString('base64'))
  expect(printed).not.toContain(
    bytes
      .subarray(0, 4)
      .toString('hex')
      .replace(/(..)(?=.)/g, '$1 '),
  )
})
