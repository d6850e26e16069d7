import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { GuessRow } from '#platform/limits/guess-table.ts'

/** Times are epoch milliseconds. */
export type CalendarTables = {
  /** Calendar feeds with their passwords. */
  console_calendar_feed: {
    /** Random, not secret. */
    id: string
    site: string
    owner: string
    user_name: string
    name: string
    /** SHA-256; the password has 256 random bits. */
    password_hash: string
    session: string
    /** Sealed session and credential. Empty once rejected by the server. */
    credential: string
    created_at: number
    /** 0 if never read. */
    fetched_at: number
    fetched_from: string
    why: string
  }
  /** Wrong passwords, counted across processes. */
  console_calendar_guess: GuessRow
}

export const calendarMigrations: Record<string, Migration> = {
  console_071_calendar_feed: {
    up: async (database: Kysely<unknown>) => {
      const { schema } = database
      let feed = schema.createTable('console_calendar_feed').addColumn('id', 'text', (column) => column.primaryKey())
      for (const name of ['site', 'owner', 'user_name', 'name', 'password_hash', 'session', 'credential'])
        feed = feed.addColumn(name, 'text', (column) => column.notNull())
      for (const name of ['fetched_from', 'why']) feed = feed.addColumn(name, 'text', (column) => column.notNull())
      for (const name of ['created_at', 'fetched_at'])
        feed = feed.addColumn(name, 'bigint', (column) => column.notNull())
      await feed.execute()
      await schema
        .createIndex('console_calendar_feed_owner')
        .on('console_calendar_feed')
        .columns(['site', 'owner'])
        .execute()
      await schema
        .createTable('console_calendar_guess')
        .addColumn('key_hash', 'text', (column) => column.primaryKey())
        .addColumn('failures', 'integer', (column) => column.notNull())
        .addColumn('running', 'integer', (column) => column.notNull())
        .addColumn('blocked_until', 'bigint', (column) => column.notNull())
        .addColumn('started_at', 'bigint', (column) => column.notNull())
        .addColumn('ends_at', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
}
