import * as asn1 from '@peculiar/asn1-x509'
import { type Der, writeDer } from '#crypto/der.ts'
import { keyFacts } from '#crypto/private-key/key-facts.ts'
import { Refusal } from '#crypto/refusal.ts'
import { type AlternativeName, encodeAlternativeName, issuableName, withCommonName } from './alternative-name.ts'
import { certificateTemplates, type CertificateTemplate, type TemplateName } from './certificate-template.ts'
import {
  alternativeNameExtension,
  authorityExtensions,
  endEntityExtensions,
  issue,
  type StatusAddresses,
  validityOfCertificate,
} from './certificate.ts'
import { readName } from './distinguished-name.ts'
import * as extension from './extension.ts'
import { type GeneralNameText, generalNameText } from './general-name-text.ts'
import { type Issuer, issuerIdentifier, requireAuthority } from './issuer.ts'
import { type NameConstraints, requireWithinConstraints } from './name-constraints.ts'
import { verifyRequest, requestedExtensions, requestedNames, requestedPurposes } from './request.ts'
import { type Digest, signingWith } from './signature.ts'
import { type Validity, withinIssuer } from './validity.ts'

export interface SigningOrder {
  request: Uint8Array
  issuer: Issuer
  template: TemplateName | CertificateTemplate
  validity: Validity
  /** Path length limit of a SubCA; by default, 0. */
  pathLength?: number
  /** Name constraints of a SubCA; by default, none. */
  nameConstraints?: NameConstraints
  digest?: Digest
  addresses?: StatusAddresses
}

export interface SignedRequest {
  certificate: Der
  /** Requested names that were not issued: unsupported or malformed. */
  lostNames: GeneralNameText[]
  /** Object identifiers of requested extensions that the template determines instead. */
  ignoredExtensions: string[]
  /** Weaknesses of the certificate. */
  warnings: string[]
}

/** Issues a certificate for a request, by a root, an intermediate or the lab's external authority. */
export function signRequest(order: SigningOrder): SignedRequest {
  const request = verifyRequest(order.request)
  const { subject, subjectPKInfo } = request.certificationRequestInfo
  const warnings = requireUsableKey(writeDer(subjectPKInfo))
  const template: CertificateTemplate =
    typeof order.template === 'string' ? certificateTemplates[order.template] : order.template
  const authority = requireAuthority(order.issuer, template.authority ? (order.pathLength ?? 0) : undefined)
  const wanted = requestedExtensions(request)
  const names = requestedNames(wanted).map(generalNameText)
  const kept = names.flatMap((name) => issuableName(name) ?? [])
  const granted = template.authority ? kept : withOwnName(kept, readName(subject).commonName, template)
  requireWithinConstraints(authority.chain, granted)

  const certificate = issue({
    issuerName: authority.certificate.tbsCertificate.subject,
    subjectName: subject,
    publicKey: subjectPKInfo,
    validity: withinIssuer(order.validity, validityOfCertificate(authority.certificate)),
    extensions: [
      ...(template.authority
        ? [...authorityExtensions({ pathLength: order.pathLength ?? 0 }, subject, template), ...constraintsIn(order)]
        : endEntityExtensions(subjectPKInfo, { ...template, purposes: purposes(wanted, template) })),
      extension.subjectKeyIdentifier(subjectPKInfo),
      extension.authorityKeyIdentifier(issuerIdentifier(authority.certificate)),
      ...alternativeNameExtension(granted, subject),
      ...addressExtensions(order.addresses),
    ],
    signing: signingWith(authority.key, order.digest),
  })
  return {
    certificate,
    lostNames: names.filter((name) => !issuableName(name)),
    ignoredExtensions: wanted.map(({ extnID }) => extnID).filter((id) => !heeded.includes(id)),
    warnings,
  }
}

/** RSA 1024 is allowed with a warning; shorter keys can be broken on a laptop. */
function requireUsableKey(publicKey: Der): string[] {
  const { algorithm, bits = 0, warnings } = keyFacts(publicKey)
  if (!algorithm.startsWith('RSA') || bits >= shortestRsa) return warnings
  throw new Refusal('not-allowed', `The key of the request has only ${bits} bits`, 'request')
}

const shortestRsa = 1024

const heeded: string[] = [asn1.id_ce_subjectAltName, asn1.id_ce_extKeyUsage]

function purposes(wanted: asn1.Extension[], { purposes, allowed, added = [] }: CertificateTemplate): readonly string[] {
  const asked = requestedPurposes(wanted)
  const granted = asked.filter((purpose) => allowed.includes(purpose))
  const more = asked.filter((purpose) => added.includes(purpose) && !purposes.includes(purpose))
  return granted.length ? granted : [...purposes, ...more]
}

/** Adds the common name, if the template includes names of its type. */
function withOwnName(names: readonly AlternativeName[], commonName: string | undefined, template: CertificateTemplate) {
  const [own] = withCommonName([], commonName)
  return own && template.commonNameAs && !template.commonNameAs.includes(own.type)
    ? [...names]
    : withCommonName(names, commonName)
}

function constraintsIn({ nameConstraints }: SigningOrder): asn1.Extension[] {
  const { permitted = [], excluded = [] } = nameConstraints ?? {}
  if (permitted.length + excluded.length === 0) return []
  return [extension.nameConstraints(permitted.map(encodeAlternativeName), excluded.map(encodeAlternativeName))]
}

const addressExtensions = ({ crlUrl, ocspUrl, issuerUrl }: StatusAddresses = {}): asn1.Extension[] => [
  ...(crlUrl ? [extension.crlDistributionPoint(crlUrl)] : []),
  ...(ocspUrl || issuerUrl ? [extension.authorityAccess({ ocspUrl, issuerUrl })] : []),
]
