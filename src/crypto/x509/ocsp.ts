import { OctetString } from '@peculiar/asn1-schema'
import * as asn1 from '@peculiar/asn1-ocsp'
import { CRLReason, Extension } from '@peculiar/asn1-x509'
import { type Der, readDer, writeDer } from '#crypto/der.ts'
import { privateKeyObject } from '#crypto/private-key/key-object.ts'
import { Refusal } from '#crypto/refusal.ts'
import { readCertificate } from './certificate.ts'
import { keyIdentifier } from './extension.ts'
import type { Issuer } from './issuer.ts'
import { isIssuerOf, issuerAsked, issuerNames } from './ocsp-certificate-id.ts'
import { reasonInCrl, type Revocation } from './revocation-reason.ts'
import { serialText } from './serial-number.ts'
import { signatureOf, signingWith } from './signature.ts'
import { wholeSecond } from './validity.ts'

/** What the issuer knows of a serial number. It is unknown when the issuer never issued it. */
export type CertificateState = 'good' | Revocation

export interface OcspAnswer {
  request: Uint8Array
  issuer: Issuer
  /** By serial number, for those that the request asks for. */
  states: Partial<Record<string, CertificateState>>
  thisUpdate: Date
  nextUpdate: Date
}

const maxQuestions = 20
const longestNonce = 128 // RFC 9654

/** Which serial numbers an OCSP request (RFC 6960) asks for. */
export const askedSerialNumbers = (request: Uint8Array): string[] =>
  readRequest(request).tbsRequest.requestList.map(({ reqCert }) => serialText(reqCert.serialNumber))

/** The issuer that an OCSP request asks about first, as one of the `issuerNamesInOcsp`. */
export const askedIssuer = (request: Uint8Array): string => {
  const [first] = readRequest(request).tbsRequest.requestList
  return first ? issuerAsked(first.reqCert) : ''
}

export const issuerNamesInOcsp = (issuer: Der): string[] => issuerNames(readCertificate(issuer))

const failures = {
  malformed: asn1.OCSPResponseStatus.malformedRequest,
  tryLater: asn1.OCSPResponseStatus.tryLater,
  /** RFC 5019, 2.2.3: we cannot speak for that issuer. */
  unauthorized: asn1.OCSPResponseStatus.unauthorized,
}

/** An answer without a state; the protocol has it unsigned. */
export const ocspFailure = (failure: keyof typeof failures): Der =>
  writeDer(new asn1.OCSPResponse({ responseStatus: failures[failure] }))

/** The answer, signed by the issuer itself. A request that cannot be read gets the answer that the protocol has for it. */
export function answerOcsp(answer: OcspAnswer): Der {
  try {
    return signedAnswer(readRequest(answer.request), answer)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return ocspFailure('malformed')
  }
}

function signedAnswer({ tbsRequest }: asn1.OCSPRequest, { issuer, states, thisUpdate, nextUpdate }: OcspAnswer): Der {
  const certificate = readCertificate(issuer.certificate)
  const signing = signingWith(privateKeyObject(issuer.privateKey))
  const nonce = (tbsRequest.requestExtensions ?? []).filter(({ extnID }) => extnID === asn1.id_pkix_ocsp_nonce)
  const tbsResponseData = new asn1.ResponseData({
    responderID: new asn1.ResponderID({
      byKey: new asn1.KeyHash(keyIdentifier(certificate.tbsCertificate.subjectPublicKeyInfo)),
    }),
    producedAt: wholeSecond(thisUpdate),
    responses: tbsRequest.requestList.map(
      ({ reqCert }) =>
        new asn1.SingleResponse({
          certID: reqCert,
          certStatus: isIssuerOf(certificate, reqCert) ? status(states[serialText(reqCert.serialNumber)]) : unknown(),
          thisUpdate: wholeSecond(thisUpdate),
          nextUpdate: wholeSecond(nextUpdate),
        }),
    ),
    ...(nonce.length && { responseExtensions: nonce.map((extension) => new Extension(extension)) }),
  })
  const basic = new asn1.BasicOCSPResponse({
    tbsResponseData,
    signatureAlgorithm: signing.algorithm,
    signature: signatureOf(writeDer(tbsResponseData), signing),
  })
  return writeDer(
    new asn1.OCSPResponse({
      responseStatus: asn1.OCSPResponseStatus.successful,
      responseBytes: new asn1.ResponseBytes({
        responseType: asn1.id_pkix_ocsp_basic,
        response: new OctetString(writeDer(basic)),
      }),
    }),
  )
}

function readRequest(der: Uint8Array): asn1.OCSPRequest {
  const request = readDer(der, asn1.OCSPRequest, 'The OCSP request')
  const { requestList, requestExtensions = [] } = request.tbsRequest
  if (requestList.length === 0 || requestList.length > maxQuestions) {
    throw new Refusal('too-large', `The OCSP request must name 1 to ${maxQuestions} certificates`)
  }
  if (requestExtensions.some(({ extnValue }) => extnValue.byteLength > longestNonce + 4)) {
    throw new Refusal('too-large', 'The OCSP request has an extension that is too long')
  }
  return request
}

const status = (state: CertificateState | undefined): asn1.CertStatus => {
  if (state === undefined) return unknown()
  if (state === 'good') return new asn1.CertStatus({ good: null })
  const { at, reason } = state
  return new asn1.CertStatus({
    revoked: new asn1.RevokedInfo({
      revocationTime: wholeSecond(at),
      ...(reason !== 0 && { revocationReason: new CRLReason(reasonInCrl(reason)) }),
    }),
  })
}

const unknown = () => new asn1.CertStatus({ unknown: null })
