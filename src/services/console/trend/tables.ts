import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Area } from '#contract/console/trend/trend.ts'

/** Times are epoch milliseconds, days are UTC: `2026-11-24`. */
export type TrendTables = {
  /** Whether metrics of a site are in use. */
  console_trend_site: { site: string; wanted_at: number }
  console_trend: {
    site: string
    measure: string
    day: string
    value: number
    /** What was counted, if it varies: a query, or the digest of a view's query. */
    asked: string
  }
  console_trend_look: {
    site: string
    area: Area
    /** The last recorded day; empty if none. */
    day: string
    tried_at: number
    state: 'kept' | 'reading' | 'no-credential' | 'failing'
    problem: string
  }
}

export const trendMigrations: Record<string, Migration> = {
  console_069_trend: {
    up: async (database: Kysely<unknown>) => {
      const { schema } = database
      await schema
        .createTable('console_trend_site')
        .addColumn('site', 'text', (column) => column.primaryKey())
        .addColumn('wanted_at', 'bigint', (column) => column.notNull())
        .execute()
      let number = schema.createTable('console_trend')
      for (const name of ['site', 'measure', 'day', 'asked'])
        number = number.addColumn(name, 'text', (column) => column.notNull())
      await number
        .addColumn('value', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('console_trend_primary', ['site', 'measure', 'day'] as never)
        .execute()
      await schema.createIndex('console_trend_day').on('console_trend').columns(['site', 'day']).execute()
      let look = schema.createTable('console_trend_look')
      for (const name of ['site', 'area', 'day', 'state', 'problem'])
        look = look.addColumn(name, 'text', (column) => column.notNull())
      await look
        .addColumn('tried_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('console_trend_look_primary', ['site', 'area'] as never)
        .execute()
    },
  },
}
