import { randomBytes } from 'node:crypto'
import * as asn1 from '@peculiar/asn1-ocsp'
import { OctetString } from '@peculiar/asn1-schema'
import { type Certificate, Extension, ExtendedKeyUsage, id_ce_extKeyUsage } from '@peculiar/asn1-x509'
import { type Der, readDer, writeDer } from '#crypto/der.ts'
import { publicKeyObject } from '#crypto/private-key/key-object.ts'
import { Refusal } from '#crypto/refusal.ts'
import { readCertificate } from '#crypto/x509/certificate.ts'
import { findIssuer } from '#crypto/x509/chain.ts'
import { findExtension } from '#crypto/x509/extension.ts'
import { certificateId, isIssuerOf } from '#crypto/x509/ocsp-certificate-id.ts'
import type { CertificateState } from '#crypto/x509/ocsp.ts'
import { reasonFromCrl } from '#crypto/x509/revocation-reason.ts'
import { serialText } from '#crypto/x509/serial-number.ts'
import { isSigned } from '#crypto/x509/signature.ts'
import { requireCurrentTimes } from '#crypto/x509/validity.ts'

/** An OCSP request to an external authority, with what is needed to verify the response. */
export interface OcspQuestion {
  certificate: Der
  issuer: Der
  request: Der
}

export function createOcspQuestion(certificate: Der, issuer: Der): OcspQuestion {
  const reqCert = certificateId(readCertificate(certificate), readCertificate(issuer))
  const nonce = writeDer(new OctetString(randomBytes(16)))
  const tbsRequest = new asn1.TBSRequest({
    requestList: [new asn1.Request({ reqCert })],
    requestExtensions: [new Extension({ extnID: asn1.id_pkix_ocsp_nonce, extnValue: new OctetString(nonce) })],
  })
  return { certificate, issuer, request: writeDer(new asn1.OCSPRequest({ tbsRequest })) }
}

/** The certificate's state, after verifying the response's signer, nonce and validity. */
export function readOcspAnswer(
  answer: Uint8Array,
  question: OcspQuestion,
  now = new Date(),
): CertificateState | 'unknown' {
  const { responseStatus, responseBytes } = readDer(answer, asn1.OCSPResponse, what)
  if (
    responseStatus !== asn1.OCSPResponseStatus.successful ||
    responseBytes?.responseType !== asn1.id_pkix_ocsp_basic
  ) {
    throw new Refusal('not-found', `The responder gave no status:  ${responseStatus}`)
  }
  const basic = readDer(new Uint8Array(responseBytes.response.buffer), asn1.BasicOCSPResponse, what)
  const issuer = readCertificate(question.issuer)
  if (!signers(basic, question.issuer, issuer).some((signer) => isSignedBy(signer, basic))) {
    throw new Refusal('not-authentic', 'The response is not signed by the issuer of the certificate')
  }
  requireSameNonce(basic, question)
  const serialNumber = serialText(readCertificate(question.certificate).tbsCertificate.serialNumber)
  const single = basic.tbsResponseData.responses.find(
    ({ certID }) => serialText(certID.serialNumber) === serialNumber && isIssuerOf(issuer, certID),
  )
  if (!single) throw new Refusal('not-found', 'The response is for another certificate')
  requireCurrentTimes('The response', single, now)
  return stateIn(single)
}

const what = 'The OCSP response'

const stateIn = ({ certStatus: { revoked, good } }: asn1.SingleResponse): CertificateState | 'unknown' => {
  if (revoked) return { reason: reasonFromCrl(revoked.revocationReason?.reason), at: revoked.revocationTime }
  return good === null ? 'good' : 'unknown'
}

/** Permitted signers: the issuer, and delegated responders. */
function signers({ certs = [] }: asn1.BasicOCSPResponse, issuerDer: Der, issuer: Certificate): Certificate[] {
  const delegates = certs.filter(
    (certificate) =>
      findIssuer(writeDer(certificate), [issuerDer]) !== undefined &&
      findExtension(certificate.tbsCertificate.extensions, id_ce_extKeyUsage, ExtendedKeyUsage)?.includes(
        asn1.id_kp_OCSPSigning,
      ),
  )
  return [issuer, ...delegates]
}

const isSignedBy = (signer: Certificate, basic: asn1.BasicOCSPResponse): boolean =>
  isSigned(
    new Uint8Array(basic.tbsResponseDataRaw ?? new ArrayBuffer()),
    basic.signatureAlgorithm,
    basic.signature,
    publicKeyObject(writeDer(signer.tbsCertificate.subjectPublicKeyInfo)),
  )

/** A nonce may be missing, as in presigned responses; a different one belongs to another request. */
function requireSameNonce({ tbsResponseData }: asn1.BasicOCSPResponse, { request }: OcspQuestion): void {
  const answered = nonceIn(tbsResponseData.responseExtensions)
  const asked = nonceIn(readDer(request, asn1.OCSPRequest, 'The question').tbsRequest.requestExtensions)
  if (answered !== undefined && answered !== asked) {
    throw new Refusal('not-authentic', 'The response belongs to another request')
  }
}

const nonceIn = (extensions: Extension[] = []): string | undefined => {
  const found = extensions.find(({ extnID }) => extnID === asn1.id_pkix_ocsp_nonce)
  return found && Buffer.from(found.extnValue.buffer).toString('hex')
}
