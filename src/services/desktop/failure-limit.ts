import { type Kysely, sql } from 'kysely'
import { Problem } from '#contract/problem.ts'
import { sha256 } from '#services/secret.ts'
import type { DesktopTables } from './tables.ts'

const windowMs = 15 * 60_000
const lockMs = 15 * 60_000

/** So many failures of a subject within 15 minutes, then it waits 15 minutes, right or wrong. */
export function failureLimit(db: Kysely<DesktopTables>, allowed: number) {
  /** What people typed is not kept: a password in the name field would be. */
  const keyOf = (subject: readonly string[]) => sha256(subject.join('\n'))

  return {
    async requireOpen(...subject: string[]) {
      const now = Date.now()
      const row = await db
        .selectFrom('failure')
        .select('locked_until')
        .where('subject', '=', keyOf(subject))
        .executeTakeFirst()
      const left = (row?.locked_until ?? 0) - now
      if (left > 0) throw new Problem('10005', undefined, { retryAfterSeconds: Math.ceil(left / 1000) })
    },

    /** One statement, so that guesses at the same time count one by one. */
    async count(...subject: string[]) {
      const now = Date.now()
      const fresh = sql<boolean>`failure.first_at <= ${now - windowMs}`
      const next = sql<number>`case when ${fresh} then 1 else failure.count + 1 end`
      await db
        .insertInto('failure')
        .values({ subject: keyOf(subject), count: 1, first_at: now, locked_until: 0 })
        .onConflict((conflict) =>
          conflict.column('subject').doUpdateSet({
            count: next,
            first_at: sql`case when ${fresh} then ${now} else failure.first_at end`,
            // PostgreSQL would take the moment for as small a number as the 0.
            locked_until: sql`case when ${next} >= ${allowed} then ${now + lockMs} else cast(0 as bigint) end`,
          }),
        )
        .execute()
    },

    async forget(...subject: string[]) {
      await db.deleteFrom('failure').where('subject', '=', keyOf(subject)).execute()
    },
  }
}

export const purgeFailures = (db: Kysely<DesktopTables>) =>
  db
    .deleteFrom('failure')
    .where('first_at', '<', Date.now() - windowMs)
    .where('locked_until', '<', Date.now())
    .execute()
