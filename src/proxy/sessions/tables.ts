import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { GuessRow } from '#platform/limits/guess-table.ts'
import type { KnownPlaceRow } from '#platform/limits/known-places.ts'

export type AccountTables = {
  /** Remembered browsers, which skip the one-time code. Times are epoch milliseconds. */
  proxy_device: {
    /** SHA-256 of the cookie value. */
    id_hash: string
    /** Identifies a remembered browser across cookie rotations. */
    family: string
    /** Owner whose list includes it. */
    owner: string
    /** Site and login that it is valid for; the owner is unknown before the password is verified. */
    login: string
    /** The server's token, sealed. */
    sealed: string
    remembered_at: number
    used_at: number
    expires_at: number
    agent: string
    /** Set when the cookie was rotated: presenting this one means that it was copied. */
    replaced: number
  }
  /** Failed password and code attempts, shared by all processes. */
  proxy_attempt: GuessRow
  /** Places of recent sign-ins per account. */
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
  // Counts of the former layout expire within 15 minutes and are dropped.
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
