import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import type { addCertificate as addRow } from '#contract/keys/certificates.ts'
import type { CertificateImport } from '#crypto/keystore/certificate-import.ts'
import { columnsOf, storeCertificate } from '#services/keys/certificate-store.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { inWireWords } from '#services/keys/refused.ts'
import { answeredBy, digestStoredKeys, recordAnswers } from '#services/keys/issuing/answers.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { importedText, type ImportedCertificate } from './imported-text.ts'
import { noteManaged, wholeFile } from './managed-entries.ts'
import { sha256 } from './shared-path.ts'

const deadlineMs = 10_000

/** Imports all certificates and keys of a file. */
export async function addCertificate(
  parts: KeyManagement,
  call: KeyCall,
  { fileType, PASSWORD: passphrase = '', KEY_PASSWORD: keyPassphrase = '', File: file }: Input<typeof addRow>,
) {
  const imported = await inWireWords({ passphrase: 'PASSWORD', keyPassphrase: 'KEY_PASSWORD', file: 'File' }, () =>
    fileType === 'CERTFILE'
      ? parts.work.run('importCertificateFile', [file.bytes, passphrase], { deadlineMs })
      : parts.work.run('importKeyStore', [file.bytes, passphrase, undefined, keyPassphrase], { deadlineMs }),
  )
  await digestStoredKeys(parts.db)
  return parts.db.transaction().execute(async (transaction) => {
    const storeType = fileType === 'KEYSTORE' ? imported.format : ''
    const kept = await storeAll(parts, transaction, call, { ...imported, passphrase, storeType })
    if (fileType === 'KEYSTORE' && imported.keysLeft === 0) {
      await noteManaged(transaction, { file: sha256(file.bytes), number: wholeFile }, kept)
    }
    const text = importedText(kept, imported.keysLeft)
    await parts.audit.record(transaction, call, text)
    return { message: `${text}.` }
  })
}

const concurrency = 25

/** Yields between certificates, since trust stores contain hundreds. */
export async function storeAll(
  { vault }: KeyManagement,
  transaction: Transaction<KeyTables>,
  by: Pick<KeyCall, 'username'>,
  { certificates, passphrase, storeType }: Pick<CertificateImport, 'certificates'> & Protection,
): Promise<ImportedCertificate[]> {
  const kept: ImportedCertificate[] = []
  for (const [index, { der, summary, privateKey }] of certificates.entries()) {
    const answered = await answeredBy(transaction, { vault }, der)
    const secrets = privateKey ? { privateKey, passphrase, storeType } : answered.secrets
    const outcome = await storeCertificate(transaction, { vault, by }, { der, summary, source: 'imported', ...secrets })
    await recordAnswers(transaction, outcome.id, answered.requests)
    secrets?.privateKey.fill(0)
    const { requests } = answered
    kept.push({ ...columnsOf(summary), ...outcome, hasKey: privateKey !== undefined, requests })
    if (index % concurrency === concurrency - 1) await nextTurn()
  }
  return kept
}
type Protection = { passphrase: string; storeType: string }
