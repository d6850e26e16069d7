import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export type OAuthTables = {
  /** Pending authorization requests. Times are epoch milliseconds. */
  proxy_transaction: {
    /** SHA-256 of `state`. */
    state_hash: string
    /** SHA-256 of the transaction cookie. */
    browser_hash: string
    site: string
    /** Code verifier, purpose and return path, sealed. */
    sealed: string
    expires_at: number
  }
  /** OAuth grants, each refreshed by one process at a time. */
  proxy_grant: {
    id: string
    site: string
    /** `user <id>` at the identity provider, or `connection <name>`. */
    owner: string
    /** Refresh token, access token and its expiry, sealed. */
    sealed: string
    /** Incremented on each change. */
    version: number
    granted_by: string
    granted_at: number
    /** Holder of the refresh lease, or the reason of a failed refresh; and its expiry. */
    lease: string | null
    leased_until: number
  }
  /** Sessions by grant. */
  proxy_grant_session: { session_hash: string; grant_id: string }
  /** Refresh tokens that are still to be revoked at the identity provider. */
  proxy_revocation: { id: string; site: string; sealed: string; attempts: number; due_at: number }
}

export const oauthMigrations: Record<string, Migration> = {
  proxy_006_oauth: {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .createTable('proxy_transaction')
        .addColumn('state_hash', 'text', (column) => column.primaryKey())
        .addColumn('browser_hash', 'text', (column) => column.notNull())
        .addColumn('site', 'text', (column) => column.notNull())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
      await database.schema
        .createTable('proxy_grant')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('site', 'text', (column) => column.notNull())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('granted_by', 'text', (column) => column.notNull())
        .addColumn('granted_at', 'bigint', (column) => column.notNull())
        .addColumn('lease', 'text')
        .addColumn('leased_until', 'bigint', (column) => column.notNull())
        .addUniqueConstraint('proxy_grant_owner', ['site', 'owner'])
        .execute()
      await database.schema
        .createTable('proxy_revocation')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('site', 'text', (column) => column.notNull())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('due_at', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
  proxy_006_oauth_session: {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .createTable('proxy_grant_session')
        .addColumn('session_hash', 'text', (column) => column.primaryKey())
        .addColumn('grant_id', 'text', (column) => column.notNull())
        .execute()
      await database.schema
        .createIndex('proxy_grant_session_grant')
        .on('proxy_grant_session')
        .column('grant_id')
        .execute()
    },
  },
}
