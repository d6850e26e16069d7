import { type Kysely, sql } from 'kysely'
import type { ConsoleTables } from '#services/console/tables.ts'

const dayMs = 86_400_000
/** Nobody tells the console that an account is gone: what it alone has kept goes once it has not been here for so long. */
export const forgottenAfterDays = 400

export type SeenAccounts = ReturnType<typeof seenAccounts>

export function seenAccounts(database: Kysely<ConsoleTables>, clock: () => number) {
  /** What others see stays: a shared view is theirs as well. */
  const forget = (site: string, owner: string) =>
    database.transaction().execute(async (transaction) => {
      const views = transaction.selectFrom('console_view').select('id').where('site', '=', site)
      await transaction.deleteFrom('console_view_pin').where('owner', '=', owner).where('view', 'in', views).execute()
      for (const table of ['console_view_watch', 'console_preference', 'console_account_seen'] as const)
        await transaction.deleteFrom(table).where('site', '=', site).where('owner', '=', owner).execute()
      await transaction
        .deleteFrom('console_view')
        .where('site', '=', site)
        .where('owner', '=', owner)
        .where('audience', '=', 'me')
        .execute()
    })

  return {
    seen: async (site: string, owner: string) => {
      const seen_at = clock()
      await database
        .insertInto('console_account_seen')
        .values({ site, owner, seen_at })
        .onConflict((conflict) =>
          conflict
            .columns(['site', 'owner'])
            .doUpdateSet({ seen_at })
            .where('console_account_seen.seen_at', '<', seen_at - dayMs),
        )
        .execute()
    },
    forgetOthers: async () => {
      // Of whom nobody has noted it yet, it counts from now on.
      for (const table of ['console_preference', 'console_view'] as const)
        await sql`insert into console_account_seen (site, owner, seen_at)
          select site, owner, ${sql.lit(clock())} from ${sql.table(table)} where true group by site, owner
          on conflict do nothing`.execute(database)
      const before = clock() - forgottenAfterDays * dayMs
      const gone = database.selectFrom('console_account_seen').select(['site', 'owner']).where('seen_at', '<', before)
      for (const { site, owner } of await gone.execute()) await forget(site, owner)
    },
  }
}
