/** Finds all certificates in PEM, DER, PKCS #7 and base64 files and in zip archives. Loaded on demand. */
import { ContentInfo, id_signedData, SignedData } from '@peculiar/asn1-cms'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate } from '@peculiar/asn1-x509'
import { isZip, unzipped } from '#components/bulk/archive.ts'
import { parsed } from './der.ts'
import { blocksIn, hex, toPem } from './pem.ts'
import { type ReadCertificate, readCertificates } from './read-certificate.ts'

export type FoundCertificate = ReadCertificate & {
  der: Uint8Array<ArrayBuffer>
  /** SubjectPublicKeyInfo and names, DER-encoded in hexadecimal. */
  spki: string
  subjectName: string
  issuerName: string
}

/** The certificates in file order, without duplicates. Throws if a zip archive is damaged or too large. */
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

/** The chain of a certificate as far as the file contains it, and the missing issuer of its last certificate. */
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

/** PEM is accepted by all servers. */
export const pemOf = (certificates: readonly FoundCertificate[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(certificates.map(({ der }) => toPem('CERTIFICATE', der)).join(''))
