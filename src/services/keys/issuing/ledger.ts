import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { CertificateSummary } from '#crypto/x509/certificate-summary.ts'
import { revoke, type Revocation, type RevocationReason } from '#crypto/x509/revocation-reason.ts'
import { refused } from '#services/keys/refused.ts'
import type { KeyTables } from '#services/keys/tables.ts'

type Database = Kysely<KeyTables>
export type IssuedRow = KeyTables['key_issued']

/** Records a certificate issued by an internal authority, identified by fingerprint. */
export const recordIssued = (
  db: Database,
  issuer: string,
  { serialNumber, fingerprints, notAfter }: Pick<CertificateSummary, 'serialNumber' | 'fingerprints' | 'notAfter'>,
) =>
  db
    .insertInto('key_issued')
    .values({
      issuer,
      serial_number: serialNumber,
      sha256: fingerprints.sha256,
      not_after: notAfter.getTime(),
      issued_at: Date.now(),
      revoked_at: null,
      reason: null,
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'serial_number']).doNothing())
    .execute()

export const issuedByFingerprint = (db: Database, fingerprints: readonly string[]): Promise<IssuedRow[]> =>
  db.selectFrom('key_issued').selectAll().where('sha256', 'in', fingerprints).execute()

/** Fingerprints of all issuers, including deleted ones. */
export async function everyIssuer(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('key_issued').select('issuer').distinct().orderBy('issuer').execute()
  return rows.map(({ issuer }) => issuer)
}

const concurrency = 2000

/** Certificates issued by an authority with their IDs in the inventory, in batches. */
export async function* issuedBy(db: Database, issuer: string) {
  for (let last = ''; ;) {
    const rows = await db
      .selectFrom('key_issued as issued')
      .leftJoin('key_certificate as certificate', 'certificate.sha256', 'issued.sha256')
      .select(['issued.serial_number', 'issued.sha256', 'issued.not_after', 'issued.issued_at'])
      .select(['issued.revoked_at', 'issued.reason'])
      .select(['certificate.id', 'certificate.common_name', 'certificate.issuer_name'])
      .where('issued.issuer', '=', issuer)
      .where('issued.serial_number', '>', last)
      .orderBy('issued.serial_number')
      .limit(concurrency)
      .execute()
    yield rows
    last = rows.at(-1)?.serial_number ?? ''
    if (rows.length < concurrency) return
    await delay(0)
  }
}

/**
 * Records a revocation, hold or release, and invalidates the revocation lists of these issuers by incrementing their
 * numbers, so that a list being created from the previous state is not stored.
 */
export async function revokeIssued(
  transaction: Transaction<KeyTables>,
  { issuer, serial_number, ...row }: IssuedRow,
  reason: RevocationReason,
  issuers: readonly string[],
) {
  const next = revoke(revocationOf(row), reason, new Date())
  const { numUpdatedRows } = await transaction
    .updateTable('key_issued')
    .set({ revoked_at: next?.at.getTime() ?? null, reason: next?.reason ?? null })
    .where('issuer', '=', issuer)
    .where('serial_number', '=', serial_number)
    .where('reason', row.reason === null ? 'is' : '=', row.reason)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n)
    throw refused('revoke_reason', 'It has just been changed by someone else; reload and try again')
  // Sorted, to avoid deadlocks.
  for (const issuer of issuers.toSorted()) {
    await transaction
      .insertInto('key_revocation_list')
      .values({ issuer, number: 1, der: '', next_update: 0 })
      .onConflict((conflict) =>
        conflict
          .column('issuer')
          .doUpdateSet(({ eb }) => ({ number: eb('key_revocation_list.number', '+', 1), next_update: 0 })),
      )
      .execute()
  }
}

export function revocationOf({ reason, revoked_at }: Pick<IssuedRow, 'reason' | 'revoked_at'>): Revocation | undefined {
  if (reason === null || revoked_at === null) return undefined
  return { reason: reason as Revocation['reason'], at: new Date(revoked_at) }
}
