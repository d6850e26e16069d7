import * as asn1 from '@peculiar/asn1-x509'
import { type Der, readDer, writeDer } from '#crypto/der.ts'
import { privateKeyObject, publicKeyObject } from '#crypto/private-key/key-object.ts'
import { readCertificate } from './certificate.ts'
import { readName } from './distinguished-name.ts'
import { authorityKeyIdentifier, crlNumber, crlReason, findExtension } from './extension.ts'
import { type Issuer, issuerIdentifier } from './issuer.ts'
import { reasonFromCrl, reasonInCrl, type Revocation } from './revocation-reason.ts'
import { serialBytes, serialText } from './serial-number.ts'
import { type Digest, isSigned, signatureName, signingWith } from './signature.ts'
import { signObject } from './signed-object.ts'
import { readTime } from './validity.ts'

export interface RevokedCertificate extends Revocation {
  serialNumber: string
}

export interface RevocationListInput {
  issuer: Issuer
  /** Increases with each list of the issuer. */
  number: number
  revoked: readonly RevokedCertificate[]
  thisUpdate: Date
  nextUpdate: Date
  digest?: Digest
}

/**
 * Creates a complete list (RFC 5280, 5), which omits certificates released from hold. Takes about 0.1 ms per entry:
 * create long lists in a worker.
 */
export function createRevocationList(wish: RevocationListInput): Der {
  const issuer = readCertificate(wish.issuer.certificate)
  const signing = signingWith(privateKeyObject(wish.issuer.privateKey), wish.digest)
  const tbsCertList = new asn1.TBSCertList({
    version: asn1.Version.v2,
    signature: signing.algorithm,
    issuer: issuer.tbsCertificate.subject,
    thisUpdate: new asn1.Time(wish.thisUpdate),
    nextUpdate: new asn1.Time(wish.nextUpdate),
    revokedCertificates: wish.revoked.length ? wish.revoked.map(entry) : undefined, // omitted if empty
    crlExtensions: [authorityKeyIdentifier(issuerIdentifier(issuer)), crlNumber(wish.number)],
  })
  return signObject(tbsCertList, signing)
}

const entry = ({ serialNumber, at, reason }: RevokedCertificate) =>
  new asn1.RevokedCertificate({
    userCertificate: serialBytes(serialNumber),
    revocationDate: new asn1.Time(at),
    crlEntryExtensions: reason === 0 ? undefined : [crlReason(reasonInCrl(reason))], // RFC 5280, 5.3.1: 0 is not written
  })

export interface RevocationListSummary {
  issuer: string
  /** Text, since it may have up to 20 bytes. */
  number: string | undefined
  thisUpdate: Date
  nextUpdate: Date | undefined
  signatureAlgorithm: string
  revoked: RevokedCertificate[]
}

export function summarizeRevocationList(der: Uint8Array): RevocationListSummary {
  const { tbsCertList, signatureAlgorithm } = readList(der)
  const number = findExtension(tbsCertList.crlExtensions, asn1.id_ce_cRLNumber, asn1.CRLNumber)
  return {
    issuer: readName(tbsCertList.issuer).text,
    number: number && String(number.value),
    thisUpdate: readTime(tbsCertList.thisUpdate),
    nextUpdate: tbsCertList.nextUpdate && readTime(tbsCertList.nextUpdate),
    signatureAlgorithm: signatureName(signatureAlgorithm),
    revoked: (tbsCertList.revokedCertificates ?? []).map((revoked) => ({
      serialNumber: serialText(revoked.userCertificate),
      at: readTime(revoked.revocationDate),
      reason: reasonFromCrl(findExtension(revoked.crlEntryExtensions, asn1.id_ce_cRLReasons, asn1.CRLReason)?.reason),
    })),
  }
}

export function isRevocationListBy(issuer: Der, der: Uint8Array): boolean {
  const { tbsCertListRaw, signatureAlgorithm, signature } = readList(der)
  const { subjectPublicKeyInfo } = readCertificate(issuer).tbsCertificate
  const signed = new Uint8Array(tbsCertListRaw ?? new ArrayBuffer())
  return isSigned(signed, signatureAlgorithm, signature, publicKeyObject(writeDer(subjectPublicKeyInfo)))
}

const readList = (der: Uint8Array) => readDer(der, asn1.CertificateList, 'The revocation list')
