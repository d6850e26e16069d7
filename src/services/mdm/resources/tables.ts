import { type Generated, type Kysely, sql } from 'kysely'
import { ascendingKey, bytewiseText, indexSubstringsOfRows, storedByKey } from '#platform/database/differences.ts'

export type ResourceKind = 'group' | 'profile' | 'app' | 'user'
/** Kinds of items distributed to devices and groups. */
export type ItemKind = 'profile' | 'app'

export type ResourceTables = {
  /** Groups, profiles, apps and users: list columns, and the resource as JSON. */
  resource: {
    pk: Generated<number>
    kind: ResourceKind
    id: string
    /** Normalized; unique per kind. */
    unique_name: string
    by_name: string
    /** Normalized platform of a profile or app; empty for other kinds. */
    platform: string
    /** Normalized search text. */
    text: string
    /** 1 in the trash. */
    hidden: number
    changed: number
    content: string
  }
  group_member: { group_pk: number; device_pk: number }
  /** Items distributed to a device itself, with status. */
  device_item: {
    item_pk: number
    device_pk: number
    kind: ItemKind
    added_time: number
    status: number
    remarks: string
  }
  /** Items distributed to a group, for devices of the matching platform. */
  group_item: { item_pk: number; group_pk: number; kind: ItemKind; added_time: number }
  installed_app: { app_pk: number; device_pk: number; version: string; label_id: string | null }
}

export async function createResourceTables(db: Kysely<unknown>) {
  const { schema } = db
  const text = bytewiseText(db)
  await schema
    .createTable('resource')
    .addColumn('pk', ascendingKey(db), (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('unique_name', text, (column) => column.notNull())
    .addColumn('by_name', text, (column) => column.notNull())
    .addColumn('platform', text, (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('hidden', 'integer', (column) => column.notNull())
    .addColumn('changed', 'bigint', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addUniqueConstraint('resource_id', ['kind', 'id'])
    .addUniqueConstraint('resource_name', ['kind', 'unique_name'])
    .execute()
  await schema.createIndex('resource_by_name').on('resource').columns(['kind', 'by_name', 'pk', 'hidden']).execute()
  await schema.createIndex('resource_changed').on('resource').columns(['kind', 'changed']).execute()
  await createAssociations(db)
  await describeDevices(db)
}

/** Index for user look-ups on each keystroke, which otherwise read all 100,000 rows. */
export const indexResources = (db: Kysely<unknown>) => indexSubstringsOfRows(db, 'resource', 'pk', 'text')

async function createAssociations(db: Kysely<unknown>) {
  const { schema } = db
  const ofResource = sql`bigint references resource(pk) on delete cascade`
  const ofDevice = sql`integer references device(pk) on delete cascade`
  await schema
    .createTable('group_member')
    .addColumn('group_pk', ofResource, (column) => column.notNull())
    .addColumn('device_pk', ofDevice, (column) => column.notNull())
    .addPrimaryKeyConstraint('group_member_key', ['group_pk', 'device_pk'])
    .modifyEnd(storedByKey(db))
    .execute()
  await schema
    .createTable('device_item')
    .addColumn('item_pk', ofResource, (column) => column.notNull())
    .addColumn('device_pk', ofDevice, (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('added_time', 'bigint', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('remarks', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('device_item_key', ['item_pk', 'device_pk'])
    .modifyEnd(storedByKey(db))
    .execute()
  await schema
    .createTable('group_item')
    .addColumn('item_pk', ofResource, (column) => column.notNull())
    .addColumn('group_pk', ofResource, (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('added_time', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('group_item_key', ['item_pk', 'group_pk'])
    .modifyEnd(storedByKey(db))
    .execute()
  await schema
    .createTable('installed_app')
    .addColumn('app_pk', ofResource, (column) => column.notNull())
    .addColumn('device_pk', ofDevice, (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('label_id', 'text')
    .addPrimaryKeyConstraint('installed_app_key', ['app_pk', 'device_pk'])
    .modifyEnd(storedByKey(db))
    .execute()
  const ofOne = { group_member: 'group_pk', device_item: 'item_pk', installed_app: 'app_pk' } as const
  for (const [table, column] of Object.entries(ofOne))
    await schema.createIndex(`${table}_of_device`).on(table).columns(['device_pk', column]).execute()
  await schema.createIndex('group_item_of_group').on('group_item').columns(['group_pk', 'kind']).execute()
  // Covering index for counts by kind in device lists.
  await schema.createIndex('device_item_by_kind').on('device_item').columns(['device_pk', 'kind']).execute()
}

/** Columns for owner and kind of a device, for counts in user lists and filters in device lists. */
async function describeDevices(db: Kysely<unknown>) {
  const { schema } = db
  await schema.alterTable('device').addColumn('user_id', bytewiseText(db)).execute()
  await schema.createIndex('device_of_user').on('device').columns(['user_id']).execute()
  for (const table of ['device', 'device_search'])
    await schema
      .alterTable(table)
      .addColumn('device_type', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
}
