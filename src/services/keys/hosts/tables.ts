import type { Kysely } from 'kysely'
import { bytewiseText } from '#platform/database/differences.ts'

/** Observations of TLS hosts, and deployments. */
export async function createTlsHosts(db: Kysely<unknown>) {
  const text = bytewiseText(db)
  await db.schema
    .createTable('key_tls_host')
    .addColumn('host', text, (column) => column.notNull())
    .addColumn('port', 'integer', (column) => column.notNull())
    .addColumn('address', text)
    .addColumn('protocols', text)
    .addColumn('key_kinds', text)
    .addColumn('checked_at', 'bigint')
    .addColumn('tried_at', 'bigint', (column) => column.notNull())
    .addColumn('failure', text)
    .addPrimaryKeyConstraint('key_tls_host_primary', ['host', 'port'])
    .execute()
  await db.schema
    .createTable('key_tls_host_certificate')
    .addColumn('host', text, (column) => column.notNull())
    .addColumn('port', 'integer', (column) => column.notNull())
    .addColumn('sha256', text, (column) => column.notNull())
    .addColumn('report', text, (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('key_tls_host_certificate_primary', ['host', 'port', 'sha256'])
    .execute()
  await db.schema
    .createTable('key_deployment')
    .addColumn('server', text, (column) => column.notNull())
    .addColumn('sha256', text, (column) => column.notNull())
    .addColumn('resource', text, (column) => column.notNull())
    .addColumn('certificate_path', text, (column) => column.notNull())
    .addColumn('tls_address', text)
    .addColumn('deployed_by', text, (column) => column.notNull())
    .addColumn('deployed_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('key_deployment_primary', ['server', 'sha256'])
    .execute()
  for (const table of ['key_tls_host_certificate', 'key_deployment']) {
    await db.schema.createIndex(`${table}_by_sha256`).on(table).column('sha256').execute()
  }
}
