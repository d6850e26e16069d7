import { argon2Sync, createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto'
import { requireAffordable } from '#crypto/derivation-limits.ts'
import { Refusal } from '#crypto/refusal.ts'

/** Encryption and authentication keys of a PuTTY file. */
export interface PuttyKeys {
  cipherKey: Buffer
  iv: Buffer
  authenticate(content: Buffer): Buffer
}

const kibibyte = 1024

/** Version 2: SHA-1 only, with a zero initialization vector. */
export function puttyKeysOfVersion2(passphrase: string): PuttyKeys {
  const numbered = (number: number) => sha1(Buffer.from([0, 0, 0, number]), Buffer.from(passphrase))
  const macKey = sha1(Buffer.from('putty-private-key-file-mac-key'), Buffer.from(passphrase))
  return {
    cipherKey: Buffer.concat([numbered(0), numbered(1)]).subarray(0, 32),
    iv: Buffer.alloc(16),
    authenticate: (content) => createHmac('sha1', macKey).update(content).digest(),
  }
}

export interface Argon2Options {
  algorithm: 'argon2d' | 'argon2i' | 'argon2id'
  memoryKibibytes: number
  passes: number
  parallelism: number
  salt: Buffer
}

/** Version 3: all keys come from Argon2. Unencrypted files use an empty authentication key. */
export function puttyKeysOfVersion3(passphrase: string, options: Argon2Options | undefined): PuttyKeys {
  const derived = options ? deriveByArgon2(passphrase, options) : Buffer.alloc(0)
  return {
    cipherKey: derived.subarray(0, 32),
    iv: derived.subarray(32, 48),
    authenticate: (content) => createHmac('sha256', derived.subarray(48)).update(content).digest(),
  }
}

function deriveByArgon2(passphrase: string, options: Argon2Options): Buffer {
  const { algorithm, memoryKibibytes, passes, parallelism, salt } = options
  const memory = memoryKibibytes * kibibyte
  requireAffordable('argon2Bytes', memory, 'bytes of memory for key derivation:')
  requireAffordable('argon2Work', memory * passes, 'bytes of key derivation work:')
  requireAffordable('argon2Lanes', parallelism, 'key derivation lanes:')
  try {
    const cost = { memory: memoryKibibytes, passes, parallelism }
    return argon2Sync(algorithm, { message: passphrase, nonce: salt, tagLength: 80, ...cost })
  } catch {
    throw new Refusal('damaged', 'The key derivation parameters of this file are invalid', 'file')
  }
}

export function decryptPutty({ cipherKey, iv }: PuttyKeys, encrypted: Buffer): Buffer {
  if (encrypted.length % 16 !== 0) throw new Refusal('damaged', 'The private part of the file is damaged', 'file')
  return createDecipheriv('aes-256-cbc', cipherKey, iv).setAutoPadding(false).update(encrypted)
}

/** The length of the content must be a multiple of the block size. */
export const encryptPutty = ({ cipherKey, iv }: PuttyKeys, content: Buffer): Buffer =>
  createCipheriv('aes-256-cbc', cipherKey, iv).setAutoPadding(false).update(content)

const sha1 = (...parts: Buffer[]) => createHash('sha1').update(Buffer.concat(parts)).digest()
