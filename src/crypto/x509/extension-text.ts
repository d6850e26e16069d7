import * as asn1 from '@peculiar/asn1-x509'
import { type Der, readDer, readFirst } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'
import { extensionBytes } from './extension.ts'
import { generalNameText } from './general-name-text.ts'

/** Readable content of an extension. */
export interface ExtensionText {
  oid: string
  /** Name in RFC 5280 and similar standards; otherwise the object identifier. */
  name: string
  critical: boolean
  /** One statement per line; hexadecimal for unknown content. */
  lines: string[]
}

const maxLines = 100
const maxBytesShown = 64

export function extensionText(extension: asn1.Extension): ExtensionText {
  const { extnID: oid, critical } = extension
  const known = readers[oid]
  const lines = linesOf(extensionBytes(extension), known)
  return { oid, name: known?.name ?? oid, critical, lines: lines.slice(0, maxLines + 1) }
}

/** Key usages by the names of RFC 5280, 4.2.1.3. */
export const keyUsages = (usage: asn1.KeyUsage): string[] =>
  Object.entries(asn1.KeyUsageFlags)
    .filter(([, flag]) => typeof flag === 'number' && usage.toNumber() & flag)
    .map(([name]) => name)

export const purposeNames = (usage: asn1.ExtendedKeyUsage): string[] => usage.map((oid) => purposes[oid] ?? oid)

interface Reader {
  name: string
  lines: (content: Der) => string[]
}

const reader = <T>(name: string, schema: new () => T, lines: (value: T) => string[]): Reader => ({
  name,
  lines: (content) => lines(readDer(content, schema, `The extension ${name}`)),
})

/** Limits the names shown, since an untrusted certificate may contain ten thousand. */
const namesReader = (name: string): Reader => ({
  name,
  lines: (content) => {
    const { items, count } = readFirst(maxLines, content, asn1.GeneralName, `The extension ${name}`)
    return count > maxLines ? [...nameLines(items), `and ${count - maxLines} more`] : nameLines(items)
  },
})

const nameLines = (names: readonly asn1.GeneralName[]) =>
  names.map((name) => {
    const { type, value } = generalNameText(name)
    return `${type}: ${value}`
  })

const readers: Partial<Record<string, Reader>> = {
  [asn1.id_ce_basicConstraints]: reader('basicConstraints', asn1.BasicConstraints, ({ cA, pathLenConstraint }) => [
    cA ? 'certificate authority' : 'no certificate authority',
    ...(pathLenConstraint === undefined ? [] : [`path length: ${pathLenConstraint}`]),
  ]),
  [asn1.id_ce_keyUsage]: reader('keyUsage', asn1.KeyUsage, keyUsages),
  [asn1.id_ce_extKeyUsage]: reader('extKeyUsage', asn1.ExtendedKeyUsage, purposeNames),
  [asn1.id_ce_subjectKeyIdentifier]: reader('subjectKeyIdentifier', asn1.SubjectKeyIdentifier, ({ buffer }) => [
    hex(buffer),
  ]),
  [asn1.id_ce_authorityKeyIdentifier]: reader(
    'authorityKeyIdentifier',
    asn1.AuthorityKeyIdentifier,
    ({ keyIdentifier, authorityCertIssuer = [], authorityCertSerialNumber }) => [
      ...(keyIdentifier ? [hex(keyIdentifier.buffer)] : []),
      ...nameLines(authorityCertIssuer),
      ...(authorityCertSerialNumber ? [`serial number: ${hex(authorityCertSerialNumber)}`] : []),
    ],
  ),
  [asn1.id_ce_subjectAltName]: namesReader('subjectAltName'),
  [asn1.id_ce_issuerAltName]: namesReader('issuerAltName'),
  [asn1.id_ce_certificatePolicies]: reader('certificatePolicies', asn1.CertificatePolicies, (policies) =>
    Array.from(policies, ({ policyIdentifier }) => policyIdentifier),
  ),
  [asn1.id_ce_cRLDistributionPoints]: reader('cRLDistributionPoints', asn1.CRLDistributionPoints, (points) =>
    points.flatMap(({ distributionPoint }) => nameLines(distributionPoint?.fullName ?? [])),
  ),
  [asn1.id_pe_authorityInfoAccess]: reader('authorityInfoAccess', asn1.AuthorityInfoAccessSyntax, (access) =>
    access.flatMap(({ accessMethod, accessLocation }) =>
      nameLines([accessLocation]).map((line) => `${accessMethods[accessMethod] ?? accessMethod}, ${line}`),
    ),
  ),
  [asn1.id_ce_nameConstraints]: reader(
    'nameConstraints',
    asn1.NameConstraints,
    ({ permittedSubtrees = [], excludedSubtrees = [] }) => [
      ...nameLines(Array.from(permittedSubtrees, ({ base }) => base)).map((line) => `permitted ${line}`),
      ...nameLines(Array.from(excludedSubtrees, ({ base }) => base)).map((line) => `excluded ${line}`),
    ],
  ),
}

const accessMethods: Partial<Record<string, string>> = { [asn1.id_ad_ocsp]: 'OCSP', [asn1.id_ad_caIssuers]: 'issuer' }

const purposes: Partial<Record<string, string>> = {
  [asn1.anyExtendedKeyUsage]: 'any',
  [asn1.id_kp_serverAuth]: 'serverAuth',
  [asn1.id_kp_clientAuth]: 'clientAuth',
  [asn1.id_kp_codeSigning]: 'codeSigning',
  [asn1.id_kp_emailProtection]: 'emailProtection',
  [asn1.id_kp_timeStamping]: 'timeStamping',
  [asn1.id_kp_OCSPSigning]: 'OCSPSigning',
}

/** A damaged extension only affects its own text, not the certificate. */
function linesOf(content: Der, known: Reader | undefined): string[] {
  const raw = hex(content.subarray(0, maxBytesShown)) + (content.length > maxBytesShown ? '…' : '')
  try {
    return known?.lines(content) ?? [raw]
  } catch (error) {
    if (error instanceof Refusal) return [`cannot be read: ${raw}`]
    throw error
  }
}

const hex = (bytes: ArrayBuffer | Der) => Buffer.from(new Uint8Array(bytes)).toString('hex').toUpperCase()
