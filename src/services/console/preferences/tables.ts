import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export type PreferenceTables = {
  /** Preferences of an account at a site; the content is sealed. Times are epoch milliseconds. */
  console_preference: { site: string; owner: string; name: string; sealed: string; changed_at: number }
  /** Date of an account's last activity. */
  console_account_seen: { site: string; owner: string; seen_at: number }
}

export const preferenceMigrations: Record<string, Migration> = {
  console_050_preference: {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .createTable('console_preference')
        .addColumn('site', 'text', (column) => column.notNull())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('changed_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('console_preference_primary', ['site', 'owner', 'name'])
        .execute()
    },
  },
  console_065_account_seen: {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .createTable('console_account_seen')
        .addColumn('site', 'text', (column) => column.notNull())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('console_account_seen_primary', ['site', 'owner'])
        .execute()
    },
  },
}
