import { createHash, type KeyObject, X509Certificate } from 'node:crypto'
import type { Der } from '#crypto/der.ts'
import { publicKeyObject } from './key-object.ts'
import { Refusal } from '#crypto/refusal.ts'

/** SHA-256 of a public key in its one canonical form, in hexadecimal: what belongs together has the same. */
const digestOf = (key: KeyObject) =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')

/** Of the key in a SubjectPublicKeyInfo; undefined for a kind of key that cannot be read. */
export function keyDigest(spki: Der): string | undefined {
  try {
    return digestOf(publicKeyObject(spki))
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Of the key that a certificate is for; undefined for one that cannot be read. */
export function keyDigestOfCertificate(der: Der): string | undefined {
  try {
    return digestOf(new X509Certificate(der).publicKey)
  } catch {
    return undefined
  }
}
