import { queriedBy } from '#contract/console/schedules.ts'
import type { JsonObject } from '#contract/json.ts'
import { Problem } from '#contract/problem.ts'
import type { People } from '#platform/console.ts'
import { newId } from '#platform/digest.ts'
import { type Log, traceOf } from '#platform/log.ts'
import type { ItemStore, NewItem } from '#services/console/jobs/item-store.ts'
import type { JobRecord, JobStore } from '#services/console/jobs/job-store.ts'
import { type JobSeal, writeGiven } from '#services/console/jobs/sealed-input.ts'
import { problemOf } from '#services/console/jobs/turn.ts'
import type { FoundStore } from './found-store.ts'
import { reportFound } from './report-found.ts'
import { nextTime } from './rule-times.ts'
import { endedAs, type RunRecord, type RunStore } from './run-store.ts'
import { type RequireOfQuery, runTargets } from './run-targets.ts'
import type { ScheduleAccess } from './schedule-access.ts'
import { ruleOf, type ScheduleRecord, type ScheduleStore } from './schedule-store.ts'

export type JobParts = { store: JobStore; items: ItemStore; seal: JobSeal; wake: (job: number) => void }
type Parts = {
  store: ScheduleStore
  runs: RunStore
  found: FoundStore
  access: ScheduleAccess
  jobs: JobParts
  people: Pick<People, 'callAs'>
  /** Throws if a query uses data that is not available for every device yet. */
  requireIdentified: RequireOfQuery
  clock: () => number
  failedMs: number
  log: Log
  /** Aborted at shutdown. */
  signal: AbortSignal
}

const minute = 60_000
/** Runs delayed by more than this count as missed. */
const lateMs = 10 * minute
/** Without a sign of life for this long, the process that starts a run is considered dead. */
const silentMs = 5 * minute
const renewedEveryMs = 30_000
const checkedEveryMs = 10 * minute

