/** Notification rules for events other than expiring certificates (decision 156). */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { own } from '#contract/session.ts'
import { noticeEventNames } from './notice-events.ts'
import { listNotices, mute, ruleSteps, setNotifications } from './notifications.ts'

export const maxRules = 50
/** `daily`: one digest email per day. */
export const deliveries = ['at-once', 'daily'] as const
export type Delivery = (typeof deliveries)[number]

const id = z.int().check(z.minimum(1))
const { rows } = listNotices.output.shape
const pagePath = z
  .string()
  .check(z.maxLength(2000), z.regex(/^\/[\w/.%~:!'()*-]+$/, 'must be the address of a page, as /devices/5'))

const given = {
  event: z.enum(noticeEventNames),
  isOn: z.boolean(),
  /** Text that the title or body must contain; empty matches everything. */
  filter: z.string().check(z.trim(), z.maxLength(100)),
  /** For events with steps in days. */
  days: z.array(z.int()),
  recipients: z.array(z.string()),
  /** Webhook IDs. */
  webhooks: z.array(z.int()),
  delivery: z.enum(deliveries),
}
const rule = z.object({
  /** Absent for an unchanged preset. */
  id: z.optional(id),
  ...given,
  /** User and time of the last change; empty if never changed. */
  by: z.string(),
  changedAt: z.optional(z.int()),
  /** Result of the last check. */
  look: z.object({
    state: z.enum(['never', 'done', 'failed']),
    message: z.string(),
    at: z.optional(z.int()),
    found: z.int(),
  }),
})
export type NoticeRule = z.output<typeof rule>
export type GivenRule = Pick<NoticeRule, keyof typeof given>

const changes = { ...own, permission: 'Common_Admin', changes: ['console.notification'] } as const

export const listNoticeRules = endpoint({
  ...own,
  id: 'console.listNoticeRules',
  summary: 'Notification rules for failed jobs, pending approvals and other events',
  path: '/api/console.listNoticeRules',
  input: z.object({}),
  output: z.object({ rows: z.array(rule) }),
  permission: 'Common_Admin',
  reads: ['console.notification'],
})

export const saveNoticeRule = endpoint({
  ...changes,
  id: 'console.saveNoticeRule',
  summary: 'Add or change a notification rule for an event',
  path: '/api/console.saveNoticeRule',
  target: ['event', 'isOn', 'recipients'],
  input: z.object({
    /** A new rule if omitted. */
    rule: z.optional(id),
    ...given,
    days: z.array(ruleSteps).check(z.maxLength(10)),
    recipients: setNotifications.input.shape.recipients,
    webhooks: z.array(id).check(z.maxLength(20)),
  }),
  output: z.object({ rule: id }),
  assumes: [
    'An event that happens again is sent again after a day at the earliest',
    'Of several steps that have passed, only the last is sent',
    'Servers are queried with the API key or grant of the console',
  ],
})

export const removeNoticeRule = endpoint({
  ...changes,
  id: 'console.removeNoticeRule',
  summary: 'Remove a notification rule for an event',
  path: '/api/console.removeNoticeRule',
  target: ['rule'],
  input: z.object({ rule: id }),
  output: z.object({}),
})

export const explainEvents = endpoint({
  ...own,
  id: 'console.explainEvents',
  summary: 'Notifications about the subject of a page, and why there are no more',
  path: '/api/console.explainEvents',
  input: z.object({ page: pagePath }),
  output: z.object({
    /** The most recent notices, newest first. */
    rows,
    /** Why other events sent nothing, one sentence each. */
    reasons: z.array(z.object({ event: z.enum(noticeEventNames), text: z.string() })),
    muted: z.optional(mute),
    mayMute: z.boolean(),
  }),
  permission: 'signed-in',
  reads: ['console.notification'],
})

export const muteNotices = endpoint({
  ...changes,
  id: 'console.muteNotices',
  summary: 'Mute or unmute all notifications about the subject of a page',
  path: '/api/console.muteNotices',
  target: ['page', 'isMuted'],
  input: z.object({ page: pagePath, isMuted: z.boolean() }),
  output: z.object({}),
})

export const noticeRules = { listNoticeRules, saveNoticeRule, removeNoticeRule, explainEvents, muteNotices }
