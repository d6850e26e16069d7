import type { ExpressionBuilder, Kysely, RawBuilder, Selectable, Updateable } from 'kysely'
import { applied, isComposite } from '#contract/jobs/applied.ts'
import { type ItemOutcome, itemOutcomes, type Job, notPlanned, planning } from '#contract/console/jobs.ts'
import { endpoints } from '#contract/endpoints.ts'
import { holds } from '#contract/permission.ts'
import type { SubjectKind } from '#contract/subject-kinds.ts'
import { targetOf } from '#platform/audit-target.ts'
import type { Person } from '#platform/console.ts'
import type { ApprovalTables } from '#services/console/approvals/tables.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { begunRun } from './begun-run.ts'
import { awaitsSignIn, serverAway } from './job-failure.ts'
import { findApplied } from './plan.ts'
import type { JobTables } from './tables.ts'
import type { JobSeal } from './sealed-input.ts'
import { changesOf } from './work.ts'

export type JobRecord = Selectable<JobTables['console_job']>
/** A job with its approval request, if it was held. */
export type JobWithApproval = JobRecord & { [K in (typeof approvalColumns)[number]]: Selectable<ApprovalRow>[K] | null }
type ApprovalRow = ApprovalTables['console_approval']
export type JobChange = Updateable<Omit<JobTables['console_job'], 'id' | ItemOutcome | 'run_left'>> & {
  run_left?: RawBuilder<number>
}
export type JobStore = ReturnType<typeof jobStore>
type Page = {
  state?: 'open' | 'held' | 'released' | 'paused' | 'ended' | undefined
  kind?: SubjectKind | undefined
  subject?: string | undefined
  page: number
  limit: number
}
const open = ['planned', 'held', 'running', 'paused'] as const
const approvalColumns = ['action', 'asked_at', 'until', 'decision', 'decided_by', 'decided_at', 'note'] as const

