import type { KeyObject } from 'node:crypto'
import { SubjectPublicKeyInfo } from '@peculiar/asn1-x509'
import { type Der, readDer } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'
import { publicKeyObject } from './key-object.ts'

export interface KeyFacts {
  /** RSA, RSA-PSS, EC, Ed25519, DSA, …; the object identifier of an unsupported type. */
  algorithm: string
  bits: number | undefined
  curve: string | undefined
  /** Weaknesses of the key. */
  warnings: string[]
}

export function keyFacts(spki: Der): KeyFacts {
  try {
    return factsOf(publicKeyObject(spki))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { algorithm } = readDer(spki, SubjectPublicKeyInfo, 'The public key').algorithm
    return { algorithm, bits: undefined, curve: undefined, warnings: ['Keys of this type cannot be checked'] }
  }
}

export function factsOf(key: KeyObject): KeyFacts {
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {}
  const algorithm = names[key.asymmetricKeyType ?? ''] ?? key.asymmetricKeyType ?? 'unknown'
  const curve = namedCurve && (curveNames[namedCurve] ?? namedCurve)
  const bits = modulusLength ?? fixedBits[curve ?? algorithm]
  return { algorithm, bits, curve, warnings: warningsFor(algorithm, bits) }
}

const names: Partial<Record<string, string>> = {
  rsa: 'RSA',
  'rsa-pss': 'RSA-PSS',
  ec: 'EC',
  dsa: 'DSA',
  ed25519: 'Ed25519',
  ed448: 'Ed448',
}

const curveNames: Partial<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' }

const fixedBits: Partial<Record<string, number>> = {
  'P-256': 256,
  'P-384': 384,
  'P-521': 521,
  secp256k1: 256,
  Ed25519: 256,
  Ed448: 456,
}

function warningsFor(algorithm: string, bits = 0): string[] {
  if (algorithm.startsWith('RSA') && bits < 2048) return [`RSA with ${bits} bits is insecure; use 2048 or more`]
  if (algorithm === 'DSA') return ['Browsers accept no certificate with a DSA key']
  return []
}
