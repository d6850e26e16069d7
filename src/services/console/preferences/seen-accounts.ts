import { type Kysely, sql } from 'kysely'
import { feedLivesDays } from '#contract/console/calendars/calendar-feeds.ts'
import type { Owner } from '#platform/console.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

const dayMs = 86_400_000
/** Deleted accounts are not reported to the console, so data of inactive accounts is deleted after this time. */
export const forgottenAfterDays = 400
/** If no account was active for this long, the clock or the console itself was off, and nothing is deleted. */
const nobodyDays = 30

export type SeenAccounts = ReturnType<typeof seenAccounts>

export function seenAccounts(database: Kysely<ConsoleTables>, clock: () => number) {
  /** Data visible to others, such as shared views, is kept. */
  const forget = (site: string, owner: string, before: number) =>
    database.transaction().execute(async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('console_account_seen')
        .where('site', '=', site)
        .where('owner', '=', owner)
        .where('seen_at', '<', before)
        .executeTakeFirst()
      // The account was active meanwhile.
      if (numDeletedRows === 0n) return
      const views = transaction.selectFrom('console_view').select('id').where('site', '=', site)
      await transaction.deleteFrom('console_view_pin').where('owner', '=', owner).where('view', 'in', views).execute()
      for (const table of ['console_view_watch', 'console_preference', 'console_calendar_feed'] as const)
        await transaction.deleteFrom(table).where('site', '=', site).where('owner', '=', owner).execute()
      // Other users may have watched it while it was shared.
      const own = views.where('owner', '=', owner).where('audience', '=', 'me')
      for (const table of ['console_view_pin', 'console_view_watch'] as const)
        await transaction.deleteFrom(table).where('view', 'in', own).execute()
      await transaction
        .deleteFrom('console_view')
        .where('site', '=', site)
        .where('owner', '=', owner)
        .where('audience', '=', 'me')
        .execute()
    })

  const newest = async () => {
    const rows = database.selectFrom('console_account_seen').select(({ fn }) => fn.max('seen_at').as('seen_at'))
    return (await rows.executeTakeFirst())?.seen_at ?? 0
  }

  return {
    /** With day precision; 0 if unknown. */
    seenAt: async ({ site, owner }: Pick<Owner, 'site' | 'owner'>): Promise<number> => {
      const seen = database.selectFrom('console_account_seen').select('seen_at').where('site', '=', site)
      return (await seen.where('owner', '=', owner).executeTakeFirst())?.seen_at ?? 0
    },
    seen: async (site: string, owner: string) => {
      const seen_at = clock()
      await database
        .insertInto('console_account_seen')
        // With a slow clock, a new account must not be the first to be deleted.
        .values({ site, owner, seen_at: Math.max(seen_at, await newest()) })
        .onConflict((conflict) =>
          conflict
            .columns(['site', 'owner'])
            .doUpdateSet({ seen_at })
            .where('console_account_seen.seen_at', '<', seen_at - dayMs),
        )
        .execute()
    },
    forgetOthers: async () => {
      const now = clock()
      const latest = await newest()
      const isAway = latest > 0 && latest < now - nobodyDays * dayMs
      if (isAway) return
      // Accounts without a recorded date count from now.
      const from = Math.max(now, latest)
      for (const table of ['console_preference', 'console_view', 'console_calendar_feed'] as const)
        await sql`insert into console_account_seen (site, owner, seen_at)
          select site, owner, ${sql.lit(from)} from ${sql.table(table)} where true group by site, owner
          on conflict do nothing`.execute(database)
      const unseen = now - feedLivesDays * dayMs
      // The account name may have been reassigned, so its calendar feeds are deleted.
      await database
        .deleteFrom('console_calendar_feed')
        .where('created_at', '<', unseen)
        .where((feed) => {
          const recent = feed
            .selectFrom('console_account_seen')
            .select('seen_at')
            .whereRef('console_account_seen.site', '=', 'console_calendar_feed.site')
            .whereRef('console_account_seen.owner', '=', 'console_calendar_feed.owner')
            .where('seen_at', '>=', unseen)
          return feed.not(feed.exists(recent))
        })
        .execute()
      const before = now - forgottenAfterDays * dayMs
      const gone = database.selectFrom('console_account_seen').select(['site', 'owner']).where('seen_at', '<', before)
      for (const { site, owner } of await gone.execute()) await forget(site, owner, before)
    },
  }
}
