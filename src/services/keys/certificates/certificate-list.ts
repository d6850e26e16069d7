import { setTimeout as delay } from 'node:timers/promises'
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import type { listCertificates as listRow } from '#contract/keys/certificates.ts'
import { servedPlaces } from '#services/keys/hosts/served-places.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { wireTime } from '#services/keys/wire-time.ts'
import { isSignatureMeant } from '#contract/keys/rules/signature-spelling.ts'

type Filters = Input<typeof listRow>

/** One row per certificate and place; not paginated. */
export async function listCertificates(db: Kysely<KeyTables>, filters: Filters) {
  const meant = await signaturesMeant(db, filters.withSignatureAlgorithm)
  if (meant?.length === 0) return { rows: [] }
  const found = await db
    .selectFrom('key_certificate as certificate')
    .leftJoin(servedPlaces(db).as('place'), 'place.certificate_id', 'certificate.id')
    .select(['certificate.id', 'common_name', 'issuer_name', 'dns_name', 'not_before', 'not_after', 'key_algorithm'])
    .select(['key_bits', 'signature_algorithm', 'created_by', 'email', 'place.host', 'place.port'])
    .where((on) => on.and(conditions(on, filters, meant)))
    .orderBy('certificate.id')
    .orderBy('place.host')
    .orderBy('place.port')
    .execute()
  await delay(0) // yields, since reading and serializing thousands of rows takes time
  return { rows: found.map(toRow) }
}

type Row = Pick<
  KeyTables['key_certificate'],
  | 'id'
  | 'common_name'
  | 'issuer_name'
  | 'dns_name'
  | 'not_before'
  | 'not_after'
  | 'key_bits'
  | 'signature_algorithm'
  | 'created_by'
  | 'email'
> & { host: string | null; port: number | null }

const toRow = ({ id, common_name, host, port, ...row }: Row) => ({
  CertID: id,
  'DNS Name/FQDN': host ?? (row.dns_name || common_name),
  Port: port ?? 0,
  'Common Name': common_name,
  Issuer: row.issuer_name,
  FromDate: wireTime(row.not_before),
  ExpiryDate: wireTime(row.not_after),
  KeyStrength: String(row.key_bits),
  SignatureAlgorithm: row.signature_algorithm,
  'Created By': row.created_by,
  'Expiry Notification Email': row.email,
})

type Joined = KeyTables & { certificate: KeyTables['key_certificate'] }
const dayMs = 86_400_000
const longestDays = 100_000_000 // keeps the compared value within the integer range of both databases
const longestKey = 1_000_000

function conditions(
  on: ExpressionBuilder<Joined, 'certificate'>,
  { withExpiryDaysLessThan: days, withKeyLength: bits }: Filters,
  signatures: string[] | undefined,
) {
  return [
    // Includes expired certificates.
    ...(days === undefined ? [] : [on('not_after', '<', Date.now() + Math.min(Number(days), longestDays) * dayMs)]),
    ...(bits === undefined ? [] : [on('key_bits', '=', Math.min(Number(bits), longestKey))]),
    ...(signatures === undefined ? [] : [on('signature_algorithm', 'in', signatures)]),
  ]
}

async function signaturesMeant(db: Kysely<KeyTables>, wanted: string | undefined) {
  if (wanted === undefined) return undefined
  const known = await db.selectFrom('key_certificate').select('signature_algorithm').distinct().execute()
  return known.map(({ signature_algorithm }) => signature_algorithm).filter((name) => isSignatureMeant(wanted, name))
}

/** Soonest expiry first. */
export async function listExpiry(db: Kysely<KeyTables>) {
  const found = await db
    .selectFrom('key_certificate')
    .select(['common_name', 'not_after'])
    .orderBy('not_after')
    .orderBy('id')
    .execute()
  return {
    rows: found.map(({ common_name, not_after }) => ({ 'Common Name': common_name, ExpiryDate: wireTime(not_after) })),
  }
}