/** Starts due schedules. Runs concurrently in any number of processes, which claim due times in the database. */
export function scheduleRunner(parts: Parts) {
  const { store, runs, found, access, jobs, people, requireIdentified, clock, failedMs, log, signal } = parts
  const discard = async (job: number) => {
    await jobs.items.remove(job)
    await jobs.store.remove(job)
  }

  /** Decides what to do at a due time. */
  const runDue = async (schedule: ScheduleRecord) => {
    const now = clock()
    const overdueMs = now - schedule.next_at
    const windowMs = schedule.window_minutes * minute
    const next = nextTime(ruleOf(schedule), schedule.zone, Math.max(now, schedule.next_at))
    const skip = (state: 'missed' | 'skipped', why: string) => runs.claim(schedule, '', next, endedAs(state, why))
    if (overdueMs > lateMs && schedule.missed === 'skip') {
      await skip('missed', 'The console could not start it at this time.')
      return
    }
    if (windowMs > 0 && overdueMs >= windowMs) {
      await skip('missed', 'The console could not start it before its maintenance window closed.')
      return
    }
    const allowed = await access.requireAllowed(schedule, signal)
    if (!allowed) return
    const before = await runs.lastJob(schedule.id)
    const isWindowClosed = before?.state === 'paused' && before.why_code === 'WINDOW'
    if (before && before.state !== 'ended' && !isWindowClosed) {
      await skip('skipped', `Job ${before.id} of an earlier run has not ended.`)
      return
    }
    const run = await runs.claim(allowed, newId(), next, undefined)
    if (run) await start(allowed, run)
  }

  const start = async (schedule: ScheduleRecord, run: RunRecord) => {
    const renewing = setInterval(() => void runs.renew(run).catch(() => undefined), renewedEveryMs).unref()
    try {
      const before = await runs.lastJob(schedule.id)
      const isContinued = before?.state === 'paused' && before.why_code === 'WINDOW'
      await (isContinued ? resume(schedule, run, before) : startCopy(schedule, run))
    } catch (error) {
      if (signal.aborted) return // another process takes over
      const problem = problemOf(error)
      log('scheduled job not started', { schedule: schedule.id, ...traceOf(error) })
      await runs.end(run, endedAs('failed', `${problem.message}. ${problem.next}`.slice(0, 500)))
      await discardPlanned(schedule.id)
    } finally {
      clearInterval(renewing)
    }
  }

  const credentialsFor = (schedule: ScheduleRecord, job: number) => ({
    why_code: '',
    why_message: '',
    credential: jobs.seal.closeCredential(job, access.ownerOf(schedule, job).credential),
    session: schedule.session,
    is_confirmed: schedule.is_confirmed,
    resume_at: 0,
    faults: 0,
  })
  const windowEnd = ({ window_minutes }: ScheduleRecord, { due_at }: RunRecord) =>
    window_minutes > 0 ? due_at + window_minutes * minute : 0

  const startCopy = async (schedule: ScheduleRecord, run: RunRecord) => {
    await discardPlanned(schedule.id)
    const template = await jobs.store.find(schedule.template)
    if (!template) throw new Problem('NOT_FOUND', 'The planned job no longer exists', { service: 'console' })
    const { site, owner, user_name, endpoint, title } = schedule
    const job = await jobs.store.create({ site, owner, user_name, endpoint, title, schedule: schedule.id })
    if (!(await runs.setJob(run, job))) {
      await discard(job)
      return
    }
    const given = jobs.seal.openInput(template.id, template.sealed)
    await jobs.store.change(job, ['planned'], { sealed: jobs.seal.closeInput(job, given) })
    await addItems(schedule, template.id, job, given.input)
    const { waiting = 0 } = (await jobs.store.find(job)) ?? {}
    if (waiting === 0) {
      await runs.end(run, { ...endedAs('skipped', 'There was nothing to do.'), job: 0 })
      await discard(job)
      return
    }
    const change = { ...credentialsFor(schedule, job), started_at: Date.now() }
    const ending = { ...endedAs('started', ''), window_end: windowEnd(schedule, run) }
    const isOnceEach = schedule.target !== 'items' && runTargets[schedule.target].isOnceEach === true
    if (await runs.start(run, job, 'planned', change, ending, isOnceEach)) jobs.wake(job)
    else await discard(job)
  }

  const addItems = async (schedule: ScheduleRecord, template: number, job: number, planned: JsonObject) => {
    if (schedule.target === 'items') {
      const reseal = (n: number, sealed: string) => jobs.seal.closeItem(job, n, jobs.seal.openItem(template, n, sealed))
      await jobs.items.copy(template, job, reseal)
      return
    }
    const queried = queriedBy(schedule.target)
    if (queried) await requireIdentified(queried, schedule.query, schedule.site)
    const target = runTargets[schedule.target]
    const found = await target.find(people.callAs, access.ownerOf(schedule, job), signal, {
      planned,
      query: schedule.query,
      endpoint: schedule.endpoint,
    })
    const items = found.map(({ input = {}, skip, ...item }, at): NewItem => {
      const outcome = skip === undefined ? ('waiting' as const) : ('skipped' as const)
      return Object.assign(item, { n: at + 1, sealed: null, given: writeGiven(input), outcome, remark: skip ?? '' })
    })
    await jobs.items.add(job, 0, items)
  }

  /** Resumes the job of the previous run, whose window ended early. */
  const resume = async (schedule: ScheduleRecord, run: RunRecord, job: JobRecord) => {
    const ending = { ...endedAs('continued', ''), window_end: windowEnd(schedule, run) }
    if (await runs.start(run, job.id, 'paused', credentialsFor(schedule, job.id), ending)) jobs.wake(job.id)
  }

  const discardPlanned = async (schedule: number) => {
    for (const { id } of await runs.plannedJobs(schedule)) await discard(id)
  }

  const closeWindow = async (run: RunRecord) => {
    const { job: id } = run
    const job = await jobs.store.find(id)
    // Items that the server rejects wait again, so the responses to sent ones are awaited first.
    if (job?.state === 'running' && job.waiting === 0 && job.sent > 0) return
    if (!(await runs.closeWindow(run)) || !job || job.waiting === 0) return
    const why = {
      why_code: 'WINDOW',
      why_message: 'The maintenance window has closed. The job continues with the next run.',
    }
    await jobs.store.pauseFor(id, why)
  }

  /** Delays retries after a failure, per schedule. */
  const notBefore = new Map<string, number>()
  const each = async <T extends { id: number }>(
    what: string,
    found: readonly T[],
    work: (one: T) => Promise<unknown>,
  ) => {
    for (const one of found) {
      if (signal.aborted) return
      const key = `${what} ${one.id}`
      if ((notBefore.get(key) ?? 0) > performance.now()) continue
      await work(one).catch((error: unknown) => {
        notBefore.set(key, performance.now() + failedMs)
        if (!signal.aborted) log('schedule not looked at', traceOf(error))
      })
    }
  }

  return async () => {
    await access.resumeSignedIn()
    await each('window', await runs.windowsOver(), closeWindow)
    await each('run', await runs.takeOver(newId(), clock() - silentMs), async (run) => {
      const schedule = await store.find(run.schedule)
      if (schedule) await start(schedule, run)
    })
    await each('due', await store.due(), runDue)
    await each('found', await found.unreported(), async (run) => {
      const schedule = await store.find(run.schedule)
      if (schedule) await reportFound({ store: found, ...people, signal }, run, access.ownerOf(schedule, run.job))
    })
    await each('check', await store.claimChecks(clock() - checkedEveryMs), (schedule) =>
      access.requireAllowed(schedule, signal),
    )
  }
}
