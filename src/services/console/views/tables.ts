import { type Generated, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { View } from '#contract/console/views/views.ts'
import { ascendingKey } from '#platform/database/differences.ts'

/** Times are epoch milliseconds. */
export type ViewTables = {
  console_view: {
    id: Generated<number>
    site: string
    owner: string
    user_name: string
    name: string
    page: string
    audience: View['audience']
    /** Endpoint ID; empty if the console cannot read the list. */
    list: string
    /** Sealed filters and request, which may contain names. */
    sealed: string
    changed_at: number
  }
  console_view_pin: { view: number; owner: string }
  /** Users notified of changed rows. */
  console_view_watch: {
    view: number
    site: string
    owner: string
    user_name: string
    email: string
    session: string
    /** Sealed session for reading the view. Empty after signing out everywhere. */
    credential: string
    state: 'active' | 'paused'
    why: string
    /** Digests of the rows at the last check; null before the first. */
    seen: string | null
    /** Sealed: rows that recently appeared or left. */
    appeared: string
    /** Sealed: labels of the rows at the last check, and rows that it missed. Empty before the first. */
    labels: Generated<string>
    looked_at: number
    next_at: number
  }
}

export const viewMigrations: Record<string, Migration> = {
  console_063_view: {
    up: async (database: Kysely<unknown>) => {
      const { schema } = database
      let view = schema
        .createTable('console_view')
        .addColumn('id', ascendingKey(database), (column) => column.primaryKey())
      for (const name of ['site', 'owner', 'user_name', 'name', 'page', 'audience', 'list', 'sealed'])
        view = view.addColumn(name, 'text', (column) => column.notNull())
      await view.addColumn('changed_at', 'bigint', (column) => column.notNull()).execute()
      await schema.createIndex('console_view_site').on('console_view').columns(['site', 'page', 'id']).execute()
      await schema
        .createTable('console_view_pin')
        .addColumn('view', 'bigint', (column) => column.notNull())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('console_view_pin_primary', ['view', 'owner'] as never)
        .execute()
      let watch = schema
        .createTable('console_view_watch')
        .addColumn('view', 'bigint', (column) => column.notNull())
        .addColumn('seen', 'text')
      for (const name of ['site', 'owner', 'user_name', 'email', 'session', 'credential', 'state', 'why', 'appeared'])
        watch = watch.addColumn(name, 'text', (column) => column.notNull())
      for (const name of ['looked_at', 'next_at']) watch = watch.addColumn(name, 'bigint', (column) => column.notNull())
      await watch.addPrimaryKeyConstraint('console_view_watch_primary', ['view', 'owner'] as never).execute()
    },
  },
  console_076_view_watch_labels: {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .alterTable('console_view_watch')
        .addColumn('labels', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
    },
  },
}
