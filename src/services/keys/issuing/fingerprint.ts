import type { Der } from '#crypto/der.ts'
import { fingerprint } from '#crypto/x509/certificate-summary.ts'

// Authorities are known by the SHA-256 of their certificate: AB:CD:… in tables, and abcd… in addresses.

export const fingerprintOf = (certificate: Der): string => fingerprint('sha256', certificate)

/** In either spelling; undefined when it is no SHA-256. */
export function readFingerprint(text: string): string | undefined {
  const digits = text.replaceAll(':', '')
  return /^[0-9a-f]{64}$/i.test(digits) ? digits.toUpperCase().replace(/..(?=.)/g, '$&:') : undefined
}

export const nameInAddress = (fingerprint: string): string => fingerprint.replaceAll(':', '').toLowerCase()
