import type { Kysely } from 'kysely'
import { maxMinutes, type RuleLimits } from '#contract/console/approvals.ts'
import type { Guarded, GuardedAction } from '#contract/console/guarded-actions.ts'
import { insertAll, lockTable } from '#platform/database/differences.ts'
import type { JobRecord } from '#services/console/jobs/job-store.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { type Account, usedTogether } from './independence.ts'

const minute = 60_000
type Database = Kysely<ConsoleTables>

/**
 * Recent guarded actions per user, counted across processes. Accounts that the user recently created or changed are
 * included, so that limits cannot be evaded by creating accounts.
 */
export function guardedUses(database: Database) {
  return {
    /** Counts the action; false if it would exceed the rule. */
    reserve: (whose: Account, { action, subjects }: Guarded, limits: RuleLimits): Promise<boolean> =>
      database.transaction().execute(async (transaction) => {
        await lockTable(transaction, 'console_guarded_use')
        const now = Date.now()
        await transaction
          .deleteFrom('console_guarded_use')
          .where('at', '<', now - maxMinutes * minute)
          .execute()
        const known = await subjectsOf(transaction, whose, action, limits)
        const fresh = [...new Set(subjects)].filter((subject) => !known.has(subject))
        if (known.size + fresh.length > limits.above) return false
        const { site, owner, name: user_name } = whose
        const rows = fresh.map((subject) => ({ site, owner, user_name, action, subject, at: now }))
        await insertAll(transaction, 'console_guarded_use', rows)
        return true
      }),

    /** Whether the waiting items of a job would exceed the rule; repeated subjects count once. */
    wouldExceed: async (
      { id, site, owner, user_name: name, waiting }: Pick<JobRecord, 'id' | 'site' | 'owner' | 'user_name' | 'waiting'>,
      action: GuardedAction,
      limits: RuleLimits,
    ): Promise<boolean> => {
      const known = await subjectsOf(database, { site, owner, name }, action, limits)
      if (known.size + waiting <= limits.above) return false
      if (known.size === 0 || waiting > limits.above) return true
      const items = database.selectFrom('console_job_item').select('subject').where('job', '=', id)
      const found = await items.where('outcome', '=', 'waiting').execute()
      const fresh = found.filter(({ subject }) => !known.has(subject))
      return known.size + fresh.length > limits.above
    },
  }
}

async function subjectsOf(db: Database, whose: Account, action: GuardedAction, { minutes }: RuleLimits) {
  const { site, owner } = whose
  const lately = db
    .selectFrom('console_guarded_use')
    .where('site', '=', site)
    .where('action', '=', action)
    .where('at', '>', Date.now() - minutes * minute)
  const others = await lately
    .select(['site', 'owner', 'user_name as name'])
    .distinct()
    .where('owner', '!=', owner)
    .execute()
  const theirs = (await usedTogether(db, whose, others)).map((other) => other.owner)
  const found = await lately
    .select('subject')
    .distinct()
    .where('owner', 'in', [owner, ...theirs])
    .execute()
  return new Set(found.map(({ subject }) => subject))
}
