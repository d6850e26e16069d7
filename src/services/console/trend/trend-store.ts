import type { Insertable, Kysely } from 'kysely'
import { type Area, retentionDays } from '#contract/console/trend/trend.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { TrendTables } from './tables.ts'

export type TrendStore = ReturnType<typeof trendStore>
/** A value, and what was counted if the metric alone does not define it. */
export type Taken = { measure: string; value: number; asked?: string }
type Look = Insertable<TrendTables['console_trend_look']>

const dayMs = 86_400_000
/** UTC date. */
export const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
export const daysBefore = (day: string, days: number) => dayOf(Date.parse(day) - days * dayMs)

export function trendStore(database: Kysely<ConsoleTables>) {
  const note = (look: Look) =>
    database
      .insertInto('console_trend_look')
      .values(look)
      .onConflict((conflict) => conflict.columns(['site', 'area']).doUpdateSet(look))
      .execute()
  return {
    note,
    want: (site: string, wanted_at: number) =>
      database
        .insertInto('console_trend_site')
        .values({ site, wanted_at })
        .onConflict((conflict) => conflict.column('site').doNothing())
        .execute(),
    wantedSites: async () =>
      (await database.selectFrom('console_trend_site').select('site').execute()).map(({ site }) => site),

    looks: async (site: string) => {
      const rows = await database.selectFrom('console_trend_look').selectAll().where('site', '=', site).execute()
      return new Map(rows.map((row) => [row.area, row]))
    },

    /** Stores an area's values of a day, replacing earlier ones. */
    keep: async (
      { site, area, day, at }: { site: string; area: Area; day: string; at: number },
      taken: readonly Taken[],
    ) => {
      await database.transaction().execute(async (tx) => {
        for (const { measure, value, asked = '' } of taken)
          await tx
            .insertInto('console_trend')
            .values({ site, measure, day, value, asked })
            .onConflict((conflict) => conflict.columns(['site', 'measure', 'day']).doUpdateSet({ value, asked }))
            .execute()
        await tx
          .deleteFrom('console_trend')
          .where('site', '=', site)
          .where('day', '<=', daysBefore(day, retentionDays))
          .execute()
      })
      await note({ site, area, day, tried_at: at, state: 'kept', problem: '' })
    },

    since: (site: string, day: string) =>
      database
        .selectFrom('console_trend')
        .select(['measure', 'day', 'value', 'asked'])
        .where('site', '=', site)
        .where('day', '>=', day)
        .orderBy('day')
        .execute(),
  }
}
