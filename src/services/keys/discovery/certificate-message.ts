import { X509Certificate } from 'node:crypto'
import { discoveryMessage } from '#contract/keys/rules/hosts/discovery-message.ts'
import type { Der } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'
import { isAddress, type Target } from './target.ts'

/** Short description with anomalies; the inventory has the details. Fast even with 10,000 names. */
export function certificateMessage({ host }: Target, certificate: Der | undefined): string {
  const found = parse(certificate)
  const name = /^CN=(.+)$/m.exec(found.subject)?.[1]?.slice(0, longestName) ?? 'A certificate without a common name'
  const remarks = [
    ...(isSelfSigned(found) ? ['self-signed'] : []),
    ...(isAddress(host) || found.checkHost(host) ? [] : [`does not name ${host}`]), // an address is rarely named
  ]
  return discoveryMessage({ name, from: found.validFromDate, to: found.validToDate, remarks }, Date.now())
}

function parse(certificate: Der | undefined): X509Certificate {
  if (!certificate) throw new Refusal('not-found', 'The server sends no certificate')
  try {
    return new X509Certificate(certificate)
  } catch {
    throw new Refusal('damaged', 'The certificate that the server sends cannot be read')
  }
}

/** `checkIssued` is unsuitable, since it requires a CA certificate. */
function isSelfSigned(certificate: X509Certificate): boolean {
  if (certificate.subject !== certificate.issuer) return false
  try {
    return certificate.verify(certificate.publicKey)
  } catch {
    return true // claims so; not verifiable with this key type
  }
}

const longestName = 80
