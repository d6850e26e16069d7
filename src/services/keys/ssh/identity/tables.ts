import { type Kysely, sql } from 'kysely'
import { bytewiseText } from '#platform/database/differences.ts'

/** Host keys by type, credentials of hosts, and results of test sign-ins. */
export async function createHostIdentities(db: Kysely<unknown>) {
  const text = bytewiseText(db)
  await db.schema
    .createTable('key_ssh_host_key')
    .addColumn('resource_id', 'integer', (column) => column.notNull())
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('fingerprint', text, (column) => column.notNull())
    .addColumn('how', text, (column) => column.notNull())
    .addColumn('trusted_by', text, (column) => column.notNull())
    .addColumn('trusted_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('key_ssh_host_key_primary', ['resource_id', 'type'])
    .execute()
  // The type of an earlier fingerprint is determined at the next connection.
  await sql`
    insert into key_ssh_host_key (resource_id, type, fingerprint, how, trusted_by, trusted_at)
    select id, '', host_key, 'first-use', '', created_at from key_ssh_resource where host_key is not null`.execute(db)
  await db.schema.alterTable('key_ssh_resource').dropColumn('host_key').execute()
  await db.schema
    .createTable('key_ssh_host_alarm')
    .addColumn('resource_id', 'integer', (column) => column.notNull())
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('known', text, (column) => column.notNull())
    .addColumn('seen', text, (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('key_ssh_host_alarm_primary', ['resource_id'])
    .execute()

  const credential = () => db.schema.alterTable('key_ssh_credential')
  await credential()
    .addColumn('method', text, (column) => column.notNull().defaultTo('password'))
    .execute()
  await credential().addColumn('key_id', 'integer').execute()
  await credential().addColumn('sealed_key', text).execute()
  await credential()
    .addColumn('sudo', text, (column) => column.notNull().defaultTo('none'))
    .execute()
  await credential().addColumn('sealed_sudo', text).execute()

  const association = () => db.schema.alterTable('key_ssh_association')
  await association().addColumn('outcome', text).execute()
  await association().addColumn('outcome_text', text).execute()
  await association().addColumn('tested_at', 'bigint').execute()
}
