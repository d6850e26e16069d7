import { createHash } from 'node:crypto'
import { OctetString } from '@peculiar/asn1-schema'
import * as asn1 from '@peculiar/asn1-x509'
import { type Der, readDer, writeDer } from '#crypto/der.ts'
import { type AlternativeName, encodeAlternativeName } from './alternative-name.ts'

// One function per extension that we write. Criticality follows RFC 5280, 4.2.

const extension = (extnID: string, critical: boolean, value: object) =>
  new asn1.Extension({ extnID, critical, extnValue: new OctetString(writeDer(value)) })

export const basicConstraints = (authority: { pathLength?: number } | undefined): asn1.Extension =>
  extension(
    asn1.id_ce_basicConstraints,
    true,
    new asn1.BasicConstraints(authority ? { cA: true, pathLenConstraint: authority.pathLength } : { cA: false }),
  )

/** Critical: verifiers without support must reject certificates issued below (RFC 5280, 4.2.1.10). */
export const nameConstraints = (permitted: readonly asn1.GeneralName[], excluded: readonly asn1.GeneralName[]) => {
  const subtrees = (names: readonly asn1.GeneralName[]) =>
    names.length ? new asn1.GeneralSubtrees(names.map((base) => new asn1.GeneralSubtree({ base }))) : undefined
  return extension(
    asn1.id_ce_nameConstraints,
    true,
    new asn1.NameConstraints({ permittedSubtrees: subtrees(permitted), excludedSubtrees: subtrees(excluded) }),
  )
}

export const keyUsage = (flags: number): asn1.Extension =>
  extension(asn1.id_ce_keyUsage, true, new asn1.KeyUsage(flags))

export const extendedKeyUsage = (purposes: readonly string[]): asn1.Extension =>
  extension(asn1.id_ce_extKeyUsage, false, new asn1.ExtendedKeyUsage([...purposes]))

export const subjectKeyIdentifier = (spki: asn1.SubjectPublicKeyInfo): asn1.Extension =>
  extension(asn1.id_ce_subjectKeyIdentifier, false, new asn1.SubjectKeyIdentifier(keyIdentifier(spki)))

export const authorityKeyIdentifier = (identifier: ArrayBuffer): asn1.Extension =>
  extension(
    asn1.id_ce_authorityKeyIdentifier,
    false,
    new asn1.AuthorityKeyIdentifier({ keyIdentifier: new asn1.KeyIdentifier(identifier) }),
  )

/** Critical if the subject is empty. */
export const alternativeNames = (names: readonly AlternativeName[], alone = false): asn1.Extension =>
  extension(asn1.id_ce_subjectAltName, alone, new asn1.SubjectAlternativeName(names.map(encodeAlternativeName)))

export const crlDistributionPoint = (url: string): asn1.Extension =>
  extension(
    asn1.id_ce_cRLDistributionPoints,
    false,
    new asn1.CRLDistributionPoints([
      new asn1.DistributionPoint({ distributionPoint: new asn1.DistributionPointName({ fullName: [uri(url)] }) }),
    ]),
  )

export const authorityAccess = ({ ocspUrl, issuerUrl }: { ocspUrl?: string; issuerUrl?: string }): asn1.Extension => {
  const access = (accessMethod: string, url?: string) =>
    url ? [new asn1.AccessDescription({ accessMethod, accessLocation: uri(url) })] : []
  return extension(
    asn1.id_pe_authorityInfoAccess,
    false,
    new asn1.AuthorityInfoAccessSyntax([
      ...access(asn1.id_ad_ocsp, ocspUrl),
      ...access(asn1.id_ad_caIssuers, issuerUrl),
    ]),
  )
}

export const crlNumber = (number: number): asn1.Extension =>
  extension(asn1.id_ce_cRLNumber, false, new asn1.CRLNumber(number))

export const crlReason = (reason: asn1.CRLReasons): asn1.Extension =>
  extension(asn1.id_ce_cRLReasons, false, new asn1.CRLReason(reason))

/** RFC 5280, 4.2.1.2, method 1. */
export const keyIdentifier = ({ subjectPublicKey }: asn1.SubjectPublicKeyInfo): ArrayBuffer =>
  Uint8Array.from(createHash('sha1').update(new Uint8Array(subjectPublicKey)).digest()).buffer

export const extensionBytes = ({ extnValue }: asn1.Extension): Der => new Uint8Array(extnValue.buffer)

/** Parses the extension; undefined if absent. */
export function findExtension<T>(extensions: asn1.Extension[] = [], oid: string, schema: new () => T): T | undefined {
  const found = extensions.find(({ extnID }) => extnID === oid)
  return found && readDer(extensionBytes(found), schema, `The extension ${oid}`)
}

const uri = (url: string) => new asn1.GeneralName({ uniformResourceIdentifier: url })
