import type { Kysely } from 'kysely'
import type { KeyTables } from '#services/keys/tables.ts'
import { wireTime } from '#services/keys/wire-time.ts'

type Columns = Pick<
  KeyTables['key_certificate'],
  'id' | 'sha256' | 'common_name' | 'key_algorithm' | 'not_before' | 'not_after' | 'source'
>
/** A certificate of the inventory with its issuing record. */
export type StoredCertificate = Columns & { issued_at: number | null; revoked_at: number | null; reason: number | null }

/** By fingerprint. */
export async function certificatesOf(
  db: Kysely<KeyTables>,
  { ids, sha256 }: { ids: readonly number[]; sha256: readonly string[] },
): Promise<Map<string, StoredCertificate>> {
  if (ids.length + sha256.length === 0) return new Map()
  const rows = await db
    .selectFrom('key_certificate as certificate')
    .leftJoin('key_issued as issued', 'issued.sha256', 'certificate.sha256')
    .select(['certificate.id', 'certificate.sha256', 'common_name', 'key_algorithm', 'not_before', 'source'])
    .select(['certificate.not_after', 'issued.issued_at', 'issued.revoked_at', 'issued.reason'])
    .where((eb) =>
      eb.or([
        ...(ids.length > 0 ? [eb('certificate.id', 'in', ids)] : []),
        ...(sha256.length > 0 ? [eb('certificate.sha256', 'in', sha256)] : []),
      ]),
    )
    .execute()
  return new Map(rows.map((row) => [row.sha256, row]))
}

/** Origin: issued by an internal authority, created (self-signed), imported, or discovered. */
export const originOf = ({ issued_at, source }: Pick<StoredCertificate, 'issued_at' | 'source'>): string =>
  issued_at !== null ? 'issued' : source === 'signed' ? 'issued' : source

const holdReason = 6

/** Revocation by internal authorities; unknown for others. */
export function revokedOf(kept: StoredCertificate | undefined) {
  if (!kept || kept.issued_at === null) return { Revoked: 'unknown' }
  if (kept.reason === null || kept.revoked_at === null) return { Revoked: 'no' }
  return {
    Revoked: kept.reason === holdReason ? 'held' : 'revoked',
    RevokedAt: wireTime(kept.revoked_at),
    revoke_reason: kept.reason,
  }
}
