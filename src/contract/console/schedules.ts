/** Schedules: jobs started by the console, once or repeatedly, on behalf of the user who created the schedule. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { longestQuery } from '#contract/fleet/condition.ts'
import { reasonLength } from '#contract/reason.ts'
import { own } from '#contract/session.ts'
import { subjectKinds } from '#contract/subject-kinds.ts'
import { jobCounts, jobStates } from './jobs.ts'

/** A one-time schedule ends after its time. A paused one always has a reason. */
export const scheduleStates = ['active', 'paused', 'ended'] as const
export type ScheduleState = (typeof scheduleStates)[number]

/**
 * Targets of a run: the planned items, or what the servers list when it starts. `known-hosts`: every host where a
 * certificate was seen. `enrolled-devices`: every device that is or was enrolled. `due-certificates`: expiring
 * certificates of internal authorities, to be renewed. `queried-devices`, `queried-computers`: the result of a query.
 */
export const scheduleTargets = [
  'items',
  'known-hosts',
  'enrolled-devices',
  'due-certificates',
  'queried-devices',
  'queried-computers',
] as const
export type ScheduleTarget = (typeof scheduleTargets)[number]

export type QueriedKind = 'device' | 'computer'
const queriedKinds: Partial<Record<ScheduleTarget, QueriedKind>> = {
  'queried-devices': 'device',
  'queried-computers': 'computer',
}
/** What a query determines at each start; undefined if the target is not determined by a query. */
export const queriedBy = (target: ScheduleTarget): QueriedKind | undefined => queriedKinds[target]

/** What to do with a run that could not start on time. */
export const missedPolicies = ['skip', 'once'] as const

/** `starting`: claimed by a process, before its job runs. `continued`: resumed the job of the previous run. */
export const runStates = ['starting', 'started', 'continued', 'skipped', 'missed', 'failed'] as const
export type RunState = (typeof runStates)[number]

/** Number of upcoming runs shown. */
export const upcomingRuns = 5
/** Minimum interval between two runs. */
export const minMinutesBetween = 10

const id = z.int().check(z.minimum(1))
const moment = z.int()
const text = (max: number) => z.string().check(z.maxLength(max))
const time = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, as 02:30'))
const weekday = z.int().check(z.minimum(1), z.maximum(7))

/** Local times in the time zone of the schedule. */
export const scheduleRule = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('once'),
    at: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a date and time')),
  }),
  z.object({ kind: z.literal('daily'), time }),
  z.object({
    kind: z.literal('weekly'),
    /** 1 is Monday, 7 is Sunday. */
    days: z.array(weekday).check(z.minLength(1, 'Choose at least one day'), z.maxLength(7)),
    time,
  }),
  z.object({
    kind: z.literal('monthly'),
    /** 0 is the last day of the month. */
    day: z.int().check(z.minimum(0), z.maximum(31)),
    time,
  }),
  z.object({
    kind: z.literal('cron'),
    expression: text(100).check(z.trim(), z.minLength(1, 'Enter a cron expression')),
  }),
])
export type ScheduleRule = z.output<typeof scheduleRule>

const when = {
  rule: scheduleRule,
  /** IANA time zone name. */
  zone: text(60).check(z.minLength(1, 'Choose a time zone')),
}
const timing = {
  ...when,
  /** How long a run may send requests; unlimited if omitted. */
  windowMinutes: z.optional(z.int().check(z.minimum(15), z.maximum(7 * 24 * 60))),
  missed: z.enum(missedPolicies),
}
const title = text(200).check(z.trim(), z.minLength(1, 'Enter a title'))

/** Hosts listed individually in a report. */
export const maxFoundPlaces = 50
/** Differences between a discovery and the previous run. */
const found = z.object({
  /** True for the first run, which has nothing to compare with. */
  isFirst: z.boolean(),
  /** Number of hosts with a new certificate, with a different one, and without one now. */
  added: z.int(),
  changed: z.int(),
  lost: z.int(),
  /** `name` is the common name of the certificate. */
  places: z.array(z.object({ place: z.string(), change: z.enum(['added', 'changed', 'lost']), name: z.string() })),
})
export type FoundReport = z.output<typeof found>

const run = z.object({
  dueAt: moment,
  state: z.enum(runStates),
  /** Why it did not start as planned. */
  message: z.string(),
  /** Absent if none was started, or it was deleted. */
  job: z.optional(z.object({ id, state: z.enum(jobStates), counts: jobCounts, total: z.int() })),
  /** Result of a discovery that has ended. */
  found: z.optional(found),
})
export type ScheduleRun = z.output<typeof run>

const schedule = z.object({
  id,
  title: z.string(),
  /** ID of the endpoint that its jobs apply. */
  endpoint: z.string(),
  /** Summary of the operation; empty for jobs with several steps. */
  operation: z.string(),
  target: z.enum(scheduleTargets),
  /** Query for `queried-devices` and `queried-computers`. */
  query: z.optional(z.string()),
  /** Kind of the jobs' subjects. */
  kind: z.enum(subjectKinds),
  /** Items per run; 0 if determined at start. */
  total: z.int(),
  /** Creator, on whose behalf its jobs run. */
  by: z.string(),
  isMine: z.boolean(),
  /** Whether the caller may currently use the endpoint. */
  isPermitted: z.boolean(),
  state: z.enum(scheduleStates),
  /** Why it is paused. */
  why: z.optional(z.object({ code: z.string(), message: z.string() })),
  ...timing,
  reason: z.string(),
  ticket: z.string(),
  /** Absent for paused and ended schedules. */
  nextAt: z.optional(moment),
  last: z.optional(run),
  createdAt: moment,
  changedAt: moment,
})
export type Schedule = z.output<typeof schedule>

