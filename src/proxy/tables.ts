import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Times are epoch milliseconds. */
export type ProxyTables = {
  proxy_session: {
    /** SHA-256 of the id in the cookie: who reads the database cannot take over a session. */
    id_hash: string
    kind: string
    sealed: string
    seen_at: number
    expires_at: number
  }
  /** One row: a known text, sealed. It tells a wrong master key from the right one. */
  proxy_master_key: { id: number; sealed: string }
}

export const proxyMigrations: Record<string, Migration> = {
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
}
