import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createArchiveTable } from '#platform/archives/archive-table.ts'
import type { Archive } from '#platform/archives/archive.ts'
import { appendOnly, deletableOnceArchived } from '#platform/database/differences.ts'

export type AuditTables = {
  /** Times are epoch milliseconds. Rows are append-only. */
  proxy_audit: {
    id: number
    at: number
    site: string
    user_name: string
    address: string
    action: string
    target: string
    /** Empty if no reason was required, and in older archives. */
    reason: string
    ticket: string
    result: string
    code: string
    /** Account to whose reveal limit the entry counts, if a secret was revealed. */
    revealed_to: string | null
    /** Search text, derived from the other columns. */
    searched: string
    /** Keyed hash of this row and the preceding hash. */
    hash: string
  }
  /** Failed sign-ins by network; an empty address counts the whole site. */
  proxy_attempt_count: {
    key_hash: string
    site: string
    address: string
    recorded: number
    /** Not yet reported attempts beyond the entries of the window. */
    pending: number
    ends_at: number
  }
  /** Names that have signed in, as SHA-256 with the site. */
  proxy_known_name: { name_hash: string }
  /** A single row, updated first by each writer: one chain for any number of processes. */
  proxy_audit_head: { id: number; last: number; hash: string; seal: string }
  /** Entries from before the retention period. */
  proxy_audit_archive: Archive
}
/** ID of the single row of `proxy_audit_head`. */
const headId = 1

export const auditMigrations: Record<string, Migration> = {
  proxy_004_audit: {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .createTable('proxy_audit')
        .addColumn('id', 'bigint', (column) => column.primaryKey())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('site', 'text', (column) => column.notNull())
        .addColumn('user_name', 'text', (column) => column.notNull())
        .addColumn('address', 'text', (column) => column.notNull())
        .addColumn('action', 'text', (column) => column.notNull())
        .addColumn('target', 'text', (column) => column.notNull())
        .addColumn('result', 'text', (column) => column.notNull())
        .addColumn('code', 'text', (column) => column.notNull())
        .addColumn('revealed_to', 'text')
        .addColumn('searched', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .execute()
      await appendOnly(database, 'proxy_audit')
      await database.schema
        .createTable('proxy_audit_head')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('last', 'bigint', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('seal', 'text', (column) => column.notNull())
        .execute()
      const head = { id: headId, last: 0, hash: '', seal: '' }
      await database.$extendTables<AuditTables>().insertInto('proxy_audit_head').values(head).execute()
      await database.schema.createIndex('proxy_audit_at').on('proxy_audit').column('at').execute()
      await database.schema
        .createIndex('proxy_audit_revealed')
        .on('proxy_audit')
        .columns(['revealed_to', 'at'])
        .execute()
    },
  },
  // Covering index for counting and paging the timeline of a site.
  proxy_008_audit_timeline: {
    up: async (database: Kysely<unknown>) => {
      await database.schema.dropIndex('proxy_audit_at').execute()
      await database.schema
        .createIndex('proxy_audit_timeline')
        .on('proxy_audit')
        .columns(['site', 'at', 'id'])
        .execute()
    },
  },
  proxy_010_attempt_count: {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .createTable('proxy_attempt_count')
        .addColumn('key_hash', 'text', (column) => column.primaryKey())
        .addColumn('site', 'text', (column) => column.notNull())
        .addColumn('address', 'text', (column) => column.notNull())
        .addColumn('recorded', 'integer', (column) => column.notNull())
        .addColumn('pending', 'integer', (column) => column.notNull())
        .addColumn('ends_at', 'bigint', (column) => column.notNull())
        .execute()
      await database.schema
        .createTable('proxy_known_name')
        .addColumn('name_hash', 'text', (column) => column.primaryKey())
        .execute()
    },
  },
  proxy_021_audit_archive: {
    up: async (database: Kysely<unknown>) => {
      await createArchiveTable(database, 'proxy_audit')
      await deletableOnceArchived(database, 'proxy_audit', 'proxy_audit_archive')
    },
  },
  proxy_024_audit_reason: {
    up: async (database: Kysely<unknown>) => {
      for (const name of ['reason', 'ticket'])
        await database.schema
          .alterTable('proxy_audit')
          .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
          .execute()
    },
  }, // Account changes are looked up with each guarded action.
  proxy_077_audit_handing: {
    up: async (database: Kysely<unknown>) => {
      const names = [
        'createAccount',
        'changeAccount',
        'enableAccount',
        'resetAccountPassword',
        'resetAccountSecondFactor',
      ]
      const actions = sql.join(names.map((name) => sql.lit(`desktop.${name}`)))
      await sql`create index proxy_audit_handing on proxy_audit (site, at) where action in (${actions})`.execute(
        database,
      )
    },
  },
}