const reads = { ...own, permission: 'signed-in', reads: ['console.schedule', 'console.job'] } as const
const changes = { ...own, permission: 'signed-in', changes: ['console.schedule'], target: ['schedule'] } as const
const paging = {
  page: z._default(z.int().check(z.minimum(0)), 0),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(200)), 50),
}
const visible = 'Lists schedules of the user and those whose operation the user may run'
const asOwner = 'Jobs run with the account of the user who created the schedule, and are recorded in the audit'
const clockChanges =
  'A time that clocks skip is the first valid time after it; a time that occurs twice counts once, unless a cron expression has a wildcard or step in its minutes or hours'

export const createSchedule = endpoint({
  ...changes,
  id: 'console.createSchedule',
  summary: 'Schedule a planned job: once, or by a rule',
  target: ['title', 'job'],
  path: '/api/console.createSchedule',
  input: z.object({
    /** The planned job to copy for each run; it is no longer listed. */
    job: id,
    title,
    target: z.enum(scheduleTargets),
    /** Query for `queried-devices` and `queried-computers`. */
    query: z.optional(text(longestQuery).check(z.trim())),
    ...timing,
    /** Required by some operations. */
    reason: z.optional(text(reasonLength.max)),
    ticket: z.optional(text(60)),
  }),
  output: schedule,
  assumes: [
    asOwner,
    clockChanges,
    `Runs are at least ${minMinutesBetween} minutes apart`,
    'An irreversible operation can be scheduled once only, and requires a confirmed identity when it is scheduled',
    'Operations that are irreversible, also only in bulk, cannot be scheduled for the results of a query',
    'The query is stored with the schedule; later changes of a view do not affect it',
  ],
})

export const updateSchedule = endpoint({
  ...changes,
  id: 'console.updateSchedule',
  summary: 'Change the title and times of a schedule',
  path: '/api/console.updateSchedule',
  input: z.object({ schedule: id, title, ...timing }),
  output: schedule,
  assumes: ['Only the user who created it can change it', clockChanges],
})

export const listSchedules = endpoint({
  ...reads,
  id: 'console.listSchedules',
  summary: 'Schedules of this site, the next to run first',
  path: '/api/console.listSchedules',
  input: z.object({ state: z.optional(z.enum(scheduleStates)), ...paging }),
  output: z.object({
    rows: z.array(schedule),
    total: z.int(),
    /** Number of paused schedules visible to the caller. */
    paused: z.int(),
  }),
  assumes: [visible],
})

export const readSchedule = endpoint({
  ...reads,
  id: 'console.readSchedule',
  summary: 'A schedule with its next runs',
  path: '/api/console.readSchedule',
  input: z.object({ schedule: id }),
  output: z.extend(schedule, { upcoming: z.array(moment) }),
  assumes: [visible],
})

export const listScheduleRuns = endpoint({
  ...reads,
  id: 'console.listScheduleRuns',
  summary: 'Runs of a schedule with their jobs, newest first',
  path: '/api/console.listScheduleRuns',
  input: z.object({ schedule: id, ...paging }),
  output: z.object({ rows: z.array(run), total: z.int() }),
  assumes: [visible, 'Runs are kept for 400 days'],
})

export const previewSchedule = endpoint({
  ...own,
  id: 'console.previewSchedule',
  summary: `The next ${upcomingRuns} times of a rule in a time zone`,
  path: '/api/console.previewSchedule',
  input: z.object(when),
  output: z.object({
    upcoming: z.array(moment),
    /** Why there are no runs: rules are checked while being typed. */
    problem: z.optional(z.string()),
  }),
  permission: 'signed-in',
  assumes: [clockChanges],
})

export const pauseSchedule = endpoint({
  ...changes,
  id: 'console.pauseSchedule',
  summary: 'Pause a schedule; a running job continues',
  path: '/api/console.pauseSchedule',
  input: z.object({ schedule: id }),
  output: schedule,
})

export const resumeSchedule = endpoint({
  ...changes,
  id: 'console.resumeSchedule',
  summary: 'Resume a paused schedule',
  path: '/api/console.resumeSchedule',
  input: z.object({ schedule: id }),
  output: schedule,
  assumes: [asOwner, 'Only the user who created it can resume it'],
})

export const deleteSchedule = endpoint({
  ...changes,
  id: 'console.deleteSchedule',
  summary: 'Delete a schedule and its list of runs; its jobs stay',
  path: '/api/console.deleteSchedule',
  input: z.object({ schedule: id }),
  output: z.object({}),
})

export const schedules = {
  createSchedule,
  updateSchedule,
  listSchedules,
  readSchedule,
  listScheduleRuns,
  previewSchedule,
  pauseSchedule,
  resumeSchedule,
  deleteSchedule,
}
