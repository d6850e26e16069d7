import * as asn1 from '@peculiar/asn1-x509'
import { type Der, readDer, writeDer } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'
import { readCertificate } from '#crypto/x509/certificate.ts'
import { findExtension } from '#crypto/x509/extension.ts'
import type { CertificateState } from '#crypto/x509/ocsp.ts'
import { isRevocationListBy } from '#crypto/x509/revocation-list.ts'
import { reasonFromCrl } from '#crypto/x509/revocation-reason.ts'
import { serialText } from '#crypto/x509/serial-number.ts'
import { readTime, requireCurrentTimes } from '#crypto/x509/validity.ts'

/** State of a certificate in an external revocation list, with the list's times. */
export interface ListedState {
  state: CertificateState
  thisUpdate: Date
  nextUpdate: Date | undefined
}

const what = 'The revocation list'

/** Verifies the list's signature, validity, and scope (RFC 5280, 6.3.3), and looks up the certificate. */
export function stateInRevocationList(
  list: Uint8Array,
  { certificate, issuer }: { certificate: Der; issuer: Der },
  now = new Date(),
): ListedState {
  const { tbsCertList } = readDer(list, asn1.CertificateList, what)
  const { tbsCertificate } = readCertificate(certificate)
  const by = readCertificate(issuer).tbsCertificate
  if (!isSameName(tbsCertList.issuer, by.subject) || !isSameName(tbsCertificate.issuer, by.subject)) {
    throw new Refusal('not-authentic', 'The list is of another authority')
  }
  const usage = findExtension(by.extensions, asn1.id_ce_keyUsage, asn1.KeyUsage)
  if (usage && (usage.toNumber() & asn1.KeyUsageFlags.cRLSign) === 0) {
    throw new Refusal('not-authentic', 'The issuer may not sign revocation lists')
  }
  if (!isRevocationListBy(issuer, list)) {
    throw new Refusal('not-authentic', 'The list is not signed by the issuer of the certificate')
  }
  const thisUpdate = readTime(tbsCertList.thisUpdate)
  const nextUpdate = tbsCertList.nextUpdate && readTime(tbsCertList.nextUpdate)
  requireCurrentTimes('The list', { thisUpdate, nextUpdate }, now)
  requireCovered(tbsCertList, tbsCertificate)
  const serial = serialText(tbsCertificate.serialNumber)
  const found = tbsCertList.revokedCertificates?.find(({ userCertificate }) => serialText(userCertificate) === serial)
  if (!found) return { state: 'good', thisUpdate, nextUpdate }
  const reason = findExtension(found.crlEntryExtensions, asn1.id_ce_cRLReasons, asn1.CRLReason)?.reason
  return { state: { at: readTime(found.revocationDate), reason: reasonFromCrl(reason) }, thisUpdate, nextUpdate }
}

const isSameName = (one: asn1.Name, other: asn1.Name) => Buffer.from(writeDer(one)).equals(Buffer.from(writeDer(other)))

/** Rejects partial and delta lists, where absence does not mean that a certificate is valid. */
function requireCovered(list: asn1.TBSCertList, { extensions }: asn1.TBSCertificate): void {
  const critical = (list.crlExtensions ?? []).filter((extension) => extension.critical)
  if (critical.some(({ extnID }) => extnID !== asn1.id_ce_issuingDistributionPoint)) {
    throw new Refusal('unsupported', 'The list has parts that are not understood here, such as changes to another list')
  }
  const point = findExtension(list.crlExtensions, asn1.id_ce_issuingDistributionPoint, asn1.IssuingDistributionPoint)
  if (!point) return
  const isAuthority = findExtension(extensions, asn1.id_ce_basicConstraints, asn1.BasicConstraints)?.cA === true
  const isOther = isAuthority ? point.onlyContainsUserCerts : point.onlyContainsCACerts
  if (isOther || point.indirectCRL || point.onlySomeReasons || point.onlyContainsAttributeCerts) {
    throw new Refusal('unsupported', 'The list is about other certificates, or about some reasons only')
  }
}
