import { type Kysely, sql } from 'kysely'
import { lapseDays } from '#contract/console/approvals.ts'
import type { ApprovalDecision } from '#contract/console/jobs.ts'
import type { GuardedAction } from '#contract/console/guarded-actions.ts'
import { Problem } from '#contract/problem.ts'
import { changeAlone, isOneOf } from '#platform/database/differences.ts'
import type { JobChange } from '#services/console/jobs/job-store.ts'
import { begunRun } from '#services/console/jobs/begun-run.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

const lapseMs = lapseDays * 24 * 60 * 60_000
/** Usually, a job ends at once after its request was closed. */
const closingMs = 60_000
type Database = Kysely<ConsoleTables>
export type Decision = { decision: ApprovalDecision; by: string; note: string }
export type Requests = ReturnType<typeof approvalRequests>

/** Why a job ends whose request was not approved. */
export function whyClosed({ decision, by, note }: Decision) {
  if (decision === 'refused') return { why_code: 'REFUSED', why_message: `Not approved by ${by}.${note && ` ${note}`}` }
  if (decision === 'canceled') return { why_code: 'STOPPED', why_message: `Stopped by ${by}.` }
  return { why_code: 'LAPSED', why_message: 'Expired without approval.' }
}

/** Approval requests for jobs, and their decisions. */
export function approvalRequests(database: Database) {
  return {
    /** Called before the job is held; invalidates earlier approvals. */
    ask: async (job: number, action: GuardedAction) => {
      const now = Date.now()
      const asked = { action, asked_at: now, until: now + lapseMs, ...undecided }
      await database
        .insertInto('console_approval')
        .values({ job, ...asked })
        .onConflict((conflict) => conflict.column('job').doUpdateSet(asked))
        .execute()
    },
    /** Invalidates the approval when the job is sent again. */
    spend: (job: number) =>
      database.updateTable('console_approval').set({ is_spent: 1 }).where('job', '=', job).execute(),
    /** Whether this action of the job is approved. */
    covers: async (site: string, job: number, action: GuardedAction): Promise<boolean> => {
      const found = await database
        .selectFrom('console_approval')
        .innerJoin('console_job', 'console_job.id', 'console_approval.job')
        .select('job')
        .where('job', '=', job)
        .where('site', '=', site)
        .where('action', '=', action)
        .where('is_spent', '=', 0)
        .where('decision', 'in', ['approved', 'part', 'released'])
        .executeTakeFirst()
      return found !== undefined
    },
    heldOf: (site: string, owner: string) => heldOf(database, site, owner),
    /** Holds a planned job. False if its owner already has `max` held jobs; checked atomically. */
    hold: (
      { job, site, owner }: { job: number; site: string; owner: string },
      change: JobChange,
      max: number,
    ): Promise<boolean> =>
      changeAlone(database, 'console_approval', async (transaction) => {
        if ((await heldOf(transaction, site, owner)) >= max) return false
        const held = transaction.updateTable('console_job').set({ ...change, changed_at: Date.now() })
        const { numUpdatedRows } = await held.where('id', '=', job).where('state', '=', 'planned').executeTakeFirst()
        return numUpdatedRows > 0n
      }),
    /** Closed requests whose job is still held, since the process that closed them ended. */
    closed: (): Promise<{ job: number; why: ReturnType<typeof whyClosed> }[]> =>
      database
        .selectFrom('console_approval')
        .innerJoin('console_job', 'console_job.id', 'console_approval.job')
        .select(['job', 'decision', 'decided_by', 'note'])
        .where('state', '=', 'held')
        .where('decision', 'in', ['refused', 'lapsed', 'canceled'])
        .where('decided_at', '<', Date.now() - closingMs)
        .execute()
        .then((rows) =>
          rows.map(({ job, decision, decided_by: by, note }) => ({
            job,
            why: whyClosed({ decision: decision ?? 'lapsed', by, note }),
          })),
        ),
    /** Expired requests. */
    lapsed: async (): Promise<number[]> => {
      const found = await database
        .selectFrom('console_approval')
        .innerJoin('console_job', 'console_job.id', 'console_approval.job')
        .select('job')
        .where('state', '=', 'held')
        .where('decision', 'is', null)
        .where('until', '<=', Date.now())
        .execute()
      return found.map(({ job }) => job)
    },

    /** Releases a held job or selected items. False if another user decided meanwhile. */
    approve: (job: number, { decision, by, note }: Decision, chosen?: readonly number[]): Promise<boolean> =>
      database.transaction().execute(async (transaction) => {
        const now = Date.now()
        const held = await transaction
          .selectFrom('console_job')
          .select('credential')
          .where('id', '=', job)
          .executeTakeFirst()
        const begun = await transaction
          .updateTable('console_job')
          .set({ ...(held?.credential === '' ? signedOut : begunRun(now)), resume_at: 0, faults: 0, changed_at: now })
          .where('id', '=', job)
          .where('state', '=', 'held')
          .executeTakeFirst()
        if (begun.numUpdatedRows === 0n) return false
        if (!(await decide(transaction, job, { decision, by, note }, now))) throw notOpen()
        if (!chosen) return true
        const { numUpdatedRows } = await transaction
          .updateTable('console_job_item')
          .set({ outcome: 'skipped', remark: `Not approved by ${by}`, changed_at: now })
          .where('job', '=', job)
          .where('outcome', '=', 'waiting')
          .where((item) => item.not(isOneOf(transaction, sql.ref<number>('n'), chosen)))
          .executeTakeFirst()
        await transaction
          .updateTable('console_job')
          .set(({ eb }) => ({
            waiting: eb('waiting', '-', Number(numUpdatedRows)),
            run_left: eb('run_left', '-', Number(numUpdatedRows)),
            skipped: eb('skipped', '+', Number(numUpdatedRows)),
          }))
          .where('id', '=', job)
          .execute()
        return true
      }),
    /** Rejects the job. False if another user decided meanwhile. */
    close: (job: number, decision: Decision): Promise<boolean> => decide(database, job, decision, Date.now()),
  }
}

async function heldOf(db: Database, site: string, owner: string): Promise<number> {
  const { count } = await db
    .selectFrom('console_job')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('site', '=', site)
    .where('owner', '=', owner)
    .where('state', '=', 'held')
    .executeTakeFirstOrThrow()
  return count
}

const undecided = { decision: null, decided_by: '', decided_at: null, note: '', is_spent: 0 }
/** The owner signed out everywhere meanwhile. */
const signedOut = {
  state: 'paused',
  why_code: 'SIGNED_OUT',
  why_message: 'Approved. The job resumes when the person who started it signs in again.',
} as const

/** Atomic: only one of several concurrent decisions takes effect. */
async function decide(db: Database, job: number, { decision, by, note }: Decision, now: number): Promise<boolean> {
  const open = db.updateTable('console_approval').where('job', '=', job).where('decision', 'is', null)
  const inTime = decision === 'lapsed' ? open : open.where('until', '>', now)
  const { numUpdatedRows } = await inTime.set({ decision, decided_by: by, decided_at: now, note }).executeTakeFirst()
  return numUpdatedRows > 0n
}

const notOpen = () =>
  new Problem('INVALID_INPUT', 'job: The request has expired or was already decided. Reload it.', {
    service: 'console',
    status: 409,
    field: 'job',
  })
