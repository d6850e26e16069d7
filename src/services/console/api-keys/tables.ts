import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export type CredentialTables = {
  /** API keys of connections, one of each source at most. Times are epoch milliseconds. */
  proxy_key: {
    site: string
    connection: string
    /** The one of the console comes first; what is known of the other one stays meanwhile. */
    source: 'configuration' | 'console'
    /** The key itself, sealed, where it was entered in the console. */
    sealed: string | null
    /** Keyed hash of the key: another key is a new age. */
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
