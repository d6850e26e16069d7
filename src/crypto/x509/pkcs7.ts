import {
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  id_data,
  id_signedData,
  SignerInfos,
} from '@peculiar/asn1-cms'
import { AsnProp, AsnPropTypes } from '@peculiar/asn1-schema'
import { bytesOf, type Der, partsOf, readDer, readElement, writeDer } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'
import { readCertificate } from './certificate.ts'

// P7B: a SignedData structure without content and signers that only holds certificates (RFC 5652, 5.1).

export const signedDataOid = id_signedData

const what = 'The PKCS#7 file'
const certificatesTag = 0

/** Certificates are copied byte for byte, since re-encoding could invalidate their signatures. */
export function readPkcs7(file: Uint8Array): Der[] {
  const { contentType, content } = readDer(file, ContentInfo, what, { berAllowed: true })
  if (contentType !== id_signedData)
    throw new Refusal('unsupported', 'The PKCS#7 file contains no certificates', 'file')
  const signedData = partsOf(readElement(new Uint8Array(content), what, { berAllowed: true }))
  const certificates = signedData.find(
    ({ idBlock: { tagClass, tagNumber } }) => tagClass === contextSpecific && tagNumber === certificatesTag,
  )
  return (certificates ? partsOf(certificates) : [])
    .filter(({ idBlock: { tagClass } }) => tagClass === universal) // excludes attribute certificates
    .map((element) => {
      const der = bytesOf(element)
      readCertificate(der)
      return der
    })
}

// tag class in asn1js
const universal = 1
const contextSpecific = 3

/** The needed part of SignedData. Certificates are "any", to preserve their encoding. */
class CertificatesOnly {
  version = CMSVersion.v1
  digestAlgorithms = new DigestAlgorithmIdentifiers()
  content = new EncapsulatedContentInfo({ eContentType: id_data })
  certificates: ArrayBuffer[] = []
  signers = new SignerInfos()
}
AsnProp({ type: AsnPropTypes.Integer })(CertificatesOnly.prototype, 'version')
AsnProp({ type: DigestAlgorithmIdentifiers })(CertificatesOnly.prototype, 'digestAlgorithms')
AsnProp({ type: EncapsulatedContentInfo })(CertificatesOnly.prototype, 'content')
AsnProp({ type: AsnPropTypes.Any, context: certificatesTag, implicit: true, repeated: 'set' })(
  CertificatesOnly.prototype,
  'certificates',
)
AsnProp({ type: SignerInfos })(CertificatesOnly.prototype, 'signers')

export function writePkcs7(certificates: readonly Der[]): Der {
  const signedData = Object.assign(new CertificatesOnly(), {
    certificates: certificates.map((der) => Uint8Array.from(der).buffer),
  })
  return writeDer(new ContentInfo({ contentType: id_signedData, content: writeDer(signedData).buffer }))
}
