import { type KeyObject, randomBytes } from 'node:crypto'
import { Refusal } from '#crypto/refusal.ts'
import { writtenWork } from '#crypto/written-work.ts'
import { deriveByBcrypt } from './bcrypt.ts'
import { familyNamed, familyOf } from './families.ts'
import { encryptWritten, type OpenSshCipher, openSshCiphers, writtenCipher } from './openssh-cipher.ts'
import type { SshPrivateKey } from './private-key.ts'
import { uint32, WireReader, wireString } from './wire.ts'

// The private key format of OpenSSH since 6.5: PROTOCOL.key in its source.

export const openSshLabel = 'OPENSSH PRIVATE KEY'

const magic = Buffer.from('openssh-key-v1\0')
const saltBytes = 16
const plainBlockBytes = 8

export function readOpenSshFile(bytes: Uint8Array, passphrase: string): SshPrivateKey {
  const file = new WireReader(bytes)
  if (!file.bytes(magic.length).equals(magic))
    throw new Refusal('damaged', 'The OpenSSH key has no valid header', 'file')
  const cipherName = file.text()
  const kdfName = file.text()
  const kdfOptions = file.string()
  if (file.uint32() !== 1) throw new Refusal('unsupported', 'A key file holds exactly one key', 'file')
  const publicBlob = file.string()
  const secret = file.string()

  const isEncrypted = cipherName !== 'none'
  const plain = isEncrypted ? decrypt(secret, file.rest(), { cipherName, kdfName, kdfOptions, passphrase }) : secret
  file.end()
  const { key, comment } = readSecretPart(plain, isEncrypted ? wrongPassphrase : damaged)
  if (!familyOf(key).publicBlob(key).equals(publicBlob)) throw damaged()
  return { key, comment, format: 'openssh', isEncrypted }
}

interface Encryption {
  cipherName: string
  kdfName: string
  kdfOptions: Buffer
  passphrase: string
}

function decrypt(secret: Buffer, tag: Buffer, { cipherName, kdfName, kdfOptions, passphrase }: Encryption): Buffer {
  const cipher = openSshCiphers.get(cipherName)
  if (!cipher || kdfName !== 'bcrypt') {
    throw new Refusal('unsupported', 'The key is encrypted with an unsupported method', 'file')
  }
  requireShape(cipher, secret, tag)
  if (!passphrase) throw new Refusal('passphrase-needed', 'The key is protected by a passphrase', 'passphrase')
  const options = new WireReader(kdfOptions)
  const bcrypt = { salt: options.string(), rounds: options.uint32() }
  options.end()
  const derived = deriveByBcrypt(passphrase, bcrypt, cipher.keyBytes + cipher.ivBytes)
  const plain = cipher.decrypt(secret, tag, derived.subarray(0, cipher.keyBytes), derived.subarray(cipher.keyBytes))
  if (!plain) throw wrongPassphrase()
  return plain
}

function requireShape(cipher: OpenSshCipher, secret: Buffer, tag: Buffer): void {
  if (secret.length === 0 || secret.length % cipher.blockBytes !== 0 || tag.length !== cipher.tagBytes) throw damaged()
}

/** Two equal random numbers confirm the decryption; then follow the key, its comment, and the padding 1, 2, 3, … */
function readSecretPart(plain: Buffer, otherwise: () => Refusal): { key: KeyObject; comment: string } {
  const fields = new WireReader(plain)
  if (fields.remaining < 8 || fields.uint32() !== fields.uint32()) throw otherwise()
  const key = familyNamed(fields.text()).fromOpenSsh(fields)
  const comment = fields.text()
  if (!fields.rest().every((byte, index) => byte === ((index + 1) & 0xff))) throw damaged()
  familyOf(key).requireSound(key)
  return { key, comment }
}

/** Writes an OpenSSH private key file, encrypted if there is a passphrase. */
export function writeOpenSshFile(key: KeyObject, comment: string, passphrase: string): Buffer {
  const family = familyOf(key)
  const check = randomBytes(4)
  const fields = [check, check, wireString(family.algorithm(key)), family.openSshFields(key), wireString(comment)]
  const blockBytes = passphrase ? writtenCipher.blockBytes : plainBlockBytes
  const plain = padded(Buffer.concat(fields), blockBytes)
  const head = [uint32(1), wireString(family.publicBlob(key))]
  if (!passphrase) {
    return Buffer.concat([magic, ...['none', 'none', ''].map(wireString), ...head, wireString(plain)])
  }
  const salt = randomBytes(saltBytes)
  const { name, keyBytes, ivBytes } = writtenCipher
  const rounds = writtenWork.bcryptRounds
  const derived = deriveByBcrypt(passphrase, { salt, rounds }, keyBytes + ivBytes)
  const secret = encryptWritten(plain, derived.subarray(0, keyBytes), derived.subarray(keyBytes))
  const kdfOptions = Buffer.concat([wireString(salt), uint32(rounds)])
  const names = [wireString(name), wireString('bcrypt'), wireString(kdfOptions)]
  return Buffer.concat([magic, ...names, ...head, wireString(secret)])
}

function padded(content: Buffer, blockBytes: number): Buffer {
  const missing = (blockBytes - (content.length % blockBytes)) % blockBytes
  return Buffer.concat([content, Buffer.from(Array.from({ length: missing }, (_, index) => index + 1))])
}

const damaged = () => new Refusal('damaged', 'The OpenSSH key is damaged', 'file')

const wrongPassphrase = () => new Refusal('wrong-passphrase', 'Incorrect passphrase for this key', 'passphrase')
