import type { Input } from '#contract/endpoint.ts'
import type { getCertificatePassphrase } from '#contract/keys/certificates.ts'
import { passphraseOf, requireCertificate } from '#services/keys/certificate-store.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { refused } from '#services/keys/refused.ts'
import { nameOf } from './certificate-name.ts'

/** Reveals the passphrase of a certificate's key store. */
export async function revealPassphrase(
  { db, vault, audit }: KeyManagement,
  call: KeyCall,
  { common_name, serial_number }: Input<typeof getCertificatePassphrase>,
) {
  const certificate = await requireCertificate(db, common_name, serial_number)
  if (certificate.sealed_passphrase === null) {
    throw refused('common_name', `No private key of ${certificate.common_name} is stored, so there is no passphrase`)
  }
  await audit.reveal(call, `Passphrase of the ${nameOf(certificate)} shown`)
  return { Passphrase: passphraseOf(vault, certificate) ?? '' }
}
