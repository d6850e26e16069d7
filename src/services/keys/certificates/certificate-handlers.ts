import type { certificateRows } from '#contract/keys/certificates.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import type { Handlers } from '#services/router.ts'
import { addCertificate } from './add-certificate.ts'
import { describeCertificates } from './certificate-details.ts'
import { exportFile, exportStore } from './certificate-files.ts'
import { listCertificates, listExpiry } from './certificate-list.ts'
import { deleteCertificate } from './delete-certificate.ts'
import { revealPassphrase } from './reveal-passphrase.ts'

/** Handlers of the certificate inventory. */
export const certificateHandlers = (parts: KeyManagement): Handlers<typeof certificateRows, KeyCall> => ({
  getCertificate: (input, call) => exportFile(parts, call, input),
  listCertificates: (filters) => listCertificates(parts.db, filters),
  listCertificateExpiry: () => listExpiry(parts.db),
  getCertificateDetails: (input) => describeCertificates(parts, input),
  getCertificateKeyStore: (input, call) => exportStore(parts, call, input),
  deleteCertificate: (input, call) => deleteCertificate(parts, call, input),
  addCertificate: (input, call) => addCertificate(parts, call, input),
  getCertificatePassphrase: (input, call) => revealPassphrase(parts, call, input),
})
