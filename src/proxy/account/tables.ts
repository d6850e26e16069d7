import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export type AccountTables = {
  /** Browsers that need no one-time code (BFF-11). Times are epoch milliseconds. */
  proxy_device: {
    /** SHA-256 of the value in the cookie. */
    id_hash: string
    /** One remembered browser, whatever its cookie is now. */
    family: string
    owner: string
    /** What the server gave for it, sealed. */
    sealed: string
    remembered_at: number
    used_at: number
    expires_at: number
    agent: string
    /** Replaced by a newer cookie: whoever shows this one has a copy. */
    replaced: number
  }
}

export const accountMigrations: Record<string, Migration> = {
  proxy_003_device: {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .createTable('proxy_device')
        .addColumn('id_hash', 'text', (column) => column.primaryKey())
        .addColumn('family', 'text', (column) => column.notNull())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('remembered_at', 'bigint', (column) => column.notNull())
        .addColumn('used_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('agent', 'text', (column) => column.notNull())
        .addColumn('replaced', 'integer', (column) => column.notNull())
        .execute()
      await database.schema.createIndex('proxy_device_owner').on('proxy_device').column('owner').execute()
    },
  },
}
