import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export type ValueNoteTables = {
  /** Notes by site, field and value. Times are epoch milliseconds. */
  console_value_note: { site: string; field: string; value: string; note: string; user_name: string; at: number }
}

export const valueNoteMigrations: Record<string, Migration> = {
  console_025_value_note: {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .createTable('console_value_note')
        .addColumn('site', 'text', (column) => column.notNull())
        .addColumn('field', 'text', (column) => column.notNull())
        .addColumn('value', 'text', (column) => column.notNull())
        .addColumn('note', 'text', (column) => column.notNull())
        .addColumn('user_name', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('console_value_note_primary', ['site', 'field', 'value'])
        .execute()
    },
  },
}
