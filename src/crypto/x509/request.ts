import { CertificationRequest, CertificationRequestInfo } from '@peculiar/asn1-csr'
import * as asn1 from '@peculiar/asn1-x509'
import { type Der, readDer, writeDer } from '#crypto/der.ts'
import { type KeyFacts, keyFacts } from '#crypto/private-key/key-facts.ts'
import { belongTogether, privateKeyObject, publicKeyObject } from '#crypto/private-key/key-object.ts'
import { publicKeyOf } from '#crypto/private-key/key-pair.ts'
import { Refusal } from '#crypto/refusal.ts'
import { type AlternativeName, maxAlternativeNames } from './alternative-name.ts'
import { readRequestFile } from './certificate-file.ts'
import { alternativeNameExtension, readSpki } from './certificate.ts'
import { type DistinguishedName, encodeName, readName } from './distinguished-name.ts'
import { extendedKeyUsage, findExtension } from './extension.ts'
import { type GeneralNameText, generalNameText } from './general-name-text.ts'
import { type Digest, isSigned, signatureName, signingWith } from './signature.ts'
import { signObject } from './signed-object.ts'

const extensionRequest = '1.2.840.113549.1.9.14' // PKCS #9

export interface RequestInput {
  subject: DistinguishedName
  alternativeNames: readonly AlternativeName[]
  /** PKCS#8 */
  privateKey: Der
  digest?: Digest
  /** Object identifiers of the requested extended key usages. */
  purposes?: readonly string[]
}

/** Creates a PKCS #10 request, which has no validity period. */
export function createRequest({ subject, alternativeNames, privateKey, digest, purposes = [] }: RequestInput): Der {
  const signing = signingWith(privateKeyObject(privateKey), digest)
  const name = encodeName(subject)
  const wanted = [
    ...alternativeNameExtension(alternativeNames, name),
    ...(purposes.length > 0 ? [extendedKeyUsage(purposes)] : []),
  ]
  const info = new CertificationRequestInfo({
    subject: name,
    subjectPKInfo: readSpki(publicKeyOf(privateKey)),
  })
  if (wanted.length) {
    info.attributes.push(
      new asn1.Attribute({ type: extensionRequest, values: [writeDer(new asn1.Extensions(wanted)).buffer] }),
    )
  }
  return signObject(info, signing)
}

export interface RequestSummary {
  subject: DistinguishedName & { text: string }
  alternativeNames: GeneralNameText[]
  /** SubjectPublicKeyInfo */
  publicKey: Der
  key: KeyFacts
  signatureAlgorithm: string
  /** Object identifiers of the requested extensions. */
  wantedExtensions: string[]
  /** Object identifiers of the requested extended key usages. */
  wantedPurposes: string[]
}

export function summarizeRequest(der: Uint8Array): RequestSummary {
  const request = readRequest(der)
  const { subject, subjectPKInfo } = request.certificationRequestInfo
  const publicKey = writeDer(subjectPKInfo)
  const extensions = requestedExtensions(request)
  return {
    subject: readName(subject),
    alternativeNames: requestedNames(extensions).map(generalNameText),
    publicKey,
    key: keyFacts(publicKey),
    signatureAlgorithm: signatureName(request.signatureAlgorithm),
    wantedExtensions: extensions.map(({ extnID }) => extnID),
    wantedPurposes: requestedPurposes(extensions),
  }
}

/** The only request in a file, with a verified signature. Untrusted: run it in a worker. */
export function openRequestFile(file: Uint8Array): { request: Der; summary: RequestSummary } {
  const request = readRequestFile(file)
  verifyRequest(request)
  return { request, summary: summarizeRequest(request) }
}

/** The signature proves possession of the private key; requests without it are rejected. */
export function verifyRequest(der: Uint8Array): CertificationRequest {
  const request = readRequest(der)
  const { certificationRequestInfo, certificationRequestInfoRaw, signatureAlgorithm, signature } = request
  const signed = new Uint8Array(certificationRequestInfoRaw ?? new ArrayBuffer())
  const key = publicKeyObject(writeDer(certificationRequestInfo.subjectPKInfo))
  if (isSigned(signed, signatureAlgorithm, signature, key)) return request
  throw new Refusal('not-authentic', 'The request is not signed with its own key', 'request')
}

export const isForKey = (request: Uint8Array, privateKey: Uint8Array): boolean =>
  belongTogether(privateKeyObject(privateKey), summarizeRequest(request).publicKey)

export function requestedExtensions(request: CertificationRequest): asn1.Extension[] {
  const attribute = request.certificationRequestInfo.attributes.find(({ type }) => type === extensionRequest)
  const [value] = attribute?.values ?? []
  return value ? [...readDer(new Uint8Array(value), asn1.Extensions, 'The list of requested extensions')] : []
}

export function requestedNames(extensions: asn1.Extension[]): asn1.GeneralName[] {
  const names = findExtension(extensions, asn1.id_ce_subjectAltName, asn1.SubjectAlternativeName) ?? []
  if (names.length <= maxAlternativeNames) return [...names]
  throw new Refusal('too-large', `The request contains more than ${maxAlternativeNames} alternative names`, 'request')
}

export const requestedPurposes = (extensions: asn1.Extension[]): string[] =>
  Array.from(findExtension(extensions, asn1.id_ce_extKeyUsage, asn1.ExtendedKeyUsage) ?? [])

const readRequest = (der: Uint8Array) => readDer(der, CertificationRequest, 'The request')
