import { type Kysely, type Selectable, type Transaction } from 'kysely'
import type { FoundReport, RunState, ScheduleRun } from '#contract/console/schedules.ts'
import { itemOutcomes } from '#contract/console/jobs.ts'
import { type JobChange, type JobRecord, totalOf } from '#services/console/jobs/job-store.ts'
import { begunRun } from '#services/console/jobs/begun-run.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { leaveOutElsewhere } from './leave-out-elsewhere.ts'
import type { ScheduleRecord } from './schedule-store.ts'
import type { ScheduleTables } from './tables.ts'

export type RunRecord = Selectable<ScheduleTables['console_schedule_run']>
export type RunStore = ReturnType<typeof runStore>
type Ending = Pick<RunRecord, 'state' | 'message'> & Partial<Pick<RunRecord, 'job' | 'window_end'>>
type Changing = Transaction<ConsoleTables>

const keptMs = 400 * 86_400_000

/** Runs of schedules: one row per due time, claimed by one process before anything else. */
export function runStore(database: Kysely<ConsoleTables>, clock: () => number) {
  const runs = () => database.selectFrom('console_schedule_run')
  /** While this process holds the claim. */
  const own = (db: Kysely<ConsoleTables> | Changing, { id, claim }: Pick<RunRecord, 'id' | 'claim'>) =>
    db
      .updateTable('console_schedule_run')
      .where('id', '=', id)
      .where('claim', '=', claim)
      .where('state', '=', 'starting')

  return {
    /**
     * Claims a due time and advances the schedule. Undefined if another process did, or the schedule was changed or
     * paused. With `ending`, the run is only recorded.
     */
    claim: (
      schedule: ScheduleRecord,
      claim: string,
      next: number,
      ending: Ending | undefined,
    ): Promise<RunRecord | undefined> =>
      database.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('console_schedule')
          .set({ next_at: next, ...(next === 0 && { state: 'ended' as const }) })
          .where('id', '=', schedule.id)
          .where('next_at', '=', schedule.next_at)
          .where('state', '=', 'active')
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return undefined
        return transaction
          .insertInto('console_schedule_run')
          .values({
            schedule: schedule.id,
            due_at: schedule.next_at,
            state: 'starting',
            message: '',
            job: 0,
            claim,
            claimed_at: clock(),
            window_end: 0,
            ...ending,
          })
          .onConflict((conflict) => conflict.columns(['schedule', 'due_at']).doNothing())
          .returningAll()
          .executeTakeFirst()
      }),

    /** Renews the claim. False if another process took over. */
    renew: async (run: RunRecord): Promise<boolean> =>
      (await own(database, run).set({ claimed_at: clock() }).executeTakeFirst()).numUpdatedRows > 0n,
    /** False if another process took over. */
    setJob: async (run: RunRecord, job: number): Promise<boolean> =>
      (await own(database, run).set({ job }).executeTakeFirst()).numUpdatedRows > 0n,
    end: async (run: RunRecord, ending: Ending) => {
      await own(database, run)
        .set({ claim: '', ...ending })
        .execute()
    },

    /** Starts job and run atomically. With `isOnceEach`, without items that other jobs of the same operation have. */
    start: (
      run: RunRecord,
      job: number,
      from: JobRecord['state'],
      change: JobChange,
      ending: Ending,
      isOnceEach = false,
    ): Promise<boolean> =>
      database.transaction().execute(async (transaction) => {
        if (isOnceEach) await leaveOutElsewhere(transaction, job)
        const ended = await own(transaction, run)
          .set({ claim: '', job, ...ending })
          .executeTakeFirst()
        if (ended.numUpdatedRows === 0n) return false
        const started = await transaction
          .updateTable('console_job')
          .set({ ...begunRun(Date.now()), ...change, changed_at: Date.now() })
          .where('id', '=', job)
          .where('state', '=', from)
          .executeTakeFirst()
        if (started.numUpdatedRows === 0n) throw new Error(`Job ${job} of a schedule is not ${from} any more`)
        return true
      }),

    /** Takes over runs of processes that ended while starting them. */
    takeOver: async (claim: string, before: number): Promise<RunRecord[]> => {
      const left = await runs().selectAll().where('state', '=', 'starting').where('claimed_at', '<', before).execute()
      const mine: RunRecord[] = []
      for (const run of left) {
        const { numUpdatedRows } = await own(database, run).set({ claim, claimed_at: clock() }).executeTakeFirst()
        if (numUpdatedRows > 0n) mine.push({ ...run, claim })
      }
      return mine
    },

    /** Runs whose maintenance window is over and not closed yet. */
    windowsOver: (): Promise<RunRecord[]> =>
      runs()
        .selectAll()
        .where('state', 'in', ['started', 'continued'])
        .where('window_end', '>', 0)
        .where('window_end', '<=', clock())
        .execute(),
    /** False if another process closed it. */
    closeWindow: async ({ id, window_end }: RunRecord): Promise<boolean> => {
      const open = database
        .updateTable('console_schedule_run')
        .where('id', '=', id)
        .where('window_end', '=', window_end)
      return (await open.set({ window_end: 0 }).executeTakeFirst()).numUpdatedRows > 0n
    },

    /** The job of the last run that had one; undefined if deleted. */
    lastJob: async (schedule: number): Promise<JobRecord | undefined> =>
      database
        .selectFrom('console_job')
        .selectAll()
        .where('schedule', '=', schedule)
        .where('is_template', '=', 0)
        .where('state', '!=', 'planned')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    /** Planned jobs left by a process that ended while starting a run. */
    plannedJobs: (schedule: number) =>
      database
        .selectFrom('console_job')
        .select('id')
        .where('schedule', '=', schedule)
        .where('is_template', '=', 0)
        .where('state', '=', 'planned')
        .execute(),

    page: async (schedule: number, page: number, limit: number): Promise<{ rows: ScheduleRun[]; total: number }> => {
      const wanted = runs().where('schedule', '=', schedule)
      const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      const rows = await wanted
        .selectAll()
        .orderBy('due_at', 'desc')
        .limit(limit)
        .offset(page * limit)
        .execute()
      return { rows: await withJobs(database, rows), total }
    },
    /** The last run of each schedule. */
    lastOf: async (schedules: readonly number[]): Promise<ReadonlyMap<number, ScheduleRun>> => {
      const rows = await runs()
        .selectAll()
        .where('schedule', 'in', [0, ...schedules])
        .where((row) =>
          row(
            'due_at',
            '=',
            row
              .selectFrom('console_schedule_run as later')
              .select(({ fn }) => fn.max('later.due_at').as('due_at'))
              .whereRef('later.schedule', '=', 'console_schedule_run.schedule'),
          ),
        )
        .execute()
      const views = await withJobs(database, rows)
      return new Map(rows.map(({ schedule }, at) => [schedule, views[at] as ScheduleRun]))
    },

    purge: async () => {
      await database
        .deleteFrom('console_schedule_run')
        .where('due_at', '<', clock() - keptMs)
        .execute()
    },
  }
}

async function withJobs(database: Kysely<ConsoleTables>, rows: readonly RunRecord[]): Promise<ScheduleRun[]> {
  const jobs = await database
    .selectFrom('console_job')
    .select(['id', 'state', ...itemOutcomes])
    .where('id', 'in', [0, ...rows.map(({ job }) => job)])
    .execute()
  const byId = new Map(jobs.map((job) => [job.id, job]))
  return rows.map(({ due_at, state, message, job, found }) => {
    const run = { dueAt: due_at, state, message, ...(found !== '' && { found: JSON.parse(found) as FoundReport }) }
    const known = byId.get(job)
    if (!known) return run
    const { id, state: jobState, ...counts } = known
    return { ...run, job: { id, state: jobState, counts, total: totalOf(counts) } }
  })
}

/** An ending for runs that started nothing. */
export const endedAs = (state: RunState, message: string): Ending => ({ state, message })
