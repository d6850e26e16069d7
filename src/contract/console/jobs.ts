/** Jobs: an endpoint applied to many inputs by the console on behalf of a user. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { guardedActionNames } from '#contract/console/guarded-actions.ts'
import type { JsonObject } from '#contract/json.ts'
import { reasonLength } from '#contract/reason.ts'
import { own } from '#contract/session.ts'
import { subjectKinds } from '#contract/subject-kinds.ts'
import { file, record } from '#contract/wire.ts'

/** A paused job always has a reason and a condition to resume. A held job awaits approval (decision 147). */
export const jobStates = ['planned', 'held', 'running', 'paused', 'ended'] as const
export type JobState = (typeof jobStates)[number]

/**
 * Outcome of an item. `sent` is stored before the request leaves. `unknown` got no response and is not sent again until
 * its outcome has been determined, or a user decides.
 */
export const itemOutcomes = ['waiting', 'sent', 'accepted', 'done', 'failed', 'refused', 'unknown', 'skipped'] as const
export type ItemOutcome = (typeof itemOutcomes)[number]

/** Outcomes that a user can retry. */
export const retriedOutcomes = ['failed', 'refused', 'unknown', 'skipped'] as const

/** Items per `planJob` call; longer plans take several calls. */
export const plannedAtOnce = 2000
export const maxItems = 200_000

/** Retention of exported files. */
export const retentionHours = 24
export const maxFileBytes = 64 * 1024 ** 2
/** `part`: approved for some items. `released`: by the requester alone, in an emergency. */
export const approvalDecisions = ['approved', 'part', 'refused', 'lapsed', 'canceled', 'released'] as const
export type ApprovalDecision = (typeof approvalDecisions)[number]

const id = z.int().check(z.minimum(1))
const moment = z.int()
const shown = (max: number) => z.string().check(z.maxLength(max))
export const jobCounts = z.object(
  Object.fromEntries(itemOutcomes.map((outcome) => [outcome, z.int()])) as Record<ItemOutcome, z.ZodMiniInt>,
)
/** Inputs in wire form; validated by the endpoint itself. */
const values = record({}) as z.ZodMiniType as z.ZodMiniType<JsonObject, JsonObject>

/** Approval request and decision. */
const approval = z.object({
  action: z.enum(guardedActionNames),
  askedAt: moment,
  /** When the request lapses. */
  until: moment,
  decision: z.optional(z.enum(approvalDecisions)),
  /** User, reason and time of the decision. */
  by: z.optional(z.string()),
  note: z.optional(z.string()),
  at: z.optional(moment),
})

export const jobView = z.object({
  id,
  /** ID of the applied endpoint. */
  endpoint: z.string(),
  title: z.string(),
  /** Kind of the items' subjects. */
  kind: z.enum(subjectKinds),
  /** User who started the job and on whose behalf its calls are made. */
  by: z.string(),
  isMine: z.boolean(),
  /** Whether the caller may currently use the endpoint. */
  isPermitted: z.boolean(),
  /** Schedule that started the job. */
  schedule: z.optional(id),
  state: z.enum(jobStates),
  /** Why it is paused, or ended early. */
  why: z.optional(z.object({ code: z.string(), message: z.string() })),
  counts: jobCounts,
  total: z.int(),
  /** Resources that its calls change; earlier reads of these may be outdated. */
  changes: z.array(z.string()),
  /** Exported files; `until` is when the first of them expires. */
  files: z.optional(z.object({ count: z.int(), bytes: z.int(), until: moment, isSecret: z.boolean() })),
  /** Common input, as the audit shows it. */
  target: z.string(),
  /** Of a held job: the first subjects, by the names that the console knows. */
  names: z.optional(z.array(z.string())),
  /** The latest approval, if the job was held. */
  approval: z.optional(approval),
  /** A planned job that requires a reason to start: it erases data or exports private keys. */
  asksReason: z.optional(z.boolean()),
  reason: z.string(),
  ticket: z.string(),
  /** Secret inputs erased when it ended; required again for a retry. */
  erased: z.array(z.string()),
  createdAt: moment,
  /** For a job that was held: when it was approved. */
  startedAt: z.optional(moment),
  /** Of a running job: when it was started or resumed last, and the number of items to be sent then. */
  run: z.optional(z.object({ at: moment, left: z.int() })),
  endedAt: z.optional(moment),
  changedAt: moment,
})
export type Job = z.output<typeof jobView>

