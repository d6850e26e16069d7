import type { Kysely } from 'kysely'
import { bytewiseText } from '#platform/database/differences.ts'

/** Custom certificate profiles, and their assignment to authorities. */
export async function createProfiles(db: Kysely<unknown>) {
  const text = bytewiseText(db)
  await db.schema
    .createTable('key_profile')
    .addColumn('name', text, (column) => column.primaryKey().notNull())
    .addColumn('definition', text, (column) => column.notNull())
    .addColumn('created_by', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('key_authority_profile')
    .addColumn('issuer', text, (column) => column.notNull())
    .addColumn('profile', text, (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('key_authority_profile_primary', ['issuer', 'profile'])
    .execute()
  await db.schema.alterTable('key_request').addColumn('profile', text).execute()
}
