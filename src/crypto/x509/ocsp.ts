import { OctetString } from '@peculiar/asn1-schema'
import * as asn1 from '@peculiar/asn1-ocsp'
import { CRLReason, Extension } from '@peculiar/asn1-x509'
import { type Der, readDer, writeDer } from '#crypto/der.ts'
import { privateKeyObject } from '#crypto/private-key/key-object.ts'
import { Refusal } from '#crypto/refusal.ts'
import { readCertificate } from './certificate.ts'
import { keyIdentifier } from './extension.ts'
import type { Issuer } from './issuer.ts'
import { isIssuerOf, issuerKeyText, issuerNames } from './ocsp-certificate-id.ts'
import { reasonInCrl, type Revocation } from './revocation-reason.ts'
import { serialText } from './serial-number.ts'
import { signatureOf, signingWith } from './signature.ts'
import { wholeSecond } from './validity.ts'

/** State of a serial number. Absent if the issuer never issued it. */
export type CertificateState = 'good' | Revocation

export interface OcspAnswer {
  request: Uint8Array
  issuer: Issuer
  /** States of the requested serial numbers. */
  states: Partial<Record<string, CertificateState>>
  thisUpdate: Date
  nextUpdate: Date
}

const maxQuestions = 20
const longestNonce = 128 // RFC 9654

/** Serial numbers in an OCSP request (RFC 6960). */
export const requestedSerialNumbers = (request: Uint8Array): string[] =>
  readRequest(request).tbsRequest.requestList.map(({ reqCert }) => serialText(reqCert.serialNumber))

/** First issuer in an OCSP request, in the form of `issuerNamesInOcsp`. */
export const requestedIssuer = (request: Uint8Array): string => {
  const [first] = readRequest(request).tbsRequest.requestList
  return first ? issuerKeyText(first.reqCert) : ''
}

export const issuerNamesInOcsp = (issuer: Der): string[] => issuerNames(readCertificate(issuer))

const failures = {
  malformed: asn1.OCSPResponseStatus.malformedRequest,
  tryLater: asn1.OCSPResponseStatus.tryLater,
  /** RFC 5019, 2.2.3: not authoritative for that issuer. */
  unauthorized: asn1.OCSPResponseStatus.unauthorized,
}

/** An error response, which is unsigned in the protocol. */
export const ocspFailure = (failure: keyof typeof failures): Der =>
  writeDer(new asn1.OCSPResponse({ responseStatus: failures[failure] }))

/** A response signed by the issuer; an error response for unreadable requests. */
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
