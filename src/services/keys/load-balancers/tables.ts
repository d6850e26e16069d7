import type { Kysely } from 'kysely'
import { bytewiseText } from '#platform/database/differences.ts'

/** Load balancers with the directory of their key stores. */
export async function createLoadBalancers(db: Kysely<unknown>) {
  const text = bytewiseText(db)
  await db.schema
    .createTable('key_load_balancer')
    .addColumn('resource_id', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('user_name', text, (column) => column.notNull())
    .addColumn('store_path', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
}
