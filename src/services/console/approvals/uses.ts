import type { Kysely } from 'kysely'
import { maxMinutes, type RuleLimits } from '#contract/console/approvals.ts'
import type { Guarded, GuardedAction } from '#contract/console/guarded-actions.ts'
import type { Person } from '#platform/console.ts'
import { insertAll, lockTable } from '#platform/database/differences.ts'
import type { JobRecord } from '#services/console/jobs/job-store.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

const minute = 60_000
type Database = Kysely<ConsoleTables>
type Whose = Pick<Person, 'site' | 'owner'>

/** What each person has done of guarded actions lately, counted by all processes together. */
export function guardedUses(database: Database) {
  return {
    /** False where it would be more than the rule allows; otherwise it is counted from now on. */
    reserve: (whose: Whose, { action, subjects }: Guarded, limits: RuleLimits): Promise<boolean> =>
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
        const { site, owner } = whose
        const rows = fresh.map((subject) => ({ site, owner, action, subject, at: now }))
        await insertAll(transaction, 'console_guarded_use', rows)
        return true
      }),

    /** Whether what waits in a job would be more than the rule allows: what was done before counts once. */
    wouldExceed: async (
      { id, site, owner, waiting }: Whose & Pick<JobRecord, 'id' | 'waiting'>,
      action: GuardedAction,
      limits: RuleLimits,
    ): Promise<boolean> => {
      const known = await subjectsOf(database, { site, owner }, action, limits)
      if (known.size + waiting <= limits.above) return false
      if (known.size === 0 || waiting > limits.above) return true
      const items = database.selectFrom('console_job_item').select('subject').where('job', '=', id)
      const found = await items.where('outcome', '=', 'waiting').execute()
      const fresh = found.filter(({ subject }) => !known.has(subject))
      return known.size + fresh.length > limits.above
    },
  }
}

async function subjectsOf(db: Database, { site, owner }: Whose, action: GuardedAction, { minutes }: RuleLimits) {
  const found = await db
    .selectFrom('console_guarded_use')
    .select('subject')
    .distinct()
    .where('site', '=', site)
    .where('owner', '=', owner)
    .where('action', '=', action)
    .where('at', '>', Date.now() - minutes * minute)
    .execute()
  return new Set(found.map(({ subject }) => subject))
}
