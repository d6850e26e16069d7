import type { KeyObject } from 'node:crypto'
import * as asn1 from '@peculiar/asn1-x509'
import { type Der, writeDer } from '#crypto/der.ts'
import { belongTogether, privateKeyObject } from '#crypto/private-key/key-object.ts'
import { Refusal } from '#crypto/refusal.ts'
import { readCertificate } from './certificate.ts'
import { findExtension, keyIdentifier } from './extension.ts'

export interface Issuer {
  certificate: Der
  /** PKCS#8 */
  privateKey: Der
  /** Known certificates above it, nearest first, whose path length limits apply. */
  above?: readonly Der[]
}

/** An issuer whose certificate permits the request and matches the key. */
export interface Authority {
  certificate: asn1.Certificate
  key: KeyObject
  /** Its certificate and those above it, nearest first. */
  chain: readonly asn1.Certificate[]
}

/** Checks that the issuer may issue a leaf, or an authority with `pathLengthBelow` more authorities below it. */
export function requireAuthority(issuer: Issuer, pathLengthBelow: number | undefined): Authority {
  if (pathLengthBelow !== undefined && !(Number.isSafeInteger(pathLengthBelow) && pathLengthBelow >= 0)) {
    throw new Refusal('not-allowed', 'The path length is a whole number, zero or more', 'pathLength')
  }
  const certificate = parsed(issuer.certificate)
  const { extensions, subjectPublicKeyInfo } = certificate.tbsCertificate
  if (!isAuthority(certificate)) {
    throw new Refusal('not-allowed', 'The signing certificate is not a certificate authority', 'issuer')
  }
  const usage = findExtension(extensions, asn1.id_ce_keyUsage, asn1.KeyUsage)
  if (usage && !(usage.toNumber() & asn1.KeyUsageFlags.keyCertSign)) {
    throw new Refusal('not-allowed', 'The key usage of this authority does not allow signing certificates', 'issuer')
  }
  const key = privateKeyObject(issuer.privateKey)
  if (!belongTogether(key, writeDer(subjectPublicKeyInfo))) {
    throw new Refusal('not-allowed', 'The private key does not match the authority', 'privateKey')
  }
  const chain = [certificate, ...(issuer.above ?? []).map(parsed)]
  const allowed = authoritiesAllowedBelow(chain)
  if (pathLengthBelow !== undefined && pathLengthBelow >= allowed) {
    throw new Refusal('not-allowed', tooDeep(allowed), pathLengthBelow ? 'pathLength' : 'issuer')
  }
  return { certificate, key, chain }
}

const known = new WeakMap<Der, asn1.Certificate>()

/** Caches parsed issuers: parsing takes as long as signing. */
function parsed(der: Der): asn1.Certificate {
  const certificate = known.get(der) ?? readCertificate(der)
  known.set(der, certificate)
  return certificate
}

const tooDeep = (allowed: number) =>
  allowed > 0
    ? `The authority allows no path length above ${allowed - 1}`
    : 'The authority may sign certificates but not further authorities'

/** RFC 5280, 6.1.4 (k): version 3, with basicConstraints. */
const isAuthority = ({ tbsCertificate: { extensions } }: asn1.Certificate): boolean =>
  findExtension(extensions, asn1.id_ce_basicConstraints, asn1.BasicConstraints)?.cA === true

/**
 * Nearest first. Each limit counts the authorities below its own certificate, so higher ones are reduced by their
 * distance.
 */
function authoritiesAllowedBelow(chain: asn1.Certificate[]): number {
  const limits = chain.map(({ tbsCertificate: { extensions } }, depth) => {
    const constraints = findExtension(extensions, asn1.id_ce_basicConstraints, asn1.BasicConstraints)
    return (constraints?.pathLenConstraint ?? Infinity) - depth
  })
  return Math.min(...limits)
}

/** Authority key identifier: the subject key identifier of the issuer, which need not be a SHA-1 hash. */
export function issuerIdentifier({ tbsCertificate }: asn1.Certificate): ArrayBuffer {
  const { extensions, subjectPublicKeyInfo } = tbsCertificate
  const stated = findExtension(extensions, asn1.id_ce_subjectKeyIdentifier, asn1.SubjectKeyIdentifier)
  return stated ? stated.buffer : keyIdentifier(subjectPublicKeyInfo)
}
