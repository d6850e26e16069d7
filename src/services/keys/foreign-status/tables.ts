import type { Kysely } from 'kysely'
import { bytewiseText } from '#platform/database/differences.ts'

export type ForeignStatusTables = {
  /** Latest status from a certificate's authority. */
  key_foreign_status: {
    sha256: string
    /** good, revoked, held or unknown. */
    state: string
    /** JSON: result by requested address. */
    answers: string
    revoked_at: number | null
    reason: number | null
    asked_at: number
    asked_by: string
  }
}

export async function createForeignStatus(db: Kysely<unknown>) {
  const text = bytewiseText(db)
  await db.schema
    .createTable('key_foreign_status')
    .addColumn('sha256', text, (column) => column.primaryKey().notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('answers', text, (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .addColumn('reason', 'integer')
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('asked_by', text, (column) => column.notNull())
    .execute()
}
