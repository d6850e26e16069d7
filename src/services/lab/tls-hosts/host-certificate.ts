import { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import type { Der } from '#crypto/der.ts'
import type { KeyChoice } from '#crypto/private-key/key-choice.ts'
import { privateKeyObject } from '#crypto/private-key/key-object.ts'
import { generatePair } from '#crypto/private-key/key-pair.ts'
import { readAlternativeNames } from '#crypto/x509/alternative-name.ts'
import { certificateTemplates } from '#crypto/x509/certificate-template.ts'
import {
  alternativeNameExtension,
  createSelfSigned,
  endEntityExtensions,
  issue,
  readCertificate,
  readSpki,
} from '#crypto/x509/certificate.ts'
import { encodeName } from '#crypto/x509/distinguished-name.ts'
import * as extension from '#crypto/x509/extension.ts'
import { type Issuer, issuerIdentifier } from '#crypto/x509/issuer.ts'
import { type Signing, signingWith } from '#crypto/x509/signature.ts'
import type { Validity } from '#crypto/x509/validity.ts'

/** Certificate chain and private key of a TLS host. */
export interface HostIdentity {
  /** Leaf first. */
  chain: [Der, ...Der[]]
  /** PKCS#8 */
  privateKey: Der
}

export interface HostOrder {
  commonName: string
  /** Comma-separated; includes the common name only if listed here. */
  names: string
  key: KeyChoice
  validity: Validity
  /** Signs with SHA-1. */
  sha1?: boolean
}

/** Issues certificates without restrictions, since the lab needs expired and weak ones. */
export async function issueIdentity(authority: Issuer, order: HostOrder): Promise<HostIdentity> {
  const { privateKey, publicKey } = await generatePair(order.key)
  const issuer = readCertificate(authority.certificate)
  const subject = encodeName({ commonName: order.commonName, organization: 'Triptych lab' })
  const spki = readSpki(publicKey)
  const key = privateKeyObject(authority.privateKey)
  const certificate = issue({
    issuerName: issuer.tbsCertificate.subject,
    subjectName: subject,
    publicKey: spki,
    validity: order.validity,
    extensions: [
      ...endEntityExtensions(spki, certificateTemplates.WebServer),
      extension.subjectKeyIdentifier(spki),
      extension.authorityKeyIdentifier(issuerIdentifier(issuer)),
      ...alternativeNameExtension(readAlternativeNames(order.names), subject),
    ],
    signing: order.sha1 ? sha1Signing(signingWith(key)) : signingWith(key),
  })
  return { chain: [certificate, authority.certificate, ...(authority.above ?? [])], privateKey }
}

export async function selfSignedIdentity({ commonName, names, key, validity }: HostOrder): Promise<HostIdentity> {
  const { privateKey } = await generatePair(key)
  const subject = { commonName, organization: 'Triptych lab' }
  const alternativeNames = readAlternativeNames(names)
  return { chain: [createSelfSigned({ subject, alternativeNames, privateKey, validity })], privateKey }
}

/** Ed25519 has no SHA-1 variant, so its signatures are unchanged. */
function sha1Signing(signing: Signing): Signing {
  const algorithm = withSha1[signing.key.asymmetricKeyType ?? '']
  if (!algorithm) return signing
  const { parameters } = signing.algorithm
  return { ...signing, digest: 'SHA1', algorithm: new AlgorithmIdentifier({ algorithm, parameters }) }
}

const withSha1: Partial<Record<string, string>> = { rsa: '1.2.840.113549.1.1.5', ec: '1.2.840.10045.4.1' }