/** `why` of a planned job whose items are still being read, or could not be read. */
export const planning = 'PLANNING'
export const notPlanned = 'NOT_PLANNED'
/** Whether the console is still adding items to a job. */
export const isPlanning = (job: Pick<Job, 'why'> | undefined): boolean => job?.why?.code === planning

const item = z.object({
  /** Index in the job. */
  n: z.int(),
  subject: z.string(),
  label: z.string(),
  detail: z.string(),
  /** For held jobs: the target of its call, as it would be sent. */
  target: z.optional(z.string()),
  /** For held jobs: the subjects of its call, by the names that the console knows. */
  names: z.optional(z.array(z.string())),
  outcome: z.enum(itemOutcomes),
  attempts: z.int(),
  remark: z.string(),
  /** The server's identifier of the attempt. */
  evidence: z.string(),
  sentAt: z.optional(moment),
  changedAt: moment,
})
export type JobItem = z.output<typeof item>

const reads = { ...own, permission: 'signed-in', reads: ['console.job'] } as const
const changes = { ...own, permission: 'signed-in', changes: ['console.job'], target: ['job'] } as const
const paging = {
  page: z._default(z.int().check(z.minimum(0)), 0),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(200)), 50),
}
const asOwner = 'Each item is sent with the account of the user who started the job, and recorded in the audit'
const visible = 'Lists jobs of the user and those whose operation the user may run'

export const planJob = endpoint({
  ...changes,
  id: 'console.planJob',
  summary: 'Create a job: an operation for many subjects. Nothing is sent until it is started',
  target: ['endpoint', 'title', 'job'],
  path: '/api/console.planJob',
  input: z.object({
    endpoint: shown(100),
    title: shown(200).check(z.trim(), z.minLength(1, 'Enter a title')),
    /** Common input of all items, in wire form. */
    input: values,
    items: z
      .array(
        z.object({
          subject: shown(500).check(z.minLength(1)),
          label: shown(300),
          detail: z.optional(shown(300)),
          /** Additional input of the item. */
          input: z.optional(values),
          /** Why the item is skipped. */
          skip: z.optional(shown(300)),
        }),
      )
      .check(z.maxLength(plannedAtOnce, `has at most ${plannedAtOnce} items; add the others with another call`)),
    /** The planned job to which these items are added. */
    job: z.optional(id),
  }),
  output: jobView,
  assumes: [
    `At most ${plannedAtOnce.toLocaleString('en')} items per call and ${maxItems.toLocaleString('en')} per job; a subject counts once`,
  ],
})

export const startJob = endpoint({
  ...changes,
  id: 'console.startJob',
  summary: 'Start a planned job',
  path: '/api/console.startJob',
  input: z.object({
    job: id,
    /** Required by some operations. */
    reason: z.optional(shown(reasonLength.max)),
    ticket: z.optional(shown(60)),
  }),
  output: jobView,
  assumes: [asOwner, 'It continues when the user signs out, and pauses when the account or its permission is lost'],
})

export const listJobs = endpoint({
  ...reads,
  id: 'console.listJobs',
  summary: 'Jobs of this site, newest first',
  path: '/api/console.listJobs',
  input: z.object({
    state: z.optional(z.enum(['open', 'held', 'released', 'paused', 'ended'])),
    /** Only jobs with this kind of subject. */
    kind: z.optional(z.enum(subjectKinds)),
    /** Only jobs with this subject. */
    subject: z.optional(shown(500)),
    ...paging,
  }),
  output: z.object({
    /** `item` is that of the requested subject. */
    rows: z.array(z.extend(jobView, { item: z.optional(item) })),
    total: z.int(),
    /** Counts all jobs visible to the caller. */
    running: z.int(),
    paused: z.int(),
    held: z.int(),
  }),
  assumes: [visible],
})

