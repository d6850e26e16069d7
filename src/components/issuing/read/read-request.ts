import { CertificationRequest } from '@peculiar/asn1-csr'
import { AsnConvert } from '@peculiar/asn1-schema'
import { type Extension, Extensions, id_ce_subjectAltName, SubjectAlternativeName } from '@peculiar/asn1-x509'
import { parsed } from './der.ts'
import { blocksIn, hex, toPem } from './pem.ts'
import { readName, readSubject, type Subject } from './names.ts'
import { type KeyFacts, keyFacts } from './public-key.ts'
import { type SignatureState, signatureState, signatureText } from './verify.ts'

const extensionRequest = '1.2.840.113549.1.9.14' // PKCS #9 extensionRequest

export type RequestFacts = {
  subject: Subject
  names: string[]
  key: KeyFacts
  /** DER-encoded SubjectPublicKeyInfo. */
  spki: Uint8Array<ArrayBuffer>
  signatureAlgorithm: string
  pem: string
}
export type ReadRequest = RequestFacts & {
  /** SHA-256 of the public key, to distinguish requests with the same name. */
  keyFingerprint: string
  signature: SignatureState
}

/** Parses a certificate request (PKCS #10) in the browser; undefined if the file contains none. */
export const requestFacts = (file: Uint8Array): RequestFacts | undefined => found(file)?.facts

/** Parses a certificate request and verifies its signature. */
export async function readRequest(file: Uint8Array): Promise<ReadRequest | undefined> {
  const { facts, request } = found(file) ?? {}
  if (!facts || !request) return undefined
  const signature = await signatureState({
    content: request.certificationRequestInfoRaw ?? AsnConvert.serialize(request.certificationRequestInfo),
    algorithm: request.signatureAlgorithm,
    signature: request.signature,
    key: request.certificationRequestInfo.subjectPKInfo,
    spki: facts.spki,
  })
  return { ...facts, signature, keyFingerprint: await fingerprintOf(facts.spki) }
}

function found(file: Uint8Array): { facts: RequestFacts; request: CertificationRequest } | undefined {
  const block = blocksIn(file).find(({ label }) => label === '' || /^(NEW )?CERTIFICATE REQUEST$/.test(label))
  const request = block && parsed(block.bytes, CertificationRequest)
  if (!request) return undefined
  const { subject, subjectPKInfo, attributes } = request.certificationRequestInfo
  const wanted = attributes.find(({ type }) => type === extensionRequest)?.values[0]
  const facts = {
    subject: readSubject(subject),
    names: namesOf(wanted ? [...(parsed(wanted, Extensions) ?? [])] : []),
    key: keyFacts(subjectPKInfo),
    spki: new Uint8Array(AsnConvert.serialize(subjectPKInfo)),
    signatureAlgorithm: signatureText(request.signatureAlgorithm),
    pem: toPem('CERTIFICATE REQUEST', block.bytes),
  }
  return { facts, request }
}

export function namesOf(extensions: readonly Extension[]): string[] {
  const found = extensions.find(({ extnID }) => extnID === id_ce_subjectAltName)
  const names = found && parsed(found.extnValue.buffer, SubjectAlternativeName)
  return [...(names ?? [])].map(readName)
}

/** SHA-256 in hexadecimal; empty outside of secure contexts, where WebCrypto is unavailable. */
const fingerprintOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  globalThis.isSecureContext ? hex(await crypto.subtle.digest('SHA-256', bytes)) : ''
