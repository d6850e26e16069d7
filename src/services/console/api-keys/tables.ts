import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export type CredentialTables = {
  /** API keys of connections, at most one per source. Times are epoch milliseconds. */
  proxy_key: {
    site: string
    connection: string
    /** A key entered in the console takes precedence; the configured key's row is kept. */
    source: 'configuration' | 'console'
    /** The sealed key, if entered in the console. */
    sealed: string | null
    /** Keyed hash of the key; a different key has its own age. */
    fingerprint: string
    since: number
  }
}

export const credentialMigrations: Record<string, Migration> = {
  proxy_005_key: {
    up: async (database: Kysely<unknown>) => {
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
    },
  },
}
