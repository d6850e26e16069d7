import { timingSafeEqual } from 'node:crypto'
import { Refusal } from '#crypto/refusal.ts'
import { familyNamed, familyOf } from './families.ts'
import type { SshPrivateKey } from './private-key.ts'
import {
  type Argon2Options,
  decryptPutty,
  type PuttyKeys,
  puttyKeysOfVersion2,
  puttyKeysOfVersion3,
} from './putty-cipher.ts'
import { PuttyHeaders } from './putty-headers.ts'
import { WireReader, wireString } from './wire.ts'

// PuTTY's documentation, appendix C: PPK file format.

const firstLine = /^PuTTY-User-Key-File-(\d+): (.+)$/

export const isPuttyFile = (text: string): boolean => text.startsWith('PuTTY-User-Key-File-')

/** `text` holds one character per byte, for the file is authenticated as bytes. */
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
  publicFields.end() // the private fields are followed by padding
  if (!familyOf(key).publicBlob(key).equals(publicBlob)) throw damaged()
  family.requireSound(key)
  return { key, comment: latin1(headers.require('Comment')).toString('utf8'), format: 'putty', isEncrypted }
}

/** The private part, once the file's digest says that it, the public part and the comment are as they were written. */
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

const latin1 = (text: string) => Buffer.from(text, 'latin1')

const damaged = () => new Refusal('damaged', 'The PuTTY key is damaged', 'file')

const wrongPassphrase = () => new Refusal('wrong-passphrase', 'Incorrect passphrase for this key', 'passphrase')
