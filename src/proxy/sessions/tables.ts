import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { GuessRow } from '#platform/limits/guess-table.ts'
import type { KnownPlaceRow } from '#platform/limits/known-places.ts'

export type AccountTables = {
  /** Browsers that need no one-time code. Times are epoch milliseconds. */
  proxy_device: {
    /** SHA-256 of the value in the cookie. */
    id_hash: string
    /** One remembered browser, whatever its cookie is now. */
    family: string
    /** Whose list it stands in. */
    owner: string
    /** Site and login that it counts for: before the password nobody is anybody's owner. */
    login: string
    /** What the server gave for it, sealed. */
    sealed: string
    remembered_at: number
    used_at: number
    expires_at: number
    agent: string
    /** Replaced by a newer cookie: whoever shows this one has a copy. */
    replaced: number
  }
  /** Guesses at passwords and codes, counted for all processes together. */
  proxy_attempt: GuessRow
  /** Where each account has signed in lately. */
  proxy_known_place: KnownPlaceRow
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
  proxy_007_guesses: {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .alterTable('proxy_device')
        .addColumn('login', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
      await database.schema.createIndex('proxy_device_family').on('proxy_device').column('family').execute()
      await database.schema
        .createTable('proxy_attempt')
        .addColumn('key_hash', 'text', (column) => column.primaryKey())
        .addColumn('failures', 'integer', (column) => column.notNull())
        .addColumn('running', 'integer', (column) => column.notNull())
        .addColumn('ends_at', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
  // What was counted before is over in a quarter of an hour anyway.
  proxy_009_growing_delays: {
    up: async (database: Kysely<unknown>) => {
      const { schema } = database
      for (const column of ['blocked_until', 'started_at']) {
        await schema
          .alterTable('proxy_attempt')
          .addColumn(column, 'bigint', (added) => added.notNull().defaultTo(0))
          .execute()
      }
      await schema
        .createTable('proxy_known_place')
        .addColumn('key_hash', 'text', (column) => column.primaryKey())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
}
