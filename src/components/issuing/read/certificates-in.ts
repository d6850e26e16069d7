/** Loaded when a file is chosen: all certificates of PEM, DER, P7B (PKCS #7), their bare base64, and zip archives. */
import { ContentInfo, id_signedData, SignedData } from '@peculiar/asn1-cms'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate } from '@peculiar/asn1-x509'
import { isZip, unzipped } from '#components/bulk/archive.ts'
import { parsed } from './der.ts'
import { blocksIn, hex, toPem } from './pem.ts'
import { type ReadCertificate, readCertificates } from './read-certificate.ts'

export type FoundCertificate = ReadCertificate & {
  der: Uint8Array<ArrayBuffer>
  /** SubjectPublicKeyInfo, in hexadecimal; so are the names, as the certificate has them. */
  spki: string
  subjectName: string
  issuerName: string
}

/** Each once, in the order of the file. Refuses a zip archive that is damaged or too large. */
export function certificatesIn(file: Uint8Array): FoundCertificate[] {
  const files = isZip(file) ? unzipped(file).map(({ bytes }) => bytes) : [file]
  const ders = files.flatMap((bytes) => blocksIn(bytes).flatMap(({ bytes: block }) => certificatesOf(block)))
  return [...new Map(ders.map((der) => [hex(der), der])).values()].flatMap(foundIn)
}

function certificatesOf(block: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  if (parsed(block, Certificate)) return [block]
  const info = parsed(block, ContentInfo)
  const signed = info?.contentType === id_signedData ? parsed(info.content, SignedData) : undefined
  return [...(signed?.certificates ?? [])].flatMap(({ certificate }) =>
    certificate ? new Uint8Array(AsnConvert.serialize(certificate)) : [],
  )
}

function foundIn(der: Uint8Array<ArrayBuffer>): FoundCertificate[] {
  const certificate = parsed(der, Certificate)
  const [facts] = readCertificates(der)
  if (!certificate || !facts) return []
  const { subject, issuer, subjectPublicKeyInfo } = certificate.tbsCertificate
  return [
    {
      ...facts,
      der,
      spki: hex(AsnConvert.serialize(subjectPublicKeyInfo)),
      subjectName: hex(AsnConvert.serialize(subject)),
      issuerName: hex(AsnConvert.serialize(issuer)),
    },
  ]
}

export const isSelfIssued = ({ subjectName, issuerName }: FoundCertificate) => subjectName === issuerName

/** The certificate and those above it that the file has, and who is missing above the last of them. */
export function chainIn(own: FoundCertificate, all: readonly FoundCertificate[]) {
  const chain = [own]
  for (;;) {
    const top = chain.at(-1) ?? own
    if (isSelfIssued(top)) return { chain, missing: undefined }
    const above = all.find((one) => one.subjectName === top.issuerName && !chain.includes(one))
    if (!above) return { chain, missing: top.issuer }
    chain.push(above)
  }
}

/** As every server takes them. */
export const pemOf = (certificates: readonly FoundCertificate[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(certificates.map(({ der }) => toPem('CERTIFICATE', der)).join(''))
