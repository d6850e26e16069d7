import { randomBytes, X509Certificate } from 'node:crypto'
import * as asn1 from '@peculiar/asn1-x509'
import { type Der, readDer } from '#crypto/der.ts'
import { privateKeyObject } from '#crypto/private-key/key-object.ts'
import { publicKeyOf } from '#crypto/private-key/key-pair.ts'
import { Refusal } from '#crypto/refusal.ts'
import type { AlternativeName } from './alternative-name.ts'
import { type DistinguishedName, encodeName } from './distinguished-name.ts'
import * as extension from './extension.ts'
import { type Digest, type Signing, signingWith } from './signature.ts'
import { signObject } from './signed-object.ts'
import { readTime, type Validity } from './validity.ts'

/** CRL, OCSP and issuer addresses in a certificate. */
export interface StatusAddresses {
  crlUrl?: string
  ocspUrl?: string
  issuerUrl?: string
}

export interface SelfSigned {
  subject: DistinguishedName
  alternativeNames: readonly AlternativeName[]
  /** PKCS#8 */
  privateKey: Der
  validity: Validity
  digest?: Digest
  /** Set for a root certificate; otherwise, it is a server certificate. */
  authority?: { pathLength?: number }
  /** Usages of a server certificate; by default, those of a TLS server. */
  usage?: { keyUsages?: readonly string[]; purposes: readonly string[] }
}

/** Creates a self-signed certificate: a root or a server certificate. */
export function createSelfSigned(wanted: SelfSigned): Der {
  const name = encodeName(wanted.subject)
  const publicKey = readSpki(publicKeyOf(wanted.privateKey))
  return issue({
    issuerName: name,
    subjectName: name,
    publicKey,
    validity: wanted.validity,
    extensions: [
      ...(wanted.authority
        ? authorityExtensions(wanted.authority, name)
        : endEntityExtensions(publicKey, wanted.usage ?? { purposes: [asn1.id_kp_serverAuth] })),
      extension.subjectKeyIdentifier(publicKey),
      extension.authorityKeyIdentifier(extension.keyIdentifier(publicKey)),
      ...alternativeNameExtension(wanted.alternativeNames, name),
    ],
    signing: signingWith(privateKeyObject(wanted.privateKey), wanted.digest),
  })
}

type Usage = { keyUsages?: readonly string[]; purposes?: readonly string[] }

export function authorityExtensions(
  authority: { pathLength?: number },
  subject: asn1.Name,
  { keyUsages = [], purposes = [] }: Usage = {},
): asn1.Extension[] {
  // RFC 5280, 4.1.2.6: the subject becomes the issuer name of issued certificates
  if (subject.length === 0) throw new Refusal('not-allowed', 'A certificate authority needs a subject', 'subject')
  const { keyCertSign, cRLSign, digitalSignature } = asn1.KeyUsageFlags
  return [
    extension.basicConstraints(authority),
    // digitalSignature, since the authority signs its own OCSP responses
    extension.keyUsage(keyCertSign | cRLSign | digitalSignature | flagsOf(keyUsages)),
    ...(purposes.length > 0 ? [extension.extendedKeyUsage(purposes)] : []),
  ]
}

const ofTlsServer = ['digitalSignature', 'keyEncipherment']

export function endEntityExtensions(
  spki: asn1.SubjectPublicKeyInfo,
  { keyUsages = ofTlsServer, purposes = [] }: Usage,
): asn1.Extension[] {
  const kept = keyUsages.filter((usage) => isPossible(usage, spki.algorithm.algorithm))
  if (kept.length === 0)
    throw new Refusal('not-allowed', `A key of this type cannot be used for ${keyUsages.join(', ')}`, 'request')
  return [
    extension.basicConstraints(undefined),
    extension.keyUsage(flagsOf(kept)),
    ...(purposes.length > 0 ? [extension.extendedKeyUsage(purposes)] : []),
  ]
}

/**
 * Only RSA keys can encrypt session keys, only elliptic curve keys support key agreement (RFC 8813, 3; RFC 4055, 1.2).
 */
function isPossible(usage: string, algorithm: string): boolean {
  if (usage === 'keyEncipherment' || usage === 'dataEncipherment') return algorithm === '1.2.840.113549.1.1.1'
  return usage !== 'keyAgreement' || algorithm === '1.2.840.10045.2.1'
}

const flagsOf = (names: readonly string[]): number =>
  Object.entries(asn1.KeyUsageFlags).reduce(
    (flags, [name, flag]) => (names.includes(name) && typeof flag === 'number' ? flags | flag : flags),
    0,
  )

export const alternativeNameExtension = (names: readonly AlternativeName[], subject: asn1.Name): asn1.Extension[] => {
  if (names.length) return [extension.alternativeNames(names, subject.length === 0)]
  if (subject.length) return []
  throw new Refusal('not-allowed', 'A certificate needs a subject or an alternative name', 'subject')
}

export const readCertificate = (der: Uint8Array): asn1.Certificate => readDer(der, asn1.Certificate, 'The certificate')

export const validityOfCertificate = ({ tbsCertificate: { validity } }: asn1.Certificate): Validity => ({
  notBefore: readTime(validity.notBefore),
  notAfter: readTime(validity.notAfter),
})

export const readSpki = (der: Der): asn1.SubjectPublicKeyInfo =>
  readDer(der, asn1.SubjectPublicKeyInfo, 'The public key')

interface Issuance {
  issuerName: asn1.Name
  subjectName: asn1.Name
  publicKey: asn1.SubjectPublicKeyInfo
  validity: Validity
  extensions: asn1.Extension[]
  signing: Signing
}

/** Encodes and signs a certificate. Callers enforce issuing policies. */
export function issue({ issuerName, subjectName, publicKey, validity, extensions, signing }: Issuance): Der {
  const tbsCertificate = new asn1.TBSCertificate({
    version: asn1.Version.v3,
    serialNumber: randomSerialNumber(),
    signature: signing.algorithm,
    issuer: issuerName,
    validity: new asn1.Validity(validity),
    subject: subjectName,
    subjectPublicKeyInfo: publicKey,
    extensions: new asn1.Extensions(extensions),
  })
  const certificate = signObject(tbsCertificate, signing)
  assertReadable(certificate)
  return certificate
}

/** 126 random bits, positive and of constant length. */
function randomSerialNumber(): ArrayBuffer {
  const bytes = Uint8Array.from(randomBytes(16))
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes.buffer
}

/** Never issues a certificate that Node's parser rejects. */
const assertReadable = (certificate: Der): unknown => new X509Certificate(certificate).publicKey
