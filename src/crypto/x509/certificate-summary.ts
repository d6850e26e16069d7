import { createHash } from 'node:crypto'
import * as asn1 from '@peculiar/asn1-x509'
import { type Der, readFirst, writeDer } from '#crypto/der.ts'
import { type KeyFacts, keyFacts } from '#crypto/private-key/key-facts.ts'
import { publicKeyObject } from '#crypto/private-key/key-object.ts'
import { Refusal } from '#crypto/refusal.ts'
import { maxAlternativeNames } from './alternative-name.ts'
import { readCertificate, validityOfCertificate } from './certificate.ts'
import { type DistinguishedName, readName } from './distinguished-name.ts'
import { type ExtensionText, extensionText, keyUsages, purposeNames } from './extension-text.ts'
import { extensionBytes, findExtension } from './extension.ts'
import { type GeneralNameText, generalNameText } from './general-name-text.ts'
import { serialText } from './serial-number.ts'
import { isSigned, signatureName } from './signature.ts'
import type { Validity } from './validity.ts'

/** Certificate data for display and lists. Plain data: it can cross threads and be stored. */
export interface CertificateSummary extends Validity {
  kind: 'root' | 'intermediate' | 'self-signed' | 'end entity'
  version: number
  serialNumber: string
  subject: DistinguishedName & { text: string }
  issuer: DistinguishedName & { text: string }
  key: KeyFacts
  signatureAlgorithm: string
  /** At most 1,000; `alternativeNameCount` is the total. */
  alternativeNames: GeneralNameText[]
  alternativeNameCount: number
  authority: boolean
  pathLength: number | undefined
  keyUsages: string[]
  purposes: string[]
  crlUrls: string[]
  ocspUrls: string[]
  fingerprints: { sha1: string; sha256: string }
  extensions: ExtensionText[]
}

const longestSerialNumber = 40 // bytes; RFC 5280 allows 20, but slightly longer ones are in use

export function summarizeCertificate(der: Der): CertificateSummary {
  const certificate = readCertificate(der)
  const { tbsCertificate, signatureAlgorithm } = certificate
  const { serialNumber, subject, issuer, subjectPublicKeyInfo, version } = tbsCertificate
  if (serialNumber.byteLength > longestSerialNumber) {
    throw new Refusal('too-large', `The serial number has more than ${longestSerialNumber} bytes`)
  }
  return {
    kind: kindOf(certificate),
    version: version + 1,
    serialNumber: serialText(serialNumber),
    subject: readName(subject),
    issuer: readName(issuer),
    ...validityOfCertificate(certificate),
    key: keyFacts(writeDer(subjectPublicKeyInfo)),
    signatureAlgorithm: signatureName(signatureAlgorithm),
    ...ofExtensions(tbsCertificate.extensions),
    fingerprints: { sha1: fingerprint('sha1', der), sha256: fingerprint('sha256', der) },
    extensions: Array.from(tbsCertificate.extensions ?? [], extensionText),
  }
}

/** In input order, with undefined for unreadable certificates. */
export function summarizeCertificates(certificates: readonly Der[]): (CertificateSummary | undefined)[] {
  return certificates.map((certificate) => orAbsent(() => summarizeCertificate(certificate)))
}

function ofExtensions(extensions: asn1.Extension[] = []) {
  const constraints = readable(extensions, asn1.id_ce_basicConstraints, asn1.BasicConstraints)
  const pathLength = constraints?.pathLenConstraint
  const usage = readable(extensions, asn1.id_ce_keyUsage, asn1.KeyUsage)
  const purposes = readable(extensions, asn1.id_ce_extKeyUsage, asn1.ExtendedKeyUsage)
  const points = readable(extensions, asn1.id_ce_cRLDistributionPoints, asn1.CRLDistributionPoints) ?? []
  const access = readable(extensions, asn1.id_pe_authorityInfoAccess, asn1.AuthorityInfoAccessSyntax) ?? []
  return {
    ...namesOf(extensions.find(({ extnID }) => extnID === asn1.id_ce_subjectAltName)),
    authority: constraints?.cA === true,
    pathLength: Number.isSafeInteger(pathLength) ? pathLength : undefined, // an unrepresentable length is no limit
    keyUsages: usage ? keyUsages(usage) : [],
    purposes: purposes ? Array.from(purposeNames(purposes)) : [],
    crlUrls: urls(points.flatMap(({ distributionPoint }) => distributionPoint?.fullName ?? [])),
    ocspUrls: urls(
      access.filter(({ accessMethod }) => accessMethod === asn1.id_ad_ocsp).map(({ accessLocation }) => accessLocation),
    ),
  }
}

function namesOf(extension: asn1.Extension | undefined) {
  const { items, count } = orAbsent(
    () =>
      extension && readFirst(maxAlternativeNames, extensionBytes(extension), asn1.GeneralName, 'The alternative names'),
  ) ?? { items: [], count: 0 }
  return { alternativeNames: items.map(generalNameText), alternativeNameCount: count }
}

const urls = (names: asn1.GeneralName[]): string[] =>
  Array.from(names, ({ uniformResourceIdentifier }) => uniformResourceIdentifier).filter((url) => url !== undefined)

const readable = <T>(extensions: asn1.Extension[], oid: string, schema: new () => T): T | undefined =>
  orAbsent(() => findExtension(extensions, oid, schema))

/** Damaged extensions count as absent here; `extension-text.ts` reports them. */
function orAbsent<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

function kindOf(certificate: asn1.Certificate): CertificateSummary['kind'] {
  const { extensions = [] } = certificate.tbsCertificate
  const authority = readable([...extensions], asn1.id_ce_basicConstraints, asn1.BasicConstraints)?.cA === true
  if (isSelfSigned(certificate)) return authority ? 'root' : 'self-signed'
  return authority ? 'intermediate' : 'end entity'
}

function isSelfSigned({ tbsCertificate, tbsCertificateRaw, signatureAlgorithm, signatureValue }: asn1.Certificate) {
  const { subject, issuer, subjectPublicKeyInfo } = tbsCertificate
  if (!Buffer.from(writeDer(subject)).equals(writeDer(issuer))) return false
  const signed = new Uint8Array(tbsCertificateRaw ?? new ArrayBuffer())
  try {
    return isSigned(signed, signatureAlgorithm, signatureValue, publicKeyObject(writeDer(subjectPublicKeyInfo)))
  } catch (error) {
    if (error instanceof Refusal) return true // claims so; not verifiable with this key type
    throw error
  }
}

export const fingerprint = (hash: 'sha1' | 'sha256', der: Der): string =>
  createHash(hash)
    .update(der)
    .digest('hex')
    .toUpperCase()
    .replace(/..(?=.)/g, '$&:')
