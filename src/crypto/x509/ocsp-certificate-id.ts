import { createHash } from 'node:crypto'
import { CertID } from '@peculiar/asn1-ocsp'
import { OctetString } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier, type Certificate } from '@peculiar/asn1-x509'
import { writeDer } from '#crypto/der.ts'

// OCSP certificate identifiers (RFC 6960, 4.1.1): hashes of the issuer's name and key, and the serial number.

const sha1 = '1.3.14.3.2.26'

const hashes: Partial<Record<string, string>> = {
  [sha1]: 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

/** SHA-1, which every responder supports; collision resistance is not needed here. */
export const certificateId = (certificate: Certificate, issuer: Certificate): CertID =>
  new CertID({
    hashAlgorithm: new AlgorithmIdentifier({ algorithm: sha1, parameters: null }),
    issuerNameHash: new OctetString(digest('sha1', nameOf(issuer))),
    issuerKeyHash: new OctetString(digest('sha1', keyOf(issuer))),
    serialNumber: certificate.tbsCertificate.serialNumber,
  })

/** Whether the identifier refers to a certificate of this issuer. */
export function isIssuerOf(issuer: Certificate, { hashAlgorithm, issuerNameHash, issuerKeyHash }: CertID): boolean {
  const hash = hashes[hashAlgorithm.algorithm]
  return (
    hash !== undefined &&
    digest(hash, nameOf(issuer)).equals(new Uint8Array(issuerNameHash.buffer)) &&
    digest(hash, keyOf(issuer)).equals(new Uint8Array(issuerKeyHash.buffer))
  )
}

/** The issuer's identifier as text, for look-ups. */
export const issuerKeyText = ({ hashAlgorithm, issuerNameHash, issuerKeyHash }: CertID): string =>
  [hashAlgorithm.algorithm, hex(issuerNameHash.buffer), hex(issuerKeyHash.buffer)].join(' ')

/** Identifiers of this issuer, one per supported hash. */
export const issuerNames = (issuer: Certificate): string[] =>
  Object.entries(hashes).flatMap(([oid, hash]) =>
    hash ? [[oid, hex(digest(hash, nameOf(issuer))), hex(digest(hash, keyOf(issuer)))].join(' ')] : [],
  )

const hex = (bytes: ArrayBuffer | Uint8Array) => Buffer.from(new Uint8Array(bytes)).toString('hex')

const nameOf = ({ tbsCertificate: { subject } }: Certificate) => writeDer(subject)
const keyOf = ({ tbsCertificate: { subjectPublicKeyInfo } }: Certificate) =>
  new Uint8Array(subjectPublicKeyInfo.subjectPublicKey)

const digest = (hash: string, bytes: Uint8Array) => createHash(hash).update(bytes).digest()
