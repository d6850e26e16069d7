import type { Kysely } from 'kysely'
import { bytewiseText } from '#platform/database/differences.ts'

export type FileTables = {
  /** Metadata of unused packages. Devices are simulated, so the content is not stored. */
  uploaded_file: {
    id: string
    name: string
    content_type: string
    size: number
    expires_at: number
  }
}

export const createFiles = async (db: Kysely<unknown>) =>
  db.schema
    .createTable('uploaded_file')
    .addColumn('id', bytewiseText(db), (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('content_type', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()

export const purgeFiles = (db: Kysely<FileTables>) =>
  db.deleteFrom('uploaded_file').where('expires_at', '<=', Date.now()).execute()
