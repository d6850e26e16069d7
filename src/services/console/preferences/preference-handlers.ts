import type { Kysely } from 'kysely'
import { draftDays, draftPrefix, maxPreferences, type preferences } from '#contract/console/preferences.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleCaller, ConsoleHandlers } from '#platform/console.ts'
import { sealFor } from '#platform/seal.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { SeenAccounts } from './seen-accounts.ts'

const day = 86_400_000

/** Preferences and drafts, sealed, since drafts contain names. The last write of each name wins. */
export function preferenceHandlers(
  database: Kysely<ConsoleTables>,
  masterKey: Buffer,
  accounts: Pick<SeenAccounts, 'seen'>,
): Pick<ConsoleHandlers, keyof typeof preferences> {
  const seal = sealFor('preference', masterKey)
  const ownerOf = ({ site, person }: ConsoleCaller) => {
    if (!person) throw new Problem('SIGNED_OUT')
    return { site: site.name, owner: person.owner }
  }
  const placeOf = ({ site, owner }: { site: string; owner: string }, name: string) => `${site}\n${owner}\n${name}`

  return {
    listPreferences: async (_, caller) => {
      const { site, owner } = ownerOf(caller)
      await accounts.seen(site, owner)
      await database
        .deleteFrom('console_preference')
        .where('site', '=', site)
        .where('owner', '=', owner)
        .where('name', 'like', `${draftPrefix}%`)
        .where('changed_at', '<', Date.now() - draftDays * day)
        .execute()
      const rows = await database
        .selectFrom('console_preference')
        .select(['name', 'sealed'])
        .where('site', '=', site)
        .where('owner', '=', owner)
        .orderBy('name')
        .execute()
      return {
        preferences: rows.map(({ name, sealed }) => ({
          name,
          value: seal.open(sealed, placeOf({ site, owner }, name)),
        })),
      }
    },

    keepPreferences: async ({ preferences }, caller) => {
      const place = ownerOf(caller)
      const { site, owner } = place
      // Distinct and sorted, so that concurrent writes do not deadlock.
      const last = [...new Map(preferences.map(({ name, value }) => [name, value]))].toSorted(([a], [b]) =>
        a < b ? -1 : 1,
      )
      await database.transaction().execute(async (transaction) => {
        for (const [name, value] of last) {
          if (value === undefined) {
            await transaction
              .deleteFrom('console_preference')
              .where('site', '=', site)
              .where('owner', '=', owner)
              .where('name', '=', name)
              .execute()
            continue
          }
          const written = { sealed: seal.close(value, placeOf(place, name)), changed_at: Date.now() }
          await transaction
            .insertInto('console_preference')
            .values({ site, owner, name, ...written })
            .onConflict((conflict) => conflict.columns(['site', 'owner', 'name']).doUpdateSet(written))
            .execute()
        }
        const { count } = await transaction
          .selectFrom('console_preference')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('site', '=', site)
          .where('owner', '=', owner)
          .executeTakeFirstOrThrow()
        if (count > maxPreferences) throw new Problem('INVALID_INPUT', `An account keeps at most ${maxPreferences}`)
      })
      return {}
    },
  }
}
