import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export type CredentialTables = {
  /** API keys of connections. Times are epoch milliseconds. */
  proxy_key: {
    site: string
    connection: string
    /** The key that was entered in the console, sealed; null where the one of the configuration is at work. */
    sealed: string | null
    /** Keyed hash of the key at work: another key is a new age. */
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
        .addColumn('sealed', 'text')
        .addColumn('fingerprint', 'text', (column) => column.notNull())
        .addColumn('since', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('proxy_key_primary', ['site', 'connection'])
        .execute()
    },
  },
}
