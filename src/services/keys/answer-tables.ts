import type { Kysely } from 'kysely'
import { bytewiseText } from '#platform/database/differences.ts'

/** Links certificates to requests, through their public keys. */
export async function createAnswers(db: Kysely<unknown>) {
  const text = bytewiseText(db)
  for (const name of ['key_request', 'key_certificate']) {
    await db.schema.alterTable(name).addColumn('public_key', text).execute() // computed on first use
    await db.schema.createIndex(`${name}_by_public_key`).on(name).column('public_key').execute()
  }
  await db.schema
    .createTable('key_request_answer')
    .addColumn('request_id', 'integer', (column) => column.notNull())
    .addColumn('certificate_id', 'integer', (column) => column.notNull())
    .addColumn('answered_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('key_request_answer_primary', ['request_id', 'certificate_id'])
    .execute()
  await db.schema
    .createIndex('key_request_answer_by_certificate')
    .on('key_request_answer')
    .column('certificate_id')
    .execute()
}
