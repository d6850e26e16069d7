import type { Kysely } from 'kysely'
import { bytewiseText } from '#platform/database/differences.ts'

/** Reload command and TLS address of servers. */
export async function createReload(db: Kysely<unknown>) {
  const text = bytewiseText(db)
  for (const column of ['tls_address', 'reload_command']) {
    await db.schema.alterTable('key_server').addColumn(column, text).execute()
  }
}
