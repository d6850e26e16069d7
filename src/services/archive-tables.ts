import type { Kysely } from 'kysely'
import { createArchiveTable } from '#platform/archives/archive-table.ts'
import { deletableOnceArchived } from '#platform/database/differences.ts'

/** Archive tables for audit entries and commands beyond the retention period. */
export async function createArchives(db: Kysely<unknown>) {
  await createArchiveTable(db, 'key_audit')
  await deletableOnceArchived(db, 'key_audit', 'key_audit_archive')
  await createArchiveTable(db, 'device_command')
}
