import { createDecipheriv, createHash, hash, randomBytes } from 'node:crypto'
import { EncryptedData, EncryptedPrivateKeyInfo } from '@peculiar/asn1-pkcs8'
import { AsnIntegerBigIntConverter, AsnProp, AsnPropTypes, OctetString } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import { type Der, readDer, writeDer } from '#crypto/der.ts'
import { requireAffordable } from '#crypto/derivation-limits.ts'
import { Refusal } from '#crypto/refusal.ts'

// Private key encryption of Java's own key stores: JKS by a SHA-1 keystream, JCEKS by MD5 and triple DES.

const jksScheme = '1.3.6.1.4.1.42.2.17.1.1'
const jceksScheme = '1.3.6.1.4.1.42.2.19.1'
const digestBytes = 20

export function openJavaKey(encrypted: Uint8Array, password: string): Der {
  const info = readDer(encrypted, EncryptedPrivateKeyInfo, 'A key in the store')
  const { algorithm, parameters } = info.encryptionAlgorithm
  const content = Buffer.from(info.encryptedData.buffer)
  if (algorithm === jksScheme) return openByDigestStream(content, password)
  if (algorithm === jceksScheme) return openByMd5(content, new Uint8Array(parameters ?? []), password)
  throw new Refusal('unsupported', 'A key in the store is encrypted with an unsupported method', 'file')
}

/** Weak by design of JKS: passwords can be guessed offline at high speed. Offer PKCS#12 first. */
export function hideJavaKey(privateKey: Der, password: string): Der {
  const salt = randomBytes(digestBytes)
  const content = Buffer.concat([salt, withDigestStream(privateKey, salt, password), check(privateKey, password)])
  return writeDer(
    new EncryptedPrivateKeyInfo({
      encryptionAlgorithm: new AlgorithmIdentifier({ algorithm: jksScheme, parameters: null }),
      encryptedData: new EncryptedData(content),
    }),
  )
}

/** UTF-16, big-endian, as in Java. */
export const javaPassword = (password: string): Buffer => Buffer.from(password, 'utf16le').swap16()

function openByDigestStream(content: Buffer, password: string): Der {
  if (content.length < 2 * digestBytes) throw new Refusal('damaged', 'A key in the key store is truncated', 'file')
  const hidden = content.subarray(digestBytes, -digestBytes)
  const plain = withDigestStream(hidden, content.subarray(0, digestBytes), password)
  if (!check(plain, password).equals(content.subarray(-digestBytes))) throw wrong()
  return Uint8Array.from(plain)
}

function withDigestStream(bytes: Uint8Array, salt: Uint8Array, password: string): Buffer {
  const secret = javaPassword(password)
  const result = Buffer.from(bytes)
  let block = Buffer.from(salt)
  for (let at = 0; at < result.length; at += digestBytes) {
    block = hash('sha1', Buffer.concat([secret, block]), 'buffer')
    const end = Math.min(digestBytes, result.length - at)
    for (let index = 0; index < end; index++) {
      result.writeUInt8(result.readUInt8(at + index) ^ block.readUInt8(index), at + index)
    }
  }
  return result
}

const check = (plain: Uint8Array, password: string) =>
  createHash('sha1').update(javaPassword(password)).update(plain).digest()

class Parameters {
  salt = new OctetString()
  iterations = 0n
}
AsnProp({ type: OctetString })(Parameters.prototype, 'salt')
AsnProp({ type: AsnPropTypes.Integer, converter: AsnIntegerBigIntConverter })(Parameters.prototype, 'iterations')

function openByMd5(content: Buffer, parameters: Uint8Array, password: string): Der {
  const { salt, iterations } = readDer(parameters, Parameters, 'The encryption of a key in the store')
  requireAffordable('pkcs12Iterations', iterations, 'key derivation iterations:')
  const halves = [salt.buffer.slice(0, 4), salt.buffer.slice(4)]
  const derived = Buffer.concat(halves.map((half) => md5Chain(Buffer.from(half), password, Number(iterations))))
  const decipher = createDecipheriv('des-ede3-cbc', derived.subarray(0, 24), derived.subarray(24))
  try {
    return Uint8Array.from(Buffer.concat([decipher.update(content), decipher.final()]))
  } catch {
    throw wrong()
  }
}

function md5Chain(salt: Buffer, password: string, iterations: number): Buffer {
  const secret = Buffer.from(password, 'latin1')
  let block = salt
  for (let round = 0; round < iterations; round++) block = hash('md5', Buffer.concat([block, secret]), 'buffer')
  return block
}

const wrong = () =>
  new Refusal(
    'wrong-passphrase',
    'A key in the key store cannot be decrypted: it has a password of its own',
    'keyPassphrase',
  )
