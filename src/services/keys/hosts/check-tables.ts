import type { Kysely } from 'kysely'
import { bytewiseText } from '#platform/database/differences.ts'

export type HostCheckTables = {
  /** Queue of hosts to check. */
  key_host_check: {
    host: string
    port: number
    /** 1 if its certificate is to be read first, as in a discovery. */
    discovers: number
    timeout_seconds: number
    username: string
    added_at: number
    /** Process that is checking it, and the end of its claim. */
    holder: string
    held_until: number
    attempts: number
  }
  /** A single row, once configured: interval of checks of all hosts; 0 for none. */
  key_host_check_plan: {
    id: number
    every_hours: number
    set_by: string
    set_at: number
    /** Start of the last run, or the time of configuration before the first. */
    begun_at: number
    /** Number of hosts in the last run. */
    hosts: number
  }
}

export async function createHostChecks(db: Kysely<unknown>) {
  const text = bytewiseText(db)
  await db.schema
    .createTable('key_host_check')
    .addColumn('host', text, (column) => column.notNull())
    .addColumn('port', 'integer', (column) => column.notNull())
    .addColumn('discovers', 'integer', (column) => column.notNull())
    .addColumn('timeout_seconds', 'integer', (column) => column.notNull())
    .addColumn('username', text, (column) => column.notNull())
    .addColumn('added_at', 'bigint', (column) => column.notNull())
    .addColumn('holder', text, (column) => column.notNull())
    .addColumn('held_until', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('key_host_check_primary', ['host', 'port'])
    .execute()
  await db.schema.createIndex('key_host_check_by_added_at').on('key_host_check').column('added_at').execute()
  await db.schema
    .createTable('key_host_check_plan')
    .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('every_hours', 'integer', (column) => column.notNull())
    .addColumn('set_by', text, (column) => column.notNull())
    .addColumn('set_at', 'bigint', (column) => column.notNull())
    .addColumn('begun_at', 'bigint', (column) => column.notNull())
    .addColumn('hosts', 'integer', (column) => column.notNull())
    .execute()
}