export const readJob = endpoint({
  ...reads,
  id: 'console.readJob',
  summary: 'State and counts of a job',
  path: '/api/console.readJob',
  input: z.object({ job: id }),
  output: jobView,
  assumes: [visible],
})

export const listJobItems = endpoint({
  ...reads,
  id: 'console.listJobItems',
  summary: 'Items of a job with their outcome',
  path: '/api/console.listJobItems',
  input: z.object({
    job: id,
    outcome: z.optional(z.enum(itemOutcomes)),
    /** Searches subject, label, detail and remark; case-insensitive. */
    search: z.optional(shown(200)),
    /** A finding that the remark lists, as a whole. */
    finding: z.optional(shown(200)),
    ...paging,
  }),
  output: z.object({ rows: z.array(item), total: z.int() }),
  assumes: [visible],
})

export const pauseJob = endpoint({
  ...changes,
  id: 'console.pauseJob',
  summary: 'Pause a job; responses to sent requests are still recorded',
  path: '/api/console.pauseJob',
  input: z.object({ job: id }),
  output: jobView,
})

export const resumeJob = endpoint({
  ...changes,
  id: 'console.resumeJob',
  summary: 'Resume a paused job',
  path: '/api/console.resumeJob',
  input: z.object({ job: id }),
  output: jobView,
  assumes: [asOwner, 'Only the user who started it can resume it'],
})

export const retryJob = endpoint({
  ...changes,
  id: 'console.retryJob',
  summary: 'Send items of a job again that have one of these outcomes',
  target: ['job', 'outcomes'],
  path: '/api/console.retryJob',
  input: z.object({
    job: id,
    outcomes: z.array(z.enum(retriedOutcomes)).check(z.minLength(1, 'Choose at least one outcome')),
    /** Secret inputs that were erased when the job ended. */
    input: z.optional(values),
  }),
  output: jobView,
  assumes: [asOwner, 'Only the user who started it can send items again'],
})

export const stopJob = endpoint({
  ...changes,
  id: 'console.stopJob',
  summary: 'Stop a job: items that were not sent are skipped, items that were sent are still followed',
  path: '/api/console.stopJob',
  input: z.object({ job: id }),
  output: jobView,
})

export const removeJob = endpoint({
  ...changes,
  id: 'console.removeJob',
  summary: 'Remove a job that has ended or was not started',
  path: '/api/console.removeJob',
  input: z.object({ job: id }),
  output: z.object({}),
})

export const fetchJobFiles = endpoint({
  ...own,
  id: 'console.fetchJobFiles',
  summary: 'Files that a job has exported, as a zip archive',
  path: '/api/console.fetchJobFiles',
  target: ['job'],
  input: z.object({
    job: id,
    /** Whether the files contain private keys, which requires a recent identity confirmation. */
    isSecret: z.optional(z.boolean()),
  }),
  output: file,
  responseType: 'file',
  permission: 'signed-in',
  permissionFor: ({ isSecret }: { isSecret?: boolean }) => (isSecret ? 'signed-in' : undefined),
  changes: ['console.job'],
  secret: true,
  assumes: [
    'Only the user who started it can fetch them',
    `Files are kept encrypted for ${retentionHours} hours, at most ${maxFileBytes / 1024 ** 2} MiB per job`,
  ],
})

export const jobs = {
  planJob,
  startJob,
  listJobs,
  readJob,
  listJobItems,
  pauseJob,
  resumeJob,
  retryJob,
  stopJob,
  removeJob,
  fetchJobFiles,
}
