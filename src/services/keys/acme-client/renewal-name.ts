import { AuthorityKeyIdentifier, type Certificate, id_ce_authorityKeyIdentifier } from '@peculiar/asn1-x509'
import { findExtension } from '#crypto/x509/extension.ts'

/** Certificate identifier for renewal information (RFC 9773, 4.1). */
export function renewalName({ tbsCertificate }: Certificate): string | undefined {
  const found = findExtension(tbsCertificate.extensions, id_ce_authorityKeyIdentifier, AuthorityKeyIdentifier)
  const key = found?.keyIdentifier?.buffer
  if (!key) return undefined
  const text = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64url')
  return `${text(key)}.${text(tbsCertificate.serialNumber)}`
}
