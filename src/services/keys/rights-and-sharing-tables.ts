import type { Kysely } from 'kysely'
import { bytewiseText } from '#platform/database/differences.ts'

/** Permissions of API keys, and a vault shared between processes. */
export async function createRightsAndSharing(db: Kysely<unknown>) {
  const text = bytewiseText(db)
  // Null: a key from before permissions existed, with full access.
  await db.schema.alterTable('key_api_key').addColumn('permission', text).execute()
  await db.schema
    .createTable('key_vault_waiting')
    .addColumn('process', text, (column) => column.primaryKey().notNull())
    .addColumn('public_key', text, (column) => column.notNull())
    .addColumn('proof', text, (column) => column.notNull())
    .addColumn('answer', text)
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('key_vault_guess')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
}
