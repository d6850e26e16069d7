import type { Kysely } from 'kysely'
import type { FoundReport } from '#contract/console/schedules.ts'
import { applied } from '#contract/jobs/applied.ts'
import { insertAll } from '#platform/database/differences.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

export type Unreported = { id: number; schedule: number; job: number }
/** The latest certificate presented by a host. */
export type Seen = { place: string; certificate: string }
export type FoundStore = ReturnType<typeof foundStore>

const discoveries = [...applied.values()].filter(({ job }) => job.kind === 'tls-host').map(({ id }) => id)

/** Results of scheduled discoveries, for comparison. */
export const foundStore = (database: Kysely<ConsoleTables>) => ({
  /** Ended discovery runs without a report. */
  unreported: (): Promise<Unreported[]> =>
    database
      .selectFrom('console_schedule_run as run')
      .innerJoin('console_schedule as schedule', 'schedule.id', 'run.schedule')
      .innerJoin('console_job as job', 'job.id', 'run.job')
      .select(['run.id', 'run.schedule', 'run.job'])
      .where('run.found', '=', '')
      .where('run.state', 'in', ['started', 'continued'])
      .where('schedule.state', '=', 'active')
      .where('schedule.endpoint', 'in', ['', ...discoveries])
      .where('job.state', '=', 'ended')
      .orderBy('run.id')
      .limit(10)
      .execute(),

  /** Hosts of a job, by whether they presented a certificate. */
  asked: (job: number) =>
    database
      .selectFrom('console_job_item')
      .select(['subject', 'outcome'])
      .where('job', '=', job)
      .where('outcome', 'in', ['done', 'failed'])
      .orderBy('n')
      .execute(),

  seenBy: (schedule: number): Promise<Seen[]> =>
    database
      .selectFrom('console_schedule_seen')
      .select(['place', 'certificate'])
      .where('schedule', '=', schedule)
      .execute(),

  /** Stored once per run; concurrent processes are ignored. */
  report: ({ id, schedule }: Unreported, found: FoundReport, seen: readonly Seen[]) =>
    database.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('console_schedule_run')
        .set({ found: JSON.stringify(found) })
        .where('id', '=', id)
        .where('found', '=', '')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return
      await transaction.deleteFrom('console_schedule_seen').where('schedule', '=', schedule).execute()
      await insertAll(
        transaction,
        'console_schedule_seen',
        seen.map(({ place, certificate }) => ({ schedule, place, certificate })),
      )
    }),
})
