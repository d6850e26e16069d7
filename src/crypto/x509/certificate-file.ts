import { CertificationRequest } from '@peculiar/asn1-csr'
import { Certificate, CertificateList } from '@peculiar/asn1-x509'
import { Integer, ObjectIdentifier } from 'asn1js'
import { type Der, isDerSequence, partsOf, readDer, readElement } from '#crypto/der.ts'
import { fromBase64, isPem, type PemBlock, readPem } from '#crypto/pem.ts'
import { Refusal } from '#crypto/refusal.ts'
import { readPkcs7, signedDataOid } from './pkcs7.ts'

/** Content of a file: each object in its original encoding, validated by its schema. */
export interface CertificateFile {
  format: 'PEM' | 'DER' | 'P7B'
  certificates: Der[]
  requests: Der[]
  revocationLists: Der[]
  /** Whether a PEM file also contains private keys; `readKeyFile` decrypts them. */
  hasPrivateKey: boolean
}

const maxBytes = 1024 * 1024
const maxCertificates = 200 // enough for a trust store

/** CERTFILE of addCertificate, CSR of importCSR: PEM, DER, PKCS#7 in either, or bare base64, detected by content. */
export function readCertificateFile(file: Uint8Array): CertificateFile {
  const found = readAny(file, 'a certificate file in PEM, DER or PKCS#7 format')
  if (found.certificates.length > maxCertificates) {
    throw new Refusal('too-large', `The file contains more than ${maxCertificates} certificates`, 'file')
  }
  if (found.certificates.length + found.requests.length + found.revocationLists.length > 0) return found
  const other = found.hasPrivateKey ? ', only a private key; choose the certificate file, or a file with both' : ''
  throw new Refusal('not-found', `There is no certificate in this file${other}`, 'file')
}

/** The only request in a file. */
export function readRequestFile(file: Uint8Array): Der {
  const found = readAny(file, 'a certificate signing request in PEM or DER format')
  const [request, ...others] = found.requests
  if (!request)
    throw new Refusal('not-found', `There is no certificate signing request in this file${otherContent(found)}`, 'file')
  if (others.length) throw new Refusal('unsupported', 'There are several requests in this file', 'file')
  return request
}

function otherContent({ certificates, revocationLists, hasPrivateKey }: CertificateFile): string {
  if (certificates.length > 0) return ', but a certificate; import it as a certificate'
  if (revocationLists.length > 0) return ', but a revocation list'
  return hasPrivateKey ? ', only a private key; choose the request (CSR) that was created with it' : ''
}

/** `wanted` is the expected content, for the error message. */
function readAny(file: Uint8Array, wanted: string): CertificateFile {
  if (file.length > maxBytes) throw new Refusal('too-large', 'The file is larger than 1 MiB', 'file')
  if (isDerSequence(file)) return readBinary(file, wanted)
  const text = Buffer.from(file)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trim()
  if (isPem(text)) return readPem(text).reduce(withBlock, empty('PEM'))
  if (/^MI[A-Za-z0-9+/=\s]{100,}$/.test(text)) return readBinary(fromBase64(text, 'The file'), wanted)
  throw new Refusal('not-recognized', `This is not ${wanted}`, 'file')
}

function readBinary(file: Uint8Array, wanted: string): CertificateFile {
  const [first] = partsOf(readElement(file, 'The file', { berAllowed: true })) // PKCS#7 may use BER
  if (first instanceof ObjectIdentifier && first.getValue() === signedDataOid) {
    return { ...empty('P7B'), certificates: readPkcs7(file) }
  }
  if (first instanceof Integer) {
    throw new Refusal('not-recognized', `This is a private key or a key store; choose ${wanted}`, 'file')
  }
  return { ...empty('DER'), ...readSigned(Uint8Array.from(file)) }
}

/**
 * Certificates, requests and revocation lists all consist of content, algorithm and signature, and are distinguished by
 * schema.
 */
function readSigned(der: Der): Partial<CertificateFile> {
  if (fits(der, Certificate)) return { certificates: [der] }
  if (fits(der, CertificationRequest)) return { requests: [der] }
  if (fits(der, CertificateList)) return { revocationLists: [der] }
  throw new Refusal('damaged', 'The file is not a complete certificate, request or revocation list', 'file')
}

function fits(der: Der, schema: new () => unknown): boolean {
  try {
    readDer(der, schema, 'The file')
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

function withBlock(file: CertificateFile, { label, bytes }: PemBlock): CertificateFile {
  switch (label) {
    case 'CERTIFICATE':
    case 'X509 CERTIFICATE':
      return { ...file, certificates: [...file.certificates, whole(bytes, Certificate, 'A certificate in the file')] }
    case 'CERTIFICATE REQUEST':
    case 'NEW CERTIFICATE REQUEST':
      return { ...file, requests: [...file.requests, whole(bytes, CertificationRequest, 'A request in the file')] }
    case 'X509 CRL':
      return {
        ...file,
        revocationLists: [...file.revocationLists, whole(bytes, CertificateList, 'A list in the file')],
      }
    case 'PKCS7':
    case 'CMS':
      return { ...file, certificates: [...file.certificates, ...readPkcs7(bytes)] }
    default:
      return { ...file, hasPrivateKey: file.hasPrivateKey || label.endsWith('PRIVATE KEY') }
  }
}

function whole(bytes: Der, schema: new () => unknown, what: string): Der {
  readDer(bytes, schema, what)
  return bytes
}

const empty = (format: CertificateFile['format']): CertificateFile => ({
  format,
  certificates: [],
  requests: [],
  revocationLists: [],
  hasPrivateKey: false,
})
