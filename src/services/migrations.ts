import type { Kysely } from 'kysely'
import type { Migrations } from '#platform/database/open.ts'
import { createArchives } from './archive-tables.ts'
import { createCallCounts } from './call-counts.ts'
import { createSetUpTable } from './desktop/administration/tables.ts'
import { createInventoryTables } from './desktop/inventory/create-tables.ts'
import { createWarrantyCounts } from './desktop/inventory/warranties.ts'
import { createLimitTables } from './desktop/limit-tables.ts'
import { createSecondFactorTables } from './desktop/second-factor/tables.ts'
import { createDesktopTables } from './desktop/tables.ts'
import { createIdentityTables } from './identity/tables.ts'
import { addPublication, createAcmeClient, createAcmeRenewal } from './keys/acme-client/tables.ts'
import { createAcme } from './keys/acme/tables.ts'
import { createKeyTables } from './keys/create-tables.ts'
import { createHostIdentities } from './keys/ssh/identity/tables.ts'
import { createAnswers } from './keys/answer-tables.ts'
import { createReload } from './keys/deployment/reload-tables.ts'
import { createForeignStatus } from './keys/foreign-status/tables.ts'
import { createHostChecks } from './keys/hosts/check-tables.ts'
import { createTlsHosts } from './keys/hosts/tables.ts'
import { createProfiles } from './keys/profiles/tables.ts'
import { createRightsAndSharing } from './keys/rights-and-sharing-tables.ts'
import { createLoadBalancers } from './keys/load-balancers/tables.ts'
import { createLeaseTables } from './lab/lab-settings.ts'
import { createMailTable } from './lab/mailbox.ts'
import { extendApiKeys } from './mdm/api-keys.ts'
import { createCommandTables } from './mdm/commands/tables.ts'
import { createMdmTables } from './mdm/create-tables.ts'
import { createFiles } from './mdm/files/tables.ts'
import { countChanges, createChangeLanes } from './mdm/resources/change-tables.ts'
import { createResourceTables, indexResources } from './mdm/resources/tables.ts'
import { repairServices } from './repair-tables.ts'

/** Released migrations never change; later changes are separate migrations (decision 114). */
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
  services_012_repair: { up: (db: Kysely<unknown>) => repairServices(db) },
  services_020_account_setup: { up: (db: Kysely<unknown>) => createSetUpTable(db) },
  services_020_key_rights_and_sharing: { up: (db: Kysely<unknown>) => createRightsAndSharing(db) },
  services_013_sign_in_limits: { up: (db: Kysely<unknown>) => createLimitTables(db) },
  services_021_lease: { up: (db: Kysely<unknown>) => createLeaseTables(db) },
  services_022_call_counts: { up: (db: Kysely<unknown>) => createCallCounts(db) },
  services_023_archives: { up: (db: Kysely<unknown>) => createArchives(db) },
  services_025_load_balancers: { up: (db: Kysely<unknown>) => createLoadBalancers(db) },
  services_004_estate: { up: (db: Kysely<unknown>) => createInventoryTables(db) },
  services_025_request_answers: { up: (db: Kysely<unknown>) => createAnswers(db) },
  services_026_profiles: { up: (db: Kysely<unknown>) => createProfiles(db) },
  services_026_ssh_host_identities: { up: (db: Kysely<unknown>) => createHostIdentities(db) },
  services_027_server_reload: { up: (db: Kysely<unknown>) => createReload(db) },
  services_028_acme: { up: (db: Kysely<unknown>) => createAcme(db) },
  services_029_tls_hosts: { up: (db: Kysely<unknown>) => createTlsHosts(db) },
  services_032_acme_client: { up: (db: Kysely<unknown>) => createAcmeClient(db) },
  services_036_acme_publication: { up: (db: Kysely<unknown>) => addPublication(db) },
  services_039_uploaded_files: { up: (db: Kysely<unknown>) => createFiles(db) },
  services_041_host_checks: { up: (db: Kysely<unknown>) => createHostChecks(db) },
  services_042_foreign_status: { up: (db: Kysely<unknown>) => createForeignStatus(db) },
  services_043_change_lanes: { up: (db: Kysely<unknown>) => createChangeLanes(db) },
  services_044_counted_changes: { up: (db: Kysely<unknown>) => countChanges(db) },
  services_052_acme_renewal: { up: (db: Kysely<unknown>) => createAcmeRenewal(db) },
  services_053_desktop_warranties: { up: (db: Kysely<unknown>) => createWarrantyCounts(db) },
}
