import type { Der } from '#crypto/der.ts'
import { fingerprint } from '#crypto/x509/certificate-summary.ts'

// Authorities are identified by the SHA-256 of their certificate: AB:CD:… in tables, abcd… in URLs.

export const fingerprintOf = (certificate: Der): string => fingerprint('sha256', certificate)

/** Accepts either form; undefined if invalid. */
export function readFingerprint(text: string): string | undefined {
  const digits = text.replaceAll(':', '')
  return /^[0-9a-f]{64}$/i.test(digits) ? digits.toUpperCase().replace(/..(?=.)/g, '$&:') : undefined
}

export const nameInAddress = (fingerprint: string): string => fingerprint.replaceAll(':', '').toLowerCase()
