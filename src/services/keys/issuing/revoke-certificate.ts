import type { Input } from '#contract/endpoint.ts'
import type { revokeCertificate } from '#contract/keys/certificates.ts'
import { type RevocationReason, revocationText } from '#crypto/x509/revocation-reason.ts'
import { serialBytes, serialText } from '#crypto/x509/serial-number.ts'
import type { Actor } from '#services/keys/audit.ts'
import type { ExternalAuthority, Settle } from '#services/keys/authorities/external-authority.ts'
import { type Certificate, findCertificates, storable } from '#services/keys/certificate-store.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { inWireWords, refused } from '#services/keys/refused.ts'
import { signerNames } from './issuers.ts'
import { issuedByFingerprint, type IssuedRow, revokeIssued } from './ledger.ts'

type RevokeInput = Input<typeof revokeCertificate>

/** revokeEXTCACertificate. Returns a sentence with the reason. */
export function certificateRevocation(parts: KeyManagement, external: ExternalAuthority) {
  const { db, audit } = parts
  const signers = signerNames(parts)

  async function requireIssued({ common_name, serial_number }: RevokeInput): Promise<IssuedRow> {
    const certificates = await findCertificates(db, common_name, serial_number)
    const rows = certificates.length
      ? await issuedByFingerprint(
          db,
          certificates.map(({ sha256 }) => sha256),
        )
      : await issuedAndDeleted(serial_number)
    const [found, ...others] = rows
    if (found && !others.length) return found
    const [certificate] = certificates
    if (found)
      throw refused('serial_number', 'Several embedded authorities have issued a certificate with this serial number')
    if (!certificate)
      throw refused('serial_number', `There is no certificate of ${storable(common_name)} with this serial number`)
    throw refused('common_name', notOurs(certificate))
  }

  /** Deleted certificates may still be in use; they are identified by serial number. */
  const issuedAndDeleted = (serial_number: string) =>
    db
      .selectFrom('key_issued')
      .selectAll('key_issued')
      .leftJoin('key_certificate', 'key_certificate.sha256', 'key_issued.sha256')
      .where('key_issued.serial_number', '=', serialText(serialBytes(serial_number.replace(/[\s:]/g, ''))))
      .where('key_certificate.id', 'is', null)
      .limit(2)
      .execute()

  async function revocationOf(row: IssuedRow, reason: RevocationReason): Promise<Settle> {
    const { issuer, serial_number: serialNumber } = row
    if (await external.isIssuer(issuer)) return external.revoke({ issuer, serialNumber }, reason)
    const issuers = await signers.siblings(issuer)
    return (transaction) => revokeIssued(transaction, row, reason, issuers)
  }

  return (by: Actor, wish: RevokeInput): Promise<string> =>
    inWireWords({ serialNumber: 'serial_number' }, async () => {
      const reason = wish.revoke_reason as RevocationReason // 0 to 7: validated by the endpoint
      const row = await requireIssued(wish)
      const settle = await revocationOf(row, reason)
      const text = `The certificate of ${storable(wish.common_name)} (${row.serial_number}) ${outcomes[reason] ?? 'is revoked'}`
      const isDeleted = await db.transaction().execute(async (transaction) => {
        await settle(transaction)
        await audit.record(transaction, by, `${text}: ${revocationText(reason)}`)
        const kept = transaction.selectFrom('key_certificate').select('id').where('sha256', '=', row.sha256)
        return (await kept.executeTakeFirst()) === undefined
      })
      const deleted = isDeleted ? '. It was already deleted from the inventory; copies of it may exist' : ''
      return `${text}. Reason: ${revocationText(reason)}${deleted}`
    })
}

const outcomes: Partial<Record<RevocationReason, string>> = { 6: 'is on hold', 7: 'is no longer on hold' }

function notOurs({ common_name, issuer_name, source }: Certificate): string {
  if (source === 'created') return `The certificate of ${common_name} is self-signed; no authority can revoke it`
  return `It was issued by ${issuer_name}, which is not an embedded authority; ask that authority to revoke it`
}
