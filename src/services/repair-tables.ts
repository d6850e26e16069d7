import { type Kysely, sql } from 'kysely'
import { bytewiseText } from '#platform/database/differences.ts'

/**
 * Two migrations were changed after their release, and early demos had devices only. Adds what is missing in older
 * databases; `unfinishedFleet` makes the next start complete the demo.
 */
export async function repairServices(db: Kysely<unknown>) {
  const text = bytewiseText(db)
  await db.schema
    .createTable('key_turn')
    .ifNotExists()
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('holder', text, (column) => column.notNull())
    .addColumn('held_until', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('key_turn_primary', ['name'])
    .execute()
  await db.schema
    .createIndex('device_item_by_kind')
    .ifNotExists()
    .on('device_item')
    .columns(['device_pk', 'kind'])
    .execute()
  await sql`insert into setting (name, value) select 'unfinished-fleet', '0' from fleet where made > 0
    and not exists (select 1 from resource)
    and not exists (select 1 from device where user_id is not null)`.execute(db)
}
