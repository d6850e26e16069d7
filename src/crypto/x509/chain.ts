import { X509Certificate } from 'node:crypto'
import type { Der } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'

const longestChain = 20 // far longer than any in use

export interface Chain {
  /** The certificate itself, then its issuer, and so on. */
  certificates: Der[]
  /** Whether it ends at a certificate that is its own issuer. */
  complete: boolean
}

/** Puts certificates in order. What does not lead to an issuer is left out; the order and duplicates do not matter. */
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

/** The certificate among the candidates that signed this one: by name, by key identifier, and by its signature. */
export function findIssuer(certificate: Der, candidates: readonly Der[]): Der | undefined {
  const subject = requireParsed(certificate)
  return candidates.find((candidate) => parsed(candidate).some((issuer) => isIssuedBy(subject, issuer)))
}

/** The one that issued none of the others: the certificate that a file of several is about. */
export function findLeaf(certificates: readonly Der[]): Der | undefined {
  const all = certificates.flatMap(parsed)
  const leaf = all.find((one) => !all.some((other) => other !== one && isIssuedBy(other, one)))
  return leaf && bytes(leaf)
}

/** By name, by key identifier, and by its signature. */
export const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate) =>
  certificate.checkIssued(issuer) && isSignedBy(certificate, issuer)

/** `checkIssued` wants an authority; a server's own certificate is none, and is its own issuer all the same. */
export const isSelfIssued = (certificate: X509Certificate) =>
  certificate.subject === certificate.issuer && isSignedBy(certificate, certificate)

function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.verify(issuer.publicKey)
  } catch {
    return false // a key that cannot have made this signature
  }
}

const includes = (chain: X509Certificate[], certificate: X509Certificate) =>
  chain.some(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256)

const bytes = ({ raw }: X509Certificate): Der => Uint8Array.from(raw)

function parsed(certificate: Der): X509Certificate[] {
  try {
    return [new X509Certificate(certificate)]
  } catch {
    return [] // no candidate
  }
}

function requireParsed(certificate: Der): X509Certificate {
  const [found] = parsed(certificate)
  if (!found) throw new Refusal('damaged', 'The certificate cannot be read', 'certificate')
  return found
}