/** Stored jobs. */
export function jobStore(database: Kysely<ConsoleTables>, seal: JobSeal) {
  const asked = database
    .selectFrom('console_job')
    .leftJoin('console_approval', 'console_approval.job', 'console_job.id')
    .selectAll('console_job')
    .select(approvalColumns)
  const find = (id: number): Promise<JobWithApproval | undefined> => asked.where('id', '=', id).executeTakeFirst()

  /** Jobs visible to a user: their own, and those whose endpoint they may call. */
  const seenBy = ({ site, owner, permissions }: Person) =>
    database
      .selectFrom('console_job')
      .where('site', '=', site)
      .where('is_template', '=', 0)
      .where((row) => row.or([row('owner', '=', owner), row('endpoint', 'in', ['', ...sharedEndpoints(permissions)])]))

  return {
    find,

    create: async (
      job: Pick<JobRecord, 'site' | 'owner' | 'user_name' | 'endpoint' | 'title'> &
        Partial<Pick<JobRecord, 'schedule'>>,
    ) => {
      const now = Date.now()
      const { id } = await database
        .insertInto('console_job')
        .values({
          ...job,
          ...noItems,
          state: 'planned',
          why_code: '',
          why_message: '',
          sealed: '',
          credential: '',
          session: '',
          is_confirmed: 0,
          turn: '',
          resume_at: 0,
          faults: 0,
          created_at: now,
          changed_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    /** False if the job is in none of these states, or its ID was reused. */
    change: async (
      id: number,
      from: readonly JobRecord['state'][],
      change: JobChange,
      createdAt?: number,
    ): Promise<boolean> => {
      const changing = database
        .updateTable('console_job')
        .set({ ...change, changed_at: Date.now() })
        .where('id', '=', id)
        .where('state', 'in', [...from])
      const own = createdAt === undefined ? changing : changing.where('created_at', '=', createdAt)
      return (await own.executeTakeFirst()).numUpdatedRows > 0n
    },

    /** False if another turn has started, or the job was paused. */
    changeInTurn: async (id: number, turn: string, change: JobChange): Promise<boolean> => {
      const { numUpdatedRows } = await database
        .updateTable('console_job')
        .set({ ...change, changed_at: Date.now() })
        .where('id', '=', id)
        .where('turn', '=', turn)
        .where('state', '=', 'running')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Pauses a job that is running or would resume automatically. */
    pauseFor: (id: number, why: Pick<JobRecord, 'why_code' | 'why_message'>) =>
      database
        .updateTable('console_job')
        .set({ state: 'paused', ...why, changed_at: Date.now() })
        .where('id', '=', id)
        .where((row) => row.or([row('state', '=', 'running'), row.and(awaits(row, [...awaitsSignIn, serverAway]))]))
        .execute(),

    /** Removes the session from the owner's jobs until the next sign-in. */
    signOut: async (owner: string) => {
      await database
        .updateTable('console_job')
        .set({ credential: '' })
        .where('owner', '=', owner)
        .where('state', '=', 'held')
        .execute()
      return database
        .updateTable('console_job')
        .set({
          state: 'paused',
          why_code: 'SIGNED_OUT',
          why_message: 'The person who started it has signed out everywhere. The job resumes when they sign in again.',
          credential: '',
          changed_at: Date.now(),
        })
        .where('owner', '=', owner)
        .where((row) => row.or([row('state', '=', 'running'), row.and(awaits(row, [serverAway]))]))
        .execute()
    },

    list: async (person: Person, { state, kind, subject, page, limit }: Page) => {
      const seen = seenBy(person)
      let wanted = seen
      if (state === 'released') wanted = seen.where('id', 'in', releasedLately(database))
      else if (state !== undefined) wanted = seen.where('state', 'in', state === 'open' ? [...open] : [state])
      const about = ['', ...(kind === undefined ? applied.keys() : endpointsAbout(kind))]
      if (subject === undefined) wanted = kind === undefined ? wanted : wanted.where('endpoint', 'in', about)
      else
        wanted = wanted.where((row) => {
          const item = row.selectFrom('console_job_item').select('job').where('subject', '=', subject)
          const touch = row.selectFrom('console_job_touch').select('job').where('subject', '=', subject)
          return row.or([
            row.and([row('endpoint', 'in', about), row('id', 'in', item)]),
            row('id', 'in', kind === undefined ? touch : touch.where('kind', '=', kind)),
          ])
        })
      const [rows, { total }, counted] = await Promise.all([
        wanted
          .leftJoin('console_approval', 'console_approval.job', 'console_job.id')
          .selectAll('console_job')
          .select(approvalColumns)
          .orderBy('id', 'desc')
          .limit(limit)
          .offset(page * limit)
          .execute(),
        wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
        seen
          .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
          .groupBy('state')
          .execute(),
      ])
      const of = (wantedState: string) => counted.find((one) => one.state === wantedState)?.count ?? 0
      return { rows, total, running: of('running'), paused: of('paused'), held: of('held') }
    },

    findSeen: async (person: Person, id: number): Promise<JobWithApproval | undefined> => {
      const isSeen = await seenBy(person).select('id').where('id', '=', id).executeTakeFirst()
      return isSeen && find(id)
    },

    /** Jobs with waiting items that the user may stop. */
    unsent: (person: Person) =>
      database
        .selectFrom('console_job')
        .selectAll()
        .where('site', '=', person.site)
        .where((row) =>
          row.or([
            row('owner', '=', person.owner),
            row('endpoint', 'in', ['', ...sharedEndpoints(person.permissions)]),
          ]),
        )
        .where('state', 'in', ['held', 'running', 'paused'])
        .where('waiting', '>', 0)
        .execute(),

    /** Jobs with work for a runner. */
    running: () =>
      database.selectFrom('console_job').select(['id', 'resume_at']).where('state', '=', 'running').execute(),
    awaitingSignIn: () =>
      database
        .selectFrom('console_job')
        .select(['id', 'site', 'owner', 'session', 'why_code'])
        .where((row) => row.and(awaits(row, awaitsSignIn)))
        .execute(),
    /** Jobs to retry now. Retry times after `latest` come from a clock that was set back. */
    awaitingServer: (now: number, latest: number) =>
      database
        .selectFrom('console_job')
        .select(['id', 'why_code'])
        .where((row) => row.and(awaits(row, [serverAway])))
        .where((row) => row.or([row('resume_at', '<=', now), row('resume_at', '>', latest)]))
        .execute(),
    /** False if the job is no longer paused for this reason. */
    resume: async ({ id, why_code }: Pick<JobRecord, 'id' | 'why_code'>, change: JobChange = {}): Promise<boolean> => {
      const { numUpdatedRows } = await database
        .updateTable('console_job')
        .set({ ...change, ...begunRun(Date.now()), resume_at: 0, changed_at: Date.now() })
        .where('id', '=', id)
        .where((row) => row.and(awaits(row, [why_code])))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Plans without progress, whose process has ended. */
    abandonPlans: async (before: number) => {
      const why_message = 'The console stopped while planning this job. Remove the job and plan it again.'
      await database
        .updateTable('console_job')
        .set({ why_code: notPlanned, why_message })
        .where('state', '=', 'planned')
        .where('why_code', '=', planning)
        .where('changed_at', '<', before)
        .execute()
    },

    /** Called after its items were deleted. */
    remove: async (id: number) => {
      for (const table of ['console_job_touch', 'console_job_file', 'console_approval'] as const)
        await database.deleteFrom(table).where('job', '=', id).execute()
      await database.deleteFrom('console_job').where('id', '=', id).execute()
    },

    /** Jobs that ended before a time. */
    endedBefore: (time: number) =>
      database
        .selectFrom('console_job')
        .select('id')
        .where('state', '=', 'ended')
        .where('ended_at', '<', time)
        .execute(),

    toView: (row: JobWithApproval, person: Person): Job => {
      const of = findApplied(row)
      const { input, why, erased, needs } = seal.openInput(row.id, row.sealed)
      const counts = Object.fromEntries(itemOutcomes.map((outcome) => [outcome, row[outcome]])) as Job['counts']
      return {
        id: row.id,
        endpoint: row.endpoint,
        title: row.title,
        kind: of?.job.kind ?? 'device',
        by: row.user_name,
        isMine: row.owner === person.owner,
        isPermitted: permittedEndpoints(person.permissions).some((one) => one === row.endpoint),
        ...(row.schedule > 0 && { schedule: row.schedule }),
        state: row.state,
        ...(row.why_code !== '' && { why: { code: row.why_code, message: row.why_message } }),
        counts,
        total: totalOf(row),
        changes: changesOf(row.endpoint),
        target: of && !isComposite(of) ? targetOf(of, input) : '',
        ...approvalOf(row),
        ...(row.state === 'planned' && needs?.reason && { asksReason: true }),
        reason: why.reason ?? '',
        ticket: why.ticket ?? '',
        erased,
        createdAt: row.created_at,
        ...startOf(row),
        ...(row.state === 'running' && row.run_at !== null && { run: { at: row.run_at, left: row.run_left } }),
        ...(row.ended_at !== null && { endedAt: row.ended_at }),
        changedAt: row.changed_at,
      }
    },
  }
}

const awaits = (row: ExpressionBuilder<ConsoleTables, 'console_job'>, what: readonly string[]) => [
  row('state', '=', 'paused'),
  row('why_code', 'in', [...what]),
]

const shownReleasedMs = 7 * 24 * 60 * 60_000
/** Jobs recently released by their requester in an emergency, which are reported. */
export const releasedLately = (database: Kysely<ConsoleTables>) =>
  database
    .selectFrom('console_approval')
    .select('job')
    .where('decision', '=', 'released')
    .where('decided_at', '>', Date.now() - shownReleasedMs)

/** A held job starts when it is approved; one that was never approved has not started. */
function startOf(row: JobWithApproval): Pick<Job, 'startedAt'> {
  const { state, decision, started_at, decided_at } = row
  const isUnsent = row.waiting + row.skipped === totalOf(row)
  const isUnapproved = state === 'held' || decision === 'refused' || decision === 'lapsed'
  if (started_at === null || (isUnsent && isUnapproved)) return {}
  return { startedAt: isUnapproved ? started_at : Math.max(started_at, decided_at ?? 0) }
}

function approvalOf({ action, asked_at, until, ...row }: JobWithApproval): Pick<Job, 'approval'> {
  if (action === null || asked_at === null || until === null) return {}
  const { decision, decided_by, decided_at, note } = row
  const decided = decision !== null && {
    decision,
    by: decided_by ?? '',
    note: note ?? '',
    at: decided_at ?? undefined,
  }
  return { approval: { action, askedAt: asked_at, until, ...decided } }
}

export const totalOf = (counts: Pick<JobRecord, ItemOutcome>) =>
  itemOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0)

const noItems = Object.fromEntries(itemOutcomes.map((outcome) => [outcome, 0])) as Record<ItemOutcome, number>

const endpointsAbout = (kind: SubjectKind) =>
  [...applied.values()].filter(({ job }) => job.kind === kind).map(({ id }) => id)

/** Endpoints of jobs and held calls that these permissions allow. */
export const permittedEndpoints = (permissions: readonly string[]) =>
  [...applied.values(), ...guardedCalls].filter(({ permission }) => holds(permissions, permission)).map(({ id }) => id)

/** Endpoints whose jobs by other users are visible too; being signed in is not enough. */
export const sharedEndpoints = (permissions: readonly string[]) => {
  const open = new Set([...applied.values()].filter(({ permission }) => permission === 'signed-in').map(({ id }) => id))
  return permittedEndpoints(permissions).filter((id) => !open.has(id))
}
const guardedCalls = [...endpoints.values()].filter(({ job, guards }) => !job && guards)
