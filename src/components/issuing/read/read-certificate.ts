import { BasicConstraints, Certificate, type Extension, id_ce_basicConstraints } from '@peculiar/asn1-x509'
import { parsed } from './der.ts'
import { blocksIn, hex } from './pem.ts'
import { readSubject, type Subject } from './names.ts'
import { type KeyFacts, keyFacts } from './public-key.ts'
import { namesOf } from './read-request.ts'
import { signatureText } from './verify.ts'

export type ReadCertificate = {
  subject: Subject
  issuer: Subject
  names: string[]
  key: KeyFacts
  serialNumber: string
  notBefore: Date
  notAfter: Date
  signatureAlgorithm: string
  /** Set for CA certificates (CA:TRUE); `pathLength` is undefined without a constraint. */
  authority?: { pathLength: number | undefined }
}

/** The certificates of a file in order; other content is ignored. */
export const readCertificates = (file: Uint8Array): ReadCertificate[] =>
  blocksIn(file).flatMap(({ bytes }) => {
    const certificate = parsed(bytes, Certificate)
    return certificate ? [factsOf(certificate)] : []
  })

function factsOf({ tbsCertificate: tbs, signatureAlgorithm }: Certificate): ReadCertificate {
  return {
    subject: readSubject(tbs.subject),
    issuer: readSubject(tbs.issuer),
    names: namesOf([...(tbs.extensions ?? [])]),
    key: keyFacts(tbs.subjectPublicKeyInfo),
    serialNumber: hex(tbs.serialNumber).replace(/^0+(?=.)/, ''),
    notBefore: tbs.validity.notBefore.getTime(),
    notAfter: tbs.validity.notAfter.getTime(),
    signatureAlgorithm: signatureText(signatureAlgorithm),
    ...authorityIn([...(tbs.extensions ?? [])]),
  }
}

function authorityIn(extensions: readonly Extension[]): Pick<ReadCertificate, 'authority'> {
  const found = extensions.find(({ extnID }) => extnID === id_ce_basicConstraints)
  const constraints = found && parsed(found.extnValue.buffer, BasicConstraints)
  return constraints?.cA ? { authority: { pathLength: constraints.pathLenConstraint } } : {}
}
