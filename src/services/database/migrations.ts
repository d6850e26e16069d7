import type { Kysely } from 'kysely'
import type { Migrations } from './open.ts'
import { createEstateTables } from '#services/desktop/estate/tables.ts'
import { createSecondFactorTables } from '#services/desktop/second-factor/tables.ts'
import { createDesktopTables } from '#services/desktop/tables.ts'
import { createIdentityTables } from '#services/identity/tables.ts'
import { createMailTable } from '#services/lab/mailbox.ts'
import { createKeyTables } from '#services/keys/tables.ts'
import { createCommandTables } from '#services/mdm/commands/tables.ts'
import { extendApiKeys } from '#services/mdm/api-keys.ts'
import { createResourceTables, indexResources } from '#services/mdm/resources/tables.ts'
import { createMdmTables } from '#services/mdm/tables.ts'

/** Once released, a migration never changes: a new one follows it. */
export const migrations: Migrations = {
  services_001_desktop: { up: (db: Kysely<unknown>) => createDesktopTables(db) },
  services_002_mdm: { up: (db: Kysely<unknown>) => createMdmTables(db) },
  services_005_mdm_resources: { up: (db: Kysely<unknown>) => createResourceTables(db) },
  services_006_commands: { up: (db: Kysely<unknown>) => createCommandTables(db) },
  services_007_keys: { up: (db: Kysely<unknown>) => createKeyTables(db) },
  services_003_mail: { up: (db: Kysely<unknown>) => createMailTable(db) },
  services_008_identity: { up: (db: Kysely<unknown>) => createIdentityTables(db) },
  services_009_second_factor: { up: (db: Kysely<unknown>) => createSecondFactorTables(db) },
  services_010_mdm_api_keys: { up: (db: Kysely<unknown>) => extendApiKeys(db) },
  services_011_resource_substrings: { up: (db: Kysely<unknown>) => indexResources(db) },
  services_004_estate: { up: (db: Kysely<unknown>) => createEstateTables(db) },
}
