import { createHash, type KeyObject, X509Certificate } from 'node:crypto'
import type { Der } from '#crypto/der.ts'
import { publicKeyObject } from './key-object.ts'
import { Refusal } from '#crypto/refusal.ts'

/** SHA-256 of a public key in canonical form, hexadecimal; equal for matching keys. */
const digestOf = (key: KeyObject) =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')

/** Digest of the key in a SubjectPublicKeyInfo; undefined for an unsupported key type. */
export function keyDigest(spki: Der): string | undefined {
  try {
    return digestOf(publicKeyObject(spki))
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Digest of a certificate's key; undefined for an unreadable certificate. */
export function keyDigestOfCertificate(der: Der): string | undefined {
  try {
    return digestOf(new X509Certificate(der).publicKey)
  } catch {
    return undefined
  }
}
