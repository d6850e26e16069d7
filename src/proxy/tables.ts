import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { oauthMigrations, type OAuthTables } from '#platform/grants/tables.ts'
import { accountMigrations, type AccountTables } from './sessions/tables.ts'

/** Times are epoch milliseconds. */
type SessionTables = {
  proxy_session: {
    /** SHA-256 of the session ID: read access to the database does not allow taking over a session. */
    id_hash: string
    kind: string
    site: string
    /** Site and account. */
    owner: string
    sealed: string
    started_at: number
    seen_at: number
    expires_at: number
    /** End of the last identity confirmation. */
    confirmed_until: number
    address: string
    agent: string
  }
  /** A single row with a known text, sealed. Detects a wrong master key. */
  proxy_master_key: { id: number; sealed: string }
}
export type ProxyTables = SessionTables & AccountTables & OAuthTables

const sessionMigrations: Record<string, Migration> = {
  proxy_001_session: {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .createTable('proxy_session')
        .addColumn('id_hash', 'text', (column) => column.primaryKey())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
      await database.schema
        .createTable('proxy_master_key')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .execute()
    },
  },
  // Sessions of the former version have no owner; their users sign in again.
  proxy_002_owner: {
    up: async (database: Kysely<unknown>) => {
      await database.schema.dropTable('proxy_session').execute()
      await database.schema
        .createTable('proxy_session')
        .addColumn('id_hash', 'text', (column) => column.primaryKey())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('site', 'text', (column) => column.notNull())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('started_at', 'bigint', (column) => column.notNull())
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('confirmed_until', 'bigint', (column) => column.notNull())
        .addColumn('address', 'text', (column) => column.notNull())
        .addColumn('agent', 'text', (column) => column.notNull())
        .execute()
      await database.schema
        .createIndex('proxy_session_owner')
        .on('proxy_session')
        .columns(['owner', 'started_at'])
        .execute()
    },
  },
}

/** Released migrations never change; a new one follows (decision 114). */
export const proxyMigrations: Record<string, Migration> = {
  ...sessionMigrations,
  ...accountMigrations,
  ...oauthMigrations,
}
