import { queriedBy, type schedules, type ScheduleRule, upcomingRuns } from '#contract/console/schedules.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Applied } from '#contract/jobs/applied.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleCaller, ConsoleHandlers, People, Person } from '#platform/console.ts'
import { requirePermission } from '#platform/permission.ts'
import { totalOf } from '#services/console/jobs/job-store.ts'
import { requireApplied } from '#services/console/jobs/plan.ts'
import {
  dangerIn,
  isDangerForMany,
  reasonIn,
  requireConfirmed,
  requireWholePlan,
} from '#services/console/jobs/start-conditions.ts'
import { starterOf } from '#services/console/jobs/sealed-input.ts'
import { requireTimes } from './rule-times.ts'
import type { RunStore } from './run-store.ts'
import { type RequireOfQuery, runTargets } from './run-targets.ts'
import type { JobParts } from './schedule-runner.ts'
import { ruleOf, type ScheduleRecord, type ScheduleStore, toView } from './schedule-store.ts'

type Parts = {
  store: ScheduleStore
  runs: RunStore
  jobs: JobParts
  people: Pick<People, 'credentialOf'>
  /** Throws if a query is invalid. */
  requireQuery: RequireOfQuery
  clock: () => number
}
type Timing = Pick<
  Input<typeof schedules.updateSchedule>,
  'schedule' | 'title' | 'rule' | 'zone' | 'windowMinutes' | 'missed'
>

export function scheduleHandlers({
  store,
  runs,
  jobs,
  people,
  requireQuery,
  clock,
}: Parts): Pick<ConsoleHandlers, keyof typeof schedules> {
  const isDanger = dangerIn(jobs.items)

  const seen = async (id: number, { person }: Pick<ConsoleCaller, 'person'>) => {
    if (!person) throw new Problem('SIGNED_OUT')
    const row = await store.findSeen(person, id)
    if (!row) throw gone()
    return { row, person }
  }
  /** The caller's own schedule, if they still have its endpoint's permission. */
  const own = async (id: number, caller: ConsoleCaller) => {
    const { row, person } = await seen(id, caller)
    if (row.owner !== person.owner) {
      throw new Problem(
        'FORBIDDEN',
        `This schedule runs with the account of ${row.user_name}. Only they can do this.`,
        {
          service: 'console',
        },
      )
    }
    requirePermission(requireApplied(row.endpoint).permission, person.permissions, caller.site)
    return { row, person }
  }
  /** Other users with permission may pause and delete a schedule. */
  const permitted = async (id: number, caller: ConsoleCaller) => {
    const found = await seen(id, caller)
    requirePermission(requireApplied(found.row.endpoint).permission, found.person.permissions, caller.site)
    return found
  }
  const templateOf = async ({ template }: Pick<ScheduleRecord, 'template'>) => {
    const job = await jobs.store.find(template)
    if (!job) throw gone()
    return { job, given: jobs.seal.openInput(job.id, job.sealed) }
  }
  const viewsOf = async (rows: readonly ScheduleRecord[], person: Person) => {
    const last = await runs.lastOf(rows.map(({ id }) => id))
    return Promise.all(
      rows.map(async (row) => {
        const { job, given } = await templateOf(row)
        const run = last.get(row.id)
        return { ...toView(row, person, { total: totalOf(job), why: given.why }), ...(run && { last: run }) }
      }),
    )
  }
  const viewOf = async (id: number, person: Person) => {
    const row = await store.find(id)
    const [view] = row ? await viewsOf([row], person) : []
    if (!view) throw gone()
    return view
  }
  const credentialFor = async (person: Person, template: number) => {
    const kept = await people.credentialOf(person)
    if (!kept) throw new Problem('SIGNED_OUT')
    return { credential: jobs.seal.closeCredential(template, kept.credential), session: kept.session }
  }
  /** Irreversible operations are confirmed for a single run only. */
  const requireOnce = (rule: ScheduleRule, person: Person) => {
    if (rule.kind !== 'once')
      throw new Problem('INVALID_INPUT', 'rule: An irreversible operation can be scheduled once only', {
        service: 'console',
        field: 'rule',
      })
    requireConfirmed(person)
  }
  const timesOf = ({ rule, zone, windowMinutes = 0, missed }: Omit<Timing, 'schedule' | 'title'>) => {
    const [next_at = 0] = requireTimes(rule, zone, clock(), 1)
    return { rule: JSON.stringify(rule), zone, window_minutes: windowMinutes, missed, next_at }
  }

  return {
    createSchedule: async (
      { job: template, title, target, query = '', reason, ticket, ...timing },
      { site: at, person },
    ) => {
      if (!person) throw new Problem('SIGNED_OUT')
      const job = await jobs.store.findSeen(person, template)
      if (!job || job.owner !== person.owner || job.state !== 'planned') throw noPlan()
      requireWholePlan(job)
      const endpoint = requireApplied(job.endpoint)
      requirePermission(endpoint.permission, person.permissions, at)
      requireTarget(target, endpoint, job.waiting)
      const given = jobs.seal.openInput(template, job.sealed)
      const queried = queriedBy(target)
      if (queried) {
        if (query === '') throw invalid('query', 'Enter a query')
        await requireQuery(queried, query, person.site)
        if (isDangerForMany(job, given)) throw notForQueries()
      } else if (query !== '') throw invalid('query', 'This target is not found by a query')
      const times = timesOf(timing)
      const danger = await isDanger(job, given)
      if (danger) requireOnce(timing.rule, person)
      const why = given.needs?.reason ? reasonIn({ reason, ticket }) : {}
      const kept = await credentialFor(person, template)
      const sealed = jobs.seal.closeInput(template, { ...given, why, starter: starterOf(person) })
      if (!(await jobs.store.change(template, ['planned'], { is_template: 1, sealed }))) throw noPlan()
      const { site, owner, name: user_name } = person
      const id = await store.create({
        site,
        owner,
        user_name,
        title,
        endpoint: job.endpoint,
        target,
        query,
        template,
        ...times,
        state: 'active',
        ...kept,
        is_confirmed: danger ? 1 : 0,
        created_at: clock(),
      })
      await jobs.store.change(template, ['planned'], { schedule: id })
      return viewOf(id, person)
    },

    updateSchedule: async ({ schedule, title, ...timing }, caller) => {
      const { row, person } = await own(schedule, caller)
      const { job, given } = await templateOf(row)
      const times = timesOf(timing)
      if (await isDanger(job, given)) requireOnce(timing.rule, person)
      const kept = await credentialFor(person, row.template)
      const state = row.state === 'ended' ? 'active' : row.state
      if (!(await store.change(schedule, [row.state], { title, ...times, ...kept, state }))) throw changed()
      return viewOf(schedule, person)
    },

    listSchedules: async (filter, { person }) => {
      if (!person) throw new Problem('SIGNED_OUT')
      const { rows, ...counts } = await store.list(person, filter)
      return { rows: await viewsOf(rows, person), ...counts }
    },

    readSchedule: async ({ schedule }, caller) => {
      const { row, person } = await seen(schedule, caller)
      const upcoming = row.next_at === 0 ? [] : upcomingOf(row, clock())
      return { ...(await viewOf(schedule, person)), upcoming }
    },

    listScheduleRuns: async ({ schedule, page, limit }, caller) => {
      const { row } = await seen(schedule, caller)
      return runs.page(row.id, page, limit)
    },

    previewSchedule: ({ rule, zone }) => Promise.resolve(preview(rule, zone, clock())),

    pauseSchedule: async ({ schedule }, caller) => {
      const { person } = await permitted(schedule, caller)
      const why = { why_code: 'PAUSED', why_message: `Paused by ${person.name}.` }
      if (!(await store.change(schedule, ['active'], { state: 'paused', ...why }))) throw changed()
      return viewOf(schedule, person)
    },

    resumeSchedule: async ({ schedule }, caller) => {
      const { row, person } = await own(schedule, caller)
      if (row.state !== 'paused') throw changed()
      // Runs that were due during a manual pause do not count as missed.
      const isMissed = row.why_code !== 'PAUSED' && row.why_code !== 'RESTORED'
      const [next = 0] = isMissed ? [row.next_at] : requireTimes(ruleOf(row), row.zone, clock(), 1)
      const resumed = { state: 'active', why_code: '', why_message: '', next_at: next } as const
      const kept = await credentialFor(person, row.template)
      if (!(await store.change(schedule, ['paused'], { ...resumed, ...kept }))) throw changed()
      return viewOf(schedule, person)
    },

    deleteSchedule: async ({ schedule }, caller) => {
      const { row } = await permitted(schedule, caller)
      await store.remove(schedule)
      await jobs.items.remove(row.template)
      await jobs.store.remove(row.template)
      return {}
    },
  }
}

