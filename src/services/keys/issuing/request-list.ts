import type { Kysely } from 'kysely'
import type { KeyTables } from '#services/keys/tables.ts'
import { wireTime } from '#services/keys/wire-time.ts'
import { durationText } from './subject-and-key.ts'

const maxRequests = 10_000

/** getCSRList, newest first, since the response of importCSR lacks the ID. */
export async function listStoredRequests(db: Kysely<KeyTables>) {
  const { total } = await db
    .selectFrom('key_request')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('key_request')
    .select(['id', 'common_name', 'key_algorithm', 'key_bits', 'signature_algorithm', 'store_type', 'validity'])
    .select(['created_by', 'created_at'])
    .select(({ eb }) => eb('sealed_passphrase', 'is not', null).as('has_passphrase'))
    .orderBy('id', 'desc')
    .limit(maxRequests)
    .execute()
  return {
    total,
    rows: rows.map((row) => ({
      CSR_ID: row.id,
      DOMAIN_NAME: row.common_name,
      CREATED_BY: row.created_by,
      CREATED_DATE: wireTime(row.created_at),
      LOGIN_ID: 0,
      KEYALGORITHM: row.key_algorithm,
      KEY_STRENGTH: row.key_bits,
      SIGNATURE_ALGORITHM: row.signature_algorithm,
      KEYSTORE_TYPE: row.store_type,
      isPassword: Boolean(row.has_passphrase),
      VALIDITY: durationText(row.validity),
    })),
  }
}
