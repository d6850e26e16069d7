import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { appendOnly } from '#platform/database/differences.ts'

/** Two migrations were changed after their release. These migrations add what is missing in older databases. */
export const repairMigrations: Record<string, Migration> = {
  proxy_008_repair: {
    up: async (database: Kysely<unknown>) => {
      const tables = await database.introspection.getTables()
      const lacks = (table: string, column: string) =>
        !tables.some(({ name, columns }) => name === table && columns.some((found) => found.name === column))
      if (lacks('proxy_audit', 'searched')) await repairAudit(database)
      if (lacks('proxy_key', 'source')) await repairKeys(database)
    },
  },
}

/** No version wrote entries in this form, so there are none to keep. */
async function repairAudit(database: Kysely<unknown>) {
  const { schema } = database
  await schema.dropTable('proxy_audit').execute()
  let audit = schema
    .createTable('proxy_audit')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
  for (const name of ['site', 'user_name', 'address', 'action', 'target', 'result', 'code'])
    audit = audit.addColumn(name, 'text', (column) => column.notNull())
  await audit
    .addColumn('revealed_to', 'text')
    .addColumn('searched', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
  await appendOnly(database, 'proxy_audit')
  const index = (name: string, columns: string[]) =>
    schema.createIndex(`proxy_audit_${name}`).on('proxy_audit').columns(columns).execute()
  await index('timeline', ['site', 'at', 'id'])
  await index('revealed', ['revealed_to', 'at'])
  await database
    .$extendTables<{ proxy_audit_head: { id: number; last: number; hash: string; seal: string } }>()
    .insertInto('proxy_audit_head')
    .values({ id: 1, last: 0, hash: '', seal: '' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

type Key = Record<'site' | 'connection' | 'fingerprint', string> & {
  source: string
  sealed: string | null
  since: number
}

/** Keys with a sealed value were entered in the console. */
async function repairKeys(database: Kysely<unknown>) {
  const keys = database.$extendTables<{ proxy_key: Key }>()
  const found = await keys
    .selectFrom('proxy_key')
    .select(['site', 'connection', 'sealed', 'fingerprint', 'since'])
    .execute()
  await database.schema.dropTable('proxy_key').execute()
  await database.schema
    .createTable('proxy_key')
    .addColumn('site', 'text', (column) => column.notNull())
    .addColumn('connection', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text')
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('proxy_key_primary', ['site', 'connection', 'source'])
    .execute()
  if (found.length === 0) return
  const rows = found.map((key) => Object.assign(key, { source: key.sealed === null ? 'configuration' : 'console' }))
  await keys.insertInto('proxy_key').values(rows).execute()
}
