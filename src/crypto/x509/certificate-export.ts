import type { Der } from '#crypto/der.ts'
import { encryptPkcs8 } from '#crypto/encrypted-pkcs8.ts'
import { writePem } from '#crypto/pem.ts'
import { writePkcs7 } from './pkcs7.ts'

export interface ExportedFile {
  /** File name extension with its dot. */
  extension: string
  mediaType: string
  bytes: Uint8Array
}

/** Values of getCertificate's fileType without a private key. */
export type CertificateFileType = 'CER' | 'CRT' | 'DER' | 'P7B' | 'PEM'

/**
 * The chain starts with the certificate. CER, CRT and DER contain only the certificate; P7B and PEM contain the chain.
 */
export const exportCertificate = (fileType: CertificateFileType, chain: readonly [Der, ...Der[]]): ExportedFile =>
  writers[fileType](chain)

const writers: Record<CertificateFileType, (chain: readonly [Der, ...Der[]]) => ExportedFile> = {
  CER: ([certificate]) => pemFile('.cer', [certificate]),
  CRT: ([certificate]) => pemFile('.crt', [certificate]),
  DER: ([certificate]) => ({ extension: '.der', mediaType: 'application/pkix-cert', bytes: certificate }),
  P7B: (chain) => ({ extension: '.p7b', mediaType: 'application/x-pkcs7-certificates', bytes: writePkcs7(chain) }),
  PEM: (chain) => pemFile('.pem', chain),
}

/** KEY of getCertificate, encrypted unless the passphrase is empty. Derives keys: run it in a worker. */
export function exportPrivateKey(privateKey: Der, passphrase: string): ExportedFile {
  const text = passphrase
    ? writePem('ENCRYPTED PRIVATE KEY', encryptPkcs8(privateKey, passphrase))
    : writePem('PRIVATE KEY', privateKey)
  return { extension: '.key', mediaType: 'application/x-pem-file', bytes: Buffer.from(text) }
}

export const exportRequest = (request: Der): ExportedFile => ({
  extension: '.csr',
  mediaType: 'application/pkcs10',
  bytes: Buffer.from(writePem('CERTIFICATE REQUEST', request)),
})

export const exportRevocationList = (list: Der): ExportedFile => ({
  extension: '.crl',
  mediaType: 'application/pkix-crl',
  bytes: list,
})

const pemFile = (extension: string, certificates: readonly Der[]): ExportedFile => ({
  extension,
  mediaType: 'application/x-pem-file',
  bytes: Buffer.from(certificates.map((der) => writePem('CERTIFICATE', der)).join('')),
})
