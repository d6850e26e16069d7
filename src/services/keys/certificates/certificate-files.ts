import type { Input } from '#contract/endpoint.ts'
import { formatsWithKey, type getCertificate, type getCertificateKeyStore } from '#contract/keys/certificates.ts'
import type { FilePart } from '#contract/http/file-part.ts'
import { type CertificateFileType, exportCertificate, type ExportedFile } from '#crypto/x509/certificate-export.ts'
import {
  type Certificate,
  chainInStore,
  derOf,
  passphraseOf,
  privateKeyOf,
  requireCertificate,
} from '#services/keys/certificate-store.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { refused } from '#services/keys/refused.ts'
import { fileNameFor, nameOf } from './certificate-name.ts'

type PrivateFormat = 'PKCS' | 'JKS' | 'KEY'
type SecretFormat = PrivateFormat | 'PEM store'

/** Exports a certificate in the requested format. */
export async function exportFile(
  parts: KeyManagement,
  call: KeyCall,
  { common_name, serial_number, fileType }: Input<typeof getCertificate>,
): Promise<FilePart> {
  const certificate = await requireCertificate(parts.db, common_name, serial_number)
  if (holdsKey(fileType)) {
    if (certificate.sealed_key !== null) return revealFile(parts, call, certificate, fileType)
    throw refused('fileType', `${fileType} needs the private key of ${certificate.common_name}, which is not kept here`)
  }
  return asPart(certificate, await publicFile(parts, certificate, fileType))
}

const holdsKey = (fileType: CertificateFileType | PrivateFormat | undefined): fileType is PrivateFormat =>
  fileType !== undefined && formatsWithKey.includes(fileType)

async function publicFile({ db }: KeyManagement, certificate: Certificate, fileType?: CertificateFileType) {
  if (!fileType) return exportCertificate('PEM', [derOf(certificate)])
  return exportCertificate(fileType, await chainInStore(db, certificate))
}

/** Exports a certificate's key store in its original format. */
export async function exportStore(
  parts: KeyManagement,
  call: KeyCall,
  { common_name, serial_number }: Input<typeof getCertificateKeyStore>,
): Promise<FilePart> {
  const certificate = await requireCertificate(parts.db, common_name, serial_number)
  if (certificate.sealed_key !== null) {
    return revealFile(parts, call, certificate, storeFormats[certificate.store_type] ?? 'PKCS')
  }
  throw refused('common_name', `No private key of ${certificate.common_name} is stored, so it has no key store`)
}

/** By StoreType of createCSR, or the imported format. JCEKS is exported as JKS. */
const storeFormats: Partial<Record<string, SecretFormat>> = { JKS: 'JKS', JCEKS: 'JKS', PEM: 'PEM store' }

async function revealFile(parts: KeyManagement, call: KeyCall, certificate: Certificate, format: SecretFormat) {
  await parts.audit.reveal(call, `Private key of the ${nameOf(certificate)} exported as ${spoken[format]}`)
  return asPart(certificate, await secretFile(parts, certificate, format))
}

const spoken: Record<SecretFormat, string> = {
  PKCS: 'PKCS#12',
  JKS: 'JKS',
  KEY: 'a key file',
  'PEM store': 'a PEM key store',
}

const deadlineMs = 30_000

/** Call after writing the audit entry. Derives keys in a worker, which takes a second. */
async function secretFile({ db, vault, work }: KeyManagement, certificate: Certificate, format: SecretFormat) {
  const chain = await chainInStore(db, certificate)
  const privateKey = privateKeyOf(vault, certificate) ?? new Uint8Array()
  const passphrase = passphraseOf(vault, certificate) ?? ''
  try {
    if (format === 'PKCS' || format === 'JKS') {
      const store = { alias: certificate.common_name, privateKey, chain }
      return await work.run('exportKeyStore', [format, store, passphrase], { deadlineMs })
    }
    const key = await work.run('exportPrivateKey', [privateKey, passphrase], { deadlineMs })
    return format === 'KEY' ? key : joined(exportCertificate('PEM', chain), key)
  } finally {
    privateKey.fill(0)
  }
}

const joined = (file: ExportedFile, other: ExportedFile) => ({
  ...file,
  bytes: Buffer.concat([other.bytes, file.bytes]),
})

const asPart = (certificate: Certificate, { extension, mediaType, bytes }: ExportedFile): FilePart => ({
  name: fileNameFor(certificate, extension),
  bytes,
  type: mediaType,
})
