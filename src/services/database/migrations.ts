import type { Kysely } from 'kysely'
import type { Migrations } from './open.ts'
import { createDesktopTables } from '#services/desktop/tables.ts'
import { createMailTable } from '#services/lab/mailbox.ts'
import { createMdmTables } from '#services/mdm/tables.ts'

/** Once released, a migration never changes: a new one follows it. */
export const migrations: Migrations = {
  services_001_desktop: { up: (db: Kysely<unknown>) => createDesktopTables(db) },
  services_002_mdm: { up: (db: Kysely<unknown>) => createMdmTables(db) },
  services_003_mail: { up: (db: Kysely<unknown>) => createMailTable(db) },
}
