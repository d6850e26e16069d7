import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { ascendingKey, bytewiseText, indexSubstrings } from '#platform/database/differences.ts'

// Tables as of this released migration, which never changes; later changes are separate migrations.
const sorts = [
  'device_name',
  'serial_number',
  'platform_type',
  'os_version',
  'model',
  'user_name',
  'managed_status',
  'owned_by',
  'office',
  'asset_tag',
  'last_contact_time',
]

async function createDeviceTables(db: Kysely<unknown>) {
  const { schema } = db
  const text = bytewiseText(db)
  const withFilters = <T extends string, C extends string>(table: CreateTableBuilder<T, C>) =>
    table
      .addColumn('platform', text, (column) => column.notNull())
      .addColumn('owned_by', text, (column) => column.notNull())
      .addColumn('managed_status', 'integer')
      .addColumn('is_removed', 'integer', (column) => column.notNull())
      .addColumn('changed', 'bigint', (column) => column.notNull())

  let device = schema
    .createTable('device')
    .addColumn('pk', 'integer', (column) => column.primaryKey())
    .addColumn('device_id', text, (column) => column.notNull().unique())
    .$call(withFilters)
  for (const sort of sorts) device = device.addColumn(`by_${sort}`, text, (column) => column.notNull())
  await device.addColumn('summary', 'text', (column) => column.notNull()).execute()
  for (const sort of sorts) {
    // Includes the filter columns, so that distant pages are found in the index alone.
    await schema
      .createIndex(`device_by_${sort}`)
      .on('device')
      .columns([`by_${sort}`, 'pk', 'managed_status', 'platform', 'owned_by', 'is_removed'])
      .execute()
  }
  await schema.createIndex('device_changed').on('device').columns(['changed']).execute()

  const ofDevice = sql`integer references device(pk) on delete cascade`
  await schema
    .createTable('device_search')
    .addColumn('pk', ofDevice, (column) => column.primaryKey())
    .$call(withFilters)
    .addColumn('text', 'text', (column) => column.notNull())
    .execute()
  await indexSubstrings(db, 'device_search', 'pk', 'text')
  await schema
    .createTable('device_record')
    .addColumn('pk', ofDevice, (column) => column.primaryKey())
    .addColumn('record', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('device_command')
    .addColumn('pk', ascendingKey(db), (column) => column.primaryKey())
    .addColumn('device_pk', ofDevice, (column) => column.notNull())
    .addColumn('command', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('device_command_of_device').on('device_command').columns(['device_pk', 'pk']).execute()
}

export async function createMdmTables(db: Kysely<unknown>) {
  const { schema } = db
  await createDeviceTables(db)
  await schema
    .createTable('fleet')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('seed', 'text', (column) => column.notNull())
    .addColumn('wanted', 'integer', (column) => column.notNull())
    .addColumn('made', 'integer', (column) => column.notNull())
    .addColumn('changed', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('api_key')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('setting')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}
