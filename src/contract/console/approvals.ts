/** Approval of destructive actions by a second person (decision 147). */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { ruledActions } from '#contract/console/guarded-actions.ts'
import { reasonLength } from '#contract/reason.ts'
import { own } from '#contract/session.ts'
import { startJob } from './jobs.ts'

/** `above`: approval is required beyond a number of subjects per user within a number of minutes. */
export const ruleModes = ['free', 'above', 'always'] as const
export type RuleMode = (typeof ruleModes)[number]

/** Undecided requests lapse after this. */
export const lapseDays = 7
/** An account that the requester created or changed within this period cannot approve the request. */
export const independentDays = 30
/** Items that can be approved individually. */
export const chosenAtOnce = 2000
const maxAbove = 10_000
export const maxMinutes = 7 * 24 * 60

const limits = {
  mode: z.enum(ruleModes),
  /** Number that needs no approval. */
  above: z.int().check(z.minimum(0), z.maximum(maxAbove)),
  minutes: z.int().check(z.minimum(1), z.maximum(maxMinutes)),
}
const rule = z.object({
  action: z.enum(ruledActions),
  ...limits,
  /** User and time of the last change; empty if never changed. */
  by: z.string(),
  changedAt: z.optional(z.int()),
})
export type ApprovalRule = z.output<typeof rule>
export type RuleLimits = Pick<ApprovalRule, 'mode' | 'above' | 'minutes'>

const rules = z.object({
  rules: z.array(rule),
  /** Allows the requester to release it alone in an emergency, with two factors. */
  emergency: z.boolean(),
})

const changesRule = {
  ...own,
  permission: 'Common_Admin',
  changes: ['console.approval-rule', 'console.job'],
  danger: true,
  output: rules,
} as const
/** Whether a change loosens a rule depends on the current rule. */
const loosening = 'Loosening needs approval by a second person; tightening does not'

export const readApprovalRules = endpoint({
  ...own,
  id: 'console.readApprovalRules',
  summary: 'Approval rules of this site',
  path: '/api/console.readApprovalRules',
  input: z.object({}),
  output: rules,
  permission: 'signed-in',
  reads: ['console.approval-rule'],
})

export const setApprovalRule = endpoint({
  ...changesRule,
  id: 'console.setApprovalRule',
  summary: 'Change an approval rule',
  target: ['action', 'mode', 'above', 'minutes'],
  path: '/api/console.setApprovalRule',
  input: z.object({ action: z.enum(ruledActions), ...limits }),
  guards: ({ action }: { action: string }) => ({ action: 'loosen', subjects: [action] }),
  assumes: [loosening],
})

export const setEmergencyRelease = endpoint({
  ...changesRule,
  id: 'console.setEmergencyRelease',
  summary: 'Set whether users can release their own pending requests in an emergency',
  target: ['allowed'],
  path: '/api/console.setEmergencyRelease',
  input: z.object({ allowed: z.boolean() }),
  guards: () => ({ action: 'loosen', subjects: ['emergency'] }),
  assumes: [loosening],
})

const { job } = startJob.input.shape
const decides = {
  ...own,
  permission: 'signed-in',
  changes: ['console.job'],
  output: startJob.output,
} as const
/** Requester as shown to the approver; the audit entry names both. */
const by = z.string().check(z.maxLength(300))
const someoneElse = `Not by the requester, nor with an account that they created or changed in the last ${independentDays} days`

export const approveJob = endpoint({
  ...decides,
  id: 'console.approveJob',
  summary: 'Approve a pending job, or some of its items',
  target: ['job', 'by', 'items'],
  path: '/api/console.approveJob',
  input: z.object({
    job,
    by,
    /** Approved items; all if omitted. */
    items: z.optional(
      z.array(z.int().check(z.minimum(1))).check(z.minLength(1, 'Choose at least one item'), z.maxLength(chosenAtOnce)),
    ),
  }),
  danger: true,
  assumes: [someoneElse, 'Items that are not approved are skipped'],
})

export const refuseJob = endpoint({
  ...decides,
  id: 'console.refuseJob',
  summary: 'Refuse a pending job',
  target: ['job', 'by'],
  path: '/api/console.refuseJob',
  input: z.object({ job, by, note: z.string().check(z.trim(), z.maxLength(reasonLength.max)) }),
  danger: true,
  assumes: [someoneElse],
})

export const releaseJob = endpoint({
  ...decides,
  id: 'console.releaseJob',
  summary: 'Release your own pending job in an emergency, without a second person',
  target: ['job', 'reason'],
  path: '/api/console.releaseJob',
  input: z.object({
    job,
    reason: z
      .string()
      .check(
        z.trim(),
        z.minLength(reasonLength.min, `must have at least ${reasonLength.min} characters`),
        z.maxLength(reasonLength.max),
      ),
  }),
  danger: true,
  assumes: ['Requires password and one-time code within the last minutes, and can be disabled for a site'],
})

export const stopAllJobs = endpoint({
  ...own,
  id: 'console.stopAllJobs',
  summary: 'Stop all jobs that the user has permission to stop',
  path: '/api/console.stopAllJobs',
  input: z.object({}),
  output: z.object({ jobs: z.int(), items: z.int() }),
  permission: 'signed-in',
  changes: ['console.job'],
})

export const approvals = {
  readApprovalRules,
  setApprovalRule,
  setEmergencyRelease,
  approveJob,
  refuseJob,
  releaseJob,
  stopAllJobs,
}
