import { createHash, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { Refusal } from '#crypto/refusal.ts'
import { familyNamed, familyOf } from './families.ts'
import type { SshPrivateKey } from './private-key.ts'
import {
  type Argon2Options,
  decryptPutty,
  encryptPutty,
  type PuttyKeys,
  puttyKeysOfVersion2,
  puttyKeysOfVersion3,
} from './putty-cipher.ts'
import { PuttyHeaders } from './putty-headers.ts'
import { WireReader, wireString } from './wire.ts'

// PuTTY's documentation, appendix C: PPK file format.

const firstLine = /^PuTTY-User-Key-File-(\d+): (.+)$/

export const isPuttyFile = (text: string): boolean => text.startsWith('PuTTY-User-Key-File-')

/** `text` has one character per byte, since the file is authenticated as bytes. */
export function readPuttyFile(text: string, passphrase: string): SshPrivateKey {
  const lines = text.split(/\r\n|\r|\n/)
  const [, version, algorithm = ''] = firstLine.exec(lines[0] ?? '') ?? []
  if (version !== '2' && version !== '3') {
    throw new Refusal('unsupported', 'Only versions 2 and 3 of PuTTY key files are supported', 'file')
  }
  const family = familyNamed(algorithm)
  const headers = new PuttyHeaders(lines)
  const isEncrypted = requireKnownEncryption(headers.require('Encryption'))
  if (isEncrypted && !passphrase) {
    throw new Refusal('passphrase-needed', 'The key is protected by a passphrase', 'passphrase')
  }
  const keys = puttyKeys(version, headers, isEncrypted ? passphrase : '')
  const publicBlob = headers.bytes('Public-Lines')
  const privateBlob = decryptedBlob(algorithm, publicBlob, headers, keys)

  const publicFields = new WireReader(publicBlob)
  if (publicFields.text() !== algorithm) throw damaged()
  const key = family.fromPutty(publicFields, new WireReader(privateBlob))
  publicFields.end() // the private fields have padding
  if (!familyOf(key).publicBlob(key).equals(publicBlob)) throw damaged()
  family.requireSound(key)
  return { key, comment: latin1(headers.require('Comment')).toString('utf8'), format: 'putty', isEncrypted }
}

/** The private part, after its MAC, which also covers the public part and the comment, was verified. */
function decryptedBlob(algorithm: string, publicBlob: Buffer, headers: PuttyHeaders, keys: PuttyKeys): Buffer {
  const encryption = headers.require('Encryption')
  const isEncrypted = requireKnownEncryption(encryption)
  const stored = headers.bytes('Private-Lines')
  const privateBlob = isEncrypted ? decryptPutty(keys, stored) : stored
  const authenticated = [algorithm, encryption, latin1(headers.require('Comment')), publicBlob, privateBlob]
  const mac = keys.authenticate(Buffer.concat(authenticated.map(wireString)))
  if (!isMac(headers.require('Private-MAC'), mac)) throw isEncrypted ? wrongPassphrase() : damaged()
  return privateBlob
}

function requireKnownEncryption(encryption: string): boolean {
  if (encryption !== 'aes256-cbc' && encryption !== 'none') {
    throw new Refusal('unsupported', 'The key is encrypted with an unsupported method', 'file')
  }
  return encryption === 'aes256-cbc'
}

function puttyKeys(version: '2' | '3', headers: PuttyHeaders, passphrase: string): PuttyKeys {
  if (version === '2') return puttyKeysOfVersion2(passphrase)
  return puttyKeysOfVersion3(passphrase, passphrase ? argon2Options(headers) : undefined)
}

function argon2Options(headers: PuttyHeaders): Argon2Options {
  const algorithm = headers.require('Key-Derivation').toLowerCase()
  if (algorithm !== 'argon2id' && algorithm !== 'argon2i' && algorithm !== 'argon2d') {
    throw new Refusal('unsupported', 'The key derivation of this file is not supported', 'file')
  }
  return {
    algorithm,
    memoryKibibytes: headers.number('Argon2-Memory'),
    passes: headers.number('Argon2-Passes'),
    parallelism: headers.number('Argon2-Parallelism'),
    salt: Buffer.from(headers.require('Argon2-Salt'), 'hex'),
  }
}

function isMac(hex: string, expected: Buffer): boolean {
  const mac = Buffer.from(hex, 'hex')
  return mac.length === expected.length && timingSafeEqual(mac, expected)
}

export type PuttyVersion = 2 | 3

/** Defaults of puttygen, about 100 ms. */
const argon2: Omit<Argon2Options, 'salt'> = { algorithm: 'argon2id', memoryKibibytes: 8192, passes: 21, parallelism: 1 }
const blockBytes = 16

type Written = { comment: string; passphrase: string; version: PuttyVersion }

/** Version 3 requires PuTTY 0.75 (2021); older programs read version 2. */
export function writePuttyFile(key: KeyObject, { comment, passphrase, version }: Written): string {
  const family = familyOf(key)
  const [algorithm, publicBlob, plain] = [family.algorithm(key), family.publicBlob(key), privateFields(key)]
  const isEncrypted = passphrase !== ''
  const encryption = isEncrypted ? 'aes256-cbc' : 'none'
  const options = { ...argon2, salt: randomBytes(blockBytes) }
  const keys =
    version === 2 ? puttyKeysOfVersion2(passphrase) : puttyKeysOfVersion3(passphrase, isEncrypted ? options : undefined)
  const padding = createHash('sha1')
    .update(plain)
    .digest()
    .subarray(0, -plain.length & (blockBytes - 1))
  const content = isEncrypted ? Buffer.concat([plain, padding]) : plain
  const mac = keys.authenticate(
    Buffer.concat([algorithm, encryption, Buffer.from(comment), publicBlob, content].map(wireString)),
  )
  const derivation = [
    'Key-Derivation: Argon2id',
    `Argon2-Memory: ${options.memoryKibibytes}`,
    `Argon2-Passes: ${options.passes}`,
    `Argon2-Parallelism: ${options.parallelism}`,
    `Argon2-Salt: ${options.salt.toString('hex')}`,
  ]
  const lines = [
    `PuTTY-User-Key-File-${version}: ${algorithm}`,
    `Encryption: ${encryption}`,
    `Comment: ${comment}`,
    ...counted('Public', publicBlob),
    ...(version === 3 && isEncrypted ? derivation : []),
    ...counted('Private', isEncrypted ? encryptPutty(keys, content) : content),
    `Private-MAC: ${mac.toString('hex')}`,
  ]
  return `${lines.join('\r\n')}\r\n`
}

function counted(half: 'Public' | 'Private', bytes: Buffer): string[] {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return [`${half}-Lines: ${lines.length}`, ...lines]
}

/** PuTTY's private fields, selected from the fields of the OpenSSH format. */
function privateFields(key: KeyObject): Buffer {
  const family = familyOf(key)
  const reader = new WireReader(family.openSshFields(key))
  const fields: Buffer[] = []
  while (reader.remaining > 0) fields.push(reader.string())
  const pick = (...places: number[]) =>
    Buffer.concat(places.map((place) => wireString(fields[place] ?? Buffer.alloc(0))))
  switch (family.keyType) {
    case 'ssh-rsa': // n e d iqmp p q
      return pick(2, 4, 5, 3)
    case 'ssh-dss': // p q g y x
      return pick(4)
    case 'ecdsa': // curve point d
      return pick(2)
    case 'ed25519': // point, seed and point
    default:
      return wireString((fields[1] ?? Buffer.alloc(0)).subarray(0, 32))
  }
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')

const damaged = () => new Refusal('damaged', 'The PuTTY key is damaged', 'file')

const wrongPassphrase = () => new Refusal('wrong-passphrase', 'Incorrect passphrase for this key', 'passphrase')
