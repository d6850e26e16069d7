import type { Kysely } from 'kysely'

/** Table `failure` is kept for running processes of the previous version. */
export async function createLimitTables({ schema }: Kysely<unknown>) {
  await schema
    .createTable('sign_in_guess')
    .addColumn('key_hash', 'text', (column) => column.primaryKey())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('running', 'integer', (column) => column.notNull())
    .addColumn('blocked_until', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('sign_in_place')
    .addColumn('key_hash', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
}
