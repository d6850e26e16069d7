import type { Kysely } from 'kysely'
import type { KeyTables } from '#services/keys/tables.ts'

/** Places of certificates: the last discovered one, and others of hosts with several key types. */
export const servedPlaces = (db: Kysely<KeyTables>) =>
  db
    .selectFrom('key_certificate_place')
    .select(['certificate_id', 'host', 'port', 'address', 'seen_at'])
    .unionAll(
      db
        .selectFrom('key_tls_host_certificate as shown')
        .innerJoin('key_certificate as kept', 'kept.sha256', 'shown.sha256')
        .innerJoin('key_certificate_place as known', (join) =>
          join.onRef('known.host', '=', 'shown.host').onRef('known.port', '=', 'shown.port'),
        )
        .whereRef('known.certificate_id', '!=', 'kept.id')
        .select(['kept.id as certificate_id', 'shown.host', 'shown.port', 'known.address', 'shown.seen_at']),
    )
