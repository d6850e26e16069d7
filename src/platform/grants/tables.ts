import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export type OAuthTables = {
  /** On the way to the identity provider and back. Times are epoch milliseconds. */
  proxy_transaction: {
    /** SHA-256 of `state`. */
    state_hash: string
    /** SHA-256 of the cookie of the browser that set out. */
    browser_hash: string
    site: string
    /** Code verifier, purpose and way back, sealed. */
    sealed: string
    expires_at: number
  }
  /** What somebody granted: to be refreshed by one process at a time. */
  proxy_grant: {
    id: string
    site: string
    /** `user <id>` at the identity provider, or `connection <name>`. */
    owner: string
    /** Refresh token, access token and how long that is good; sealed. */
    sealed: string
    /** Counts up with every change. */
    version: number
    granted_by: string
    granted_at: number
    /** Who is refreshing it now, or why that failed; and until when that is believed. */
    lease: string | null
    leased_until: number
  }
  /** Which sessions live on which grant. */
  proxy_grant_session: { session_hash: string; grant_id: string }
  /** Refresh tokens that the identity provider has still to be told of. */
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
