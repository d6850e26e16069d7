import type { Kysely } from 'kysely'
import { bytewiseText } from '#platform/database/differences.ts'

/** Rights of API keys, and a vault that processes open together. */
export async function createRightsAndSharing(db: Kysely<unknown>) {
  const text = bytewiseText(db)
  // Without one: a key of the time when every key could do everything.
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
