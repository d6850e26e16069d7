import type { Kysely } from 'kysely'

export type SetUpTables = {
  /** Set-up links for the first administrator; only token digests are stored. */
  account_setup: { hash: string; expires_at: number }
}

export async function createSetUpTable(db: Kysely<unknown>) {
  await db.schema
    .createTable('account_setup')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
}
