import { type Kysely, sql } from 'kysely'

/**
 * Replaces the single row of change numbers, and stores them in a separate table instead of those with many indexes.
 */
export async function createChangeLanes(db: Kysely<unknown>) {
  const { schema } = db
  await schema
    .createTable('change_lane')
    .addColumn('lane', 'integer', (column) => column.primaryKey())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into change_lane (lane, number) select 0, coalesce(max(changed), 0) from fleet`.execute(db)
  await schema.alterTable('fleet').dropColumn('changed').execute()
  await schema
    .createTable('device_change')
    .addColumn('pk', sql`integer references device(pk) on delete cascade`, (column) => column.primaryKey())
    .addColumn('changed', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into device_change (pk, changed) select pk, changed from device`.execute(db)
  await schema.createIndex('device_change_changed').on('device_change').columns(['changed']).execute()
  await schema.dropIndex('device_changed').execute()
  for (const table of ['device', 'device_search']) await schema.alterTable(table).dropColumn('changed').execute()
}

/** Most changes do not affect filters: totals are cached until one does. */
export const countChanges = (db: Kysely<unknown>) =>
  db.schema
    .alterTable('change_lane')
    .addColumn('counted', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
