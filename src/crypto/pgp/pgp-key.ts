import { decryptKey, generateKey, type Key, type PartialConfig, type PrivateKey, readKeys } from 'openpgp'
import { Refusal } from '#crypto/refusal.ts'
import { pgpUser } from './pgp-user.ts'

// Each exported function is a job of the worker pool: plain data in and out, possibly taking seconds.

/**
 * Key types for generation. All can be imported by gpg 2.1 and later, unlike the newer curve identifiers of RFC 9580
 * that openpgp also supports.
 */
const kinds = {
  curve25519: { type: 'ecc', curve: 'curve25519Legacy' },
  rsa2048: { type: 'rsa', rsaBits: 2048 },
  rsa4096: { type: 'rsa', rsaBits: 4096 },
} as const

export type PgpKeyKind = keyof typeof kinds

/** Public information about a key. */
export interface PgpKeyFacts {
  fingerprint: string
  keyId: string
  users: string[]
  /** Such as rsaEncryptSign or eddsaLegacy. */
  algorithm: string
  bits: number | undefined
  createdAt: Date
  expiresAt: Date | undefined
  /** ASCII-armored. */
  publicKey: string
}

export interface NewPgpKey extends PgpKeyFacts {
  /** ASCII-armored; encrypted if a passphrase was given. */
  privateKey: string
}

export interface CreatePgpKey {
  /** "Name <mail@address>", or either part alone. */
  user: string
  kind?: PgpKeyKind
  passphrase?: string
}
export async function createPgpKey({ user, kind = 'curve25519', passphrase = '' }: CreatePgpKey): Promise<NewPgpKey> {
  const userIDs = pgpUser(user)
  const choice = { ...kinds[kind], userIDs, config, ...(passphrase && { passphrase }) }
  const { privateKey } = await generateKey({ ...choice, format: 'object' })
  return { ...(await factsOf(privateKey)), privateKey: privateKey.armor() }
}

export interface OpenedPgpKey extends PgpKeyFacts {
  /** As in the file, including encryption; undefined for a public key. */
  privateKey: string | undefined
  isEncrypted: boolean
}

/** Reads a key file, armored or binary, and verifies that the passphrase decrypts it. */
export async function openPgpKey(file: string | Uint8Array, passphrase = ''): Promise<OpenedPgpKey> {
  const key = await readOnlyKey(file)
  await requireValid(key)
  const facts = await factsOf(key)
  if (!key.isPrivate()) return { ...facts, privateKey: undefined, isEncrypted: false }
  const isEncrypted = !key.isDecrypted()
  await requireUsable(isEncrypted ? await decrypt(key, passphrase) : key)
  return { ...facts, privateKey: key.armor(), isEncrypted }
}

const maxBytes = 256 * 1024 // a key with many signatures

const config: PartialConfig = {
  showVersion: false,
  showComment: false,
  maxArgon2MemoryExponent: 18, // 256 MiB; the library allows 1 TiB
}

async function readOnlyKey(file: string | Uint8Array): Promise<Key> {
  if (file.length > maxBytes) throw new Refusal('too-large', 'A key file can have at most 256 kB', 'file')
  const text = Buffer.from(file).toString('latin1')
  const keys = await readAll(
    text.includes('-----BEGIN PGP ') ? { armoredKeys: text } : { binaryKeys: Buffer.from(file) },
  )
  const [key, ...others] = keys
  if (!key) throw new Refusal('not-recognized', 'There is no OpenPGP key in this file', 'file')
  if (others.length > 0) throw new Refusal('unsupported', 'There are several keys in this file', 'file')
  return key
}

type KeyInput = { armoredKeys: string } | { binaryKeys: Uint8Array }

async function readAll(input: KeyInput): Promise<Key[]> {
  try {
    return await ('armoredKeys' in input ? readKeys({ ...input, config }) : readKeys({ ...input, config }))
  } catch {
    throw new Refusal('not-recognized', 'This is not an OpenPGP key, or it is damaged', 'file')
  }
}

async function requireValid(key: Key): Promise<void> {
  const expiresAt = await orDamaged(key.getExpirationTime(undefined))
  if (expiresAt instanceof Date && expiresAt <= new Date()) {
    throw new Refusal('not-allowed', `The key expired on ${expiresAt.toISOString().slice(0, 10)}`, 'file')
  }
  await orDamaged(key.verifyPrimaryKey())
}

/** Replaces the library's unspecific signature errors. */
async function orDamaged<T>(check: Promise<T>): Promise<T> {
  try {
    return await check
  } catch {
    throw new Refusal('damaged', 'The key is revoked or its self-signatures are invalid', 'file')
  }
}

async function decrypt(privateKey: PrivateKey, passphrase: string): Promise<PrivateKey> {
  if (!passphrase) throw new Refusal('passphrase-needed', 'The key is protected by a passphrase', 'passphrase')
  try {
    return await decryptKey({ privateKey, passphrase, config })
  } catch (error) {
    throw isTooCostly(error)
      ? new Refusal('too-costly', 'The key requires more memory for its passphrase than is allowed', 'file')
      : new Refusal('wrong-passphrase', 'Incorrect passphrase for this key', 'passphrase')
  }
}

const isTooCostly = (error: unknown) => error instanceof Error && error.message.includes('Argon2 required memory')

/** Verifies that public and private parts of the key and its subkeys are present and match. */
async function requireUsable(key: PrivateKey): Promise<void> {
  for (const { keyPacket } of key.getKeys()) {
    if (!('validate' in keyPacket) || keyPacket.isMissingSecretKeyMaterial()) {
      throw new Refusal('unsupported', 'A private part of this key is stored elsewhere', 'file')
    }
    try {
      await keyPacket.validate()
    } catch {
      throw new Refusal('damaged', 'The private and public parts of this key do not match', 'file')
    }
  }
}

async function factsOf(key: Key): Promise<PgpKeyFacts> {
  const { algorithm, bits } = key.getAlgorithmInfo()
  const expiresAt = await key.getExpirationTime()
  return {
    fingerprint: key.getFingerprint().toUpperCase(),
    keyId: key.getKeyID().toHex().toUpperCase(),
    users: key.getUserIDs(),
    algorithm: algorithm,
    bits,
    createdAt: key.getCreationTime(),
    expiresAt: expiresAt instanceof Date ? expiresAt : undefined,
    publicKey: key.toPublic().armor(),
  }
}
