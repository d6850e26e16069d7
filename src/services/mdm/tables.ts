import { type CreateTableBuilder, type Generated, type Kysely, sql } from 'kysely'
import { type DeviceSort, deviceSorts } from '#contract/mdm/devices.ts'
import type { CommandTables } from './commands/tables.ts'
import { ascendingKey, bytewiseText, indexSubstrings } from '#services/database/differences.ts'
import type { ResourceTables } from './resources/tables.ts'

/** Where the sort key of a column lies. */
export type SortColumn = `by_${DeviceSort}`
export const sortColumn = (sort: DeviceSort): SortColumn => `by_${sort}`

/** What lists filter by. */
export type FilterColumns = {
  platform: string
  device_type: string
  owned_by: string
  managed_status: number | null
  is_removed: number
  /** Number of the change that wrote the row: delta lists ask for what came after one. */
  changed: number
}

export type DeviceTables = {
  /** What lists sort and filter by, and the list row itself as JSON. */
  device: { pk: number; device_id: string; user_id: string | null; summary: string } & FilterColumns &
    Record<SortColumn, string>
  /** Folded text of all that search looks at, beside the filters: to count matches, this small table is read whole. */
  device_search: { pk: number; text: string } & FilterColumns
  /** The record as JSON of clean values, without what other tables hold. */
  device_record: { pk: number; record: string }
  device_command: { pk: Generated<number>; device_pk: number; command: string }
  /** One row: how many devices the seed wants, how many it has made, and the number of the last change. */
  fleet: { id: number; seed: string; wanted: number; made: number; changed: number }
  api_key: {
    id: string
    hash: string
    name: string
    created_by: string
    created_at: number | null
    used_at: number | null
    expires_at: number
  }
  setting: { name: string; value: string }
} & ResourceTables &
  CommandTables

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
  for (const sort of deviceSorts) device = device.addColumn(sortColumn(sort), text, (column) => column.notNull())
  await device.addColumn('summary', 'text', (column) => column.notNull()).execute()
  for (const sort of deviceSorts) {
    // The index also holds what lists filter by: pages far into the list are then found without reading the table.
    await schema
      .createIndex(`device_by_${sort}`)
      .on('device')
      .columns([sortColumn(sort), 'pk', 'managed_status', 'platform', 'owned_by', 'is_removed'])
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
