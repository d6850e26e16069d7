import { argon2, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { Refusal } from '#crypto/refusal.ts'
import { keyBytes } from './sealing.ts'

/** How the master key is obtained. Stored unencrypted with the key ring, which authenticates it. */
export type MasterKeySource =
  | { kind: 'key-file' }
  | { kind: 'passphrase'; salt: string; memoryKibibytes: number; passes: number; parallelism: number }

/** The key that seals the key ring. A KeyObject does not expose its content in logs and error reports. */
export interface MasterKey {
  source: MasterKeySource
  key: KeyObject
}

// OWASP's first recommendation for Argon2id with one pass; 46 MiB hinder attacks by graphics cards.
const cost = { memoryKibibytes: 47_104, passes: 1, parallelism: 1 }
const highestCost = { memoryKibibytes: 1024 * 1024, passes: 64, parallelism: 16 }
const shortestPassphrase = 12

/** Derives a new master key from a passphrase with a new salt. */
export async function newPassphraseKey(passphrase: string): Promise<MasterKey> {
  if (passphrase.length < shortestPassphrase) {
    throw new Refusal('not-allowed', `A master passphrase has at least ${shortestPassphrase} characters`, 'passphrase')
  }
  return await passphraseKey(passphrase, { kind: 'passphrase', salt: randomBytes(16).toString('base64'), ...cost })
}

/** Derives an existing master key. Runs on Node's thread pool for about 50 ms. */
export async function passphraseKey(passphrase: string, source: MasterKeySource): Promise<MasterKey> {
  if (source.kind !== 'passphrase') {
    throw new Refusal('wrong-master-key', 'The vault is locked by a key file, not by a passphrase', 'passphrase')
  }
  requireAffordable(source)
  const { memoryKibibytes: memory, passes, parallelism } = source
  const nonce = Buffer.from(source.salt, 'base64')
  const parameters = { message: passphrase.normalize('NFC'), nonce, memory, passes, parallelism, tagLength: keyBytes }
  return { source, key: createSecretKey(await derive('argon2id', parameters)) }
}

const derive = promisify(argon2)

/** Limits the cost, since the source is not authenticated yet. */
function requireAffordable({ memoryKibibytes, passes, parallelism }: typeof cost): void {
  const asked = [memoryKibibytes, passes, parallelism]
  const max = [highestCost.memoryKibibytes, highestCost.passes, highestCost.parallelism]
  if (max.every((max, index) => Number(asked[index]) >= 1 && Number(asked[index]) <= max)) return
  throw new Refusal('too-costly', 'The stored key ring has invalid key derivation parameters')
}
