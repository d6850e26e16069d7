import { X509Certificate } from 'node:crypto'
import type { Der } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'

const longestChain = 20 // far longer than any chain in use

export interface Chain {
  /** The certificate, its issuer, and so on. */
  certificates: Der[]
  /** Whether it ends with a self-signed certificate. */
  complete: boolean
}

/**
 * Builds the chain of a certificate. Unrelated certificates are ignored; candidates may be in any order and repeated.
 */
export function chainOf(certificate: Der, candidates: readonly Der[]): Chain {
  const pool = candidates.flatMap(parsed)
  const chain = [requireParsed(certificate)]
  for (;;) {
    const last = chain.at(-1)
    if (!last || isSelfIssued(last)) return { certificates: chain.map(bytes), complete: true }
    const issuer = pool.find((candidate) => isIssuedBy(last, candidate))
    if (!issuer || includes(chain, issuer)) return { certificates: chain.map(bytes), complete: false }
    if (chain.length === longestChain) throw new Refusal('too-large', `The chain is longer than ${longestChain}`)
    chain.push(issuer)
  }
}

/** The candidate that signed this certificate, by name, key identifier and signature. */
export function findIssuer(certificate: Der, candidates: readonly Der[]): Der | undefined {
  const subject = requireParsed(certificate)
  return candidates.find((candidate) => parsed(candidate).some((issuer) => isIssuedBy(subject, issuer)))
}

/** The certificate that issued none of the others. */
export function findLeaf(certificates: readonly Der[]): Der | undefined {
  const all = certificates.flatMap(parsed)
  const leaf = all.find((one) => !all.some((other) => other !== one && isIssuedBy(other, one)))
  return leaf && bytes(leaf)
}

/** Checks name, key identifier and signature. */
export const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate) =>
  certificate.checkIssued(issuer) && isSignedBy(certificate, issuer)

/** `checkIssued` requires a CA certificate, which self-signed server certificates are not. */
export const isSelfIssued = (certificate: X509Certificate) =>
  certificate.subject === certificate.issuer && isSignedBy(certificate, certificate)

function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.verify(issuer.publicKey)
  } catch {
    return false // the key type cannot have made this signature
  }
}

const includes = (chain: X509Certificate[], certificate: X509Certificate) =>
  chain.some(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256)

const bytes = ({ raw }: X509Certificate): Der => Uint8Array.from(raw)

function parsed(certificate: Der): X509Certificate[] {
  try {
    return [new X509Certificate(certificate)]
  } catch {
    return [] // skip unreadable candidates
  }
}

function requireParsed(certificate: Der): X509Certificate {
  const [found] = parsed(certificate)
  if (!found) throw new Refusal('damaged', 'The certificate cannot be read', 'certificate')
  return found
}