/** Upcoming runs, after an overdue or paused one. */
const upcomingOf = (row: ScheduleRecord, now: number) => {
  try {
    return requireTimes(ruleOf(row), row.zone, Math.min(now, row.next_at - 1), upcomingRuns)
  } catch {
    return []
  }
}

function preview(rule: ScheduleRule, zone: string, now: number) {
  try {
    return { upcoming: requireTimes(rule, zone, now, upcomingRuns) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { upcoming: [], problem: error.message.replace(/^\w+: /, '') }
  }
}

function requireTarget(target: Input<typeof schedules.createSchedule>['target'], endpoint: Applied, waiting: number) {
  if (target === 'items' && waiting === 0)
    throw new Problem('INVALID_INPUT', 'job: Nothing in this job can be sent', { service: 'console', field: 'job' })
  if (target !== 'items' && !runTargets[target].isFor(endpoint))
    throw new Problem('INVALID_INPUT', `target: ${endpoint.id} does not take what this determines`, {
      service: 'console',
      field: 'target',
    })
}

const invalid = (field: string, why: string) =>
  new Problem('INVALID_INPUT', `${field}: ${why}`, { service: 'console', field })
const notForQueries = () => invalid('target', 'Irreversible commands cannot be scheduled for the results of a query')

const gone = () =>
  new Problem('NOT_FOUND', 'This schedule does not exist any more. Reload the list.', { field: 'schedule' })
const noPlan = () =>
  new Problem('NOT_FOUND', 'This job does not exist, or has been started or scheduled already.', { field: 'job' })
const changed = () =>
  new Problem('INVALID_INPUT', 'schedule: Its state has changed meanwhile. Reload it and try again.', {
    service: 'console',
    status: 409,
    field: 'schedule',
  })
