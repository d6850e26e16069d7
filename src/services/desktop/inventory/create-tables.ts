import { type Kysely, sql } from 'kysely'
import { ascendingKey, bytewiseText, indexSubstrings } from '#platform/database/differences.ts'

// Tables as of this released migration, which never changes; later changes are separate migrations.
const codes = ['os_platform', 'domain', 'office', 'model', 'os']
const sorts = [
  'resource_name',
  'domain_netbios_name',
  'os_name',
  'ip_address',
  'agent_version',
  'agent_last_contact_time',
  'agent_logged_on_users',
  'branch_office_name',
  'owner',
  'model',
  'installation_status',
  'computer_live_status',
  'scan_status',
  'last_successful_scan',
]
const searchedColumns = [
  'resource_name',
  'fqdn_name',
  'ip_address',
  'mac_address',
  'agent_logged_on_users',
  'owner',
  'owner_email_id',
  'servicetag',
]
const statuses = ['installation_status', 'live_status', 'scan_status', 'agent']
const moments = ['contacted_at', 'agent_at', 'removed_at', 'tried_at', 'scanned_at']

export async function createInventoryTables(db: Kysely<unknown>) {
  const { schema } = db
  const text = bytewiseText(db)
  let desktop = schema.createTable('desktop').addColumn('pk', 'integer', (column) => column.primaryKey())
  for (const name of [...codes, ...statuses])
    desktop = desktop.addColumn(name, sql`smallint`, (column) => column.notNull())
  for (const name of moments) desktop = desktop.addColumn(name, 'bigint', (column) => column.notNull())
  for (const name of ['remarks', 'scan_remarks'])
    desktop = desktop.addColumn(name, 'text', (column) => column.notNull())
  for (const sort of sorts) desktop = desktop.addColumn(`by_${sort}`, text, (column) => column.notNull())
  await desktop.execute()
  for (const sort of sorts) {
    // Includes constant columns, so that distant pages of filtered lists are found in the index alone.
    await schema
      .createIndex(`desktop_by_${sort}`)
      .on('desktop')
      .columns([`by_${sort}`, 'pk', ...codes])
      .execute()
  }
  // A narrow index for counting.
  await schema
    .createIndex('desktop_filters')
    .on('desktop')
    .columns([...statuses, ...codes, 'scanned_at', 'pk'])
    .execute()

  let texts = schema
    .createTable('desktop_text')
    .addColumn('pk', sql`integer references desktop(pk) on delete cascade`, (column) => column.primaryKey())
  for (const name of searchedColumns) texts = texts.addColumn(name, 'text', (column) => column.notNull())
  await texts.execute()
  await indexSubstrings(db, 'desktop_text', 'pk', ...searchedColumns)

  await schema
    .createTable('desktop_task')
    .addColumn('pk', ascendingKey(db), (column) => column.primaryKey())
    .addColumn('desktop_pk', sql`integer references desktop(pk) on delete cascade`, (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('begun_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('desktop_task_of_desktop', ['desktop_pk', 'subject'])
    .execute()
  await schema.createIndex('desktop_task_due').on('desktop_task').columns(['due_at']).execute()
  await schema
    .createTable('desktop_software')
    .addColumn('software', 'integer', (column) => column.primaryKey())
    .addColumn('installations', 'integer', (column) => column.notNull())
    .addColumn('copies', 'integer')
    .execute()
  await schema
    .createTable('estate')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('wanted', 'integer', (column) => column.notNull())
    .addColumn('made', 'integer', (column) => column.notNull())
    .addColumn('changed', 'bigint', (column) => column.notNull())
    .addColumn('seeded_at', 'bigint', (column) => column.notNull())
    .addColumn('scans_all_from', 'integer', (column) => column.notNull())
    .execute()
}
