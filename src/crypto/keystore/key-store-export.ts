import type { ExportedFile } from '#crypto/x509/certificate-export.ts'
import { writeJks } from './jks-write.ts'
import type { NewKeyStore } from './key-store.ts'
import { writePkcs12 } from './pkcs12-write.ts'

/** PKCS and JKS of getCertificate, and getCertificateKeyStore. Derives keys for a second: run it in a worker. */
export function exportKeyStore(fileType: 'PKCS' | 'JKS', store: NewKeyStore, password: string): ExportedFile {
  return fileType === 'PKCS'
    ? { extension: '.p12', mediaType: 'application/x-pkcs12', bytes: writePkcs12(store, password) }
    : { extension: '.jks', mediaType: 'application/x-java-keystore', bytes: writeJks(store, password) }
}
