/** Email notifications before certificates expire. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { own } from '#contract/session.ts'
import { noticeEventNames } from './notice-events.ts'

const moment = z.int()
const id = z.int().check(z.minimum(1))

/** A mailbox address. Quoted names and comments (RFC 5322) are rejected, so that the address shown is the one used. */
const mailboxForm = /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,188}[\p{L}\p{N}])?$/u
export const isMailbox = (text: string) => mailboxForm.test(text)
const mailbox = z
  .string()
  .check(z.trim(), z.maxLength(254), z.regex(mailboxForm, 'must be an email address, as keys@example.com'))

export const defaultDays = [90, 30, 14, 7, 1] as const
const maxRecipients = 20
const maxSteps = 10
const dayWords = 'must be whole numbers of days from 1 to 3650'
export const ruleSteps = z.int(dayWords).check(z.minimum(1, dayWords), z.maximum(3650, dayWords))

/**
 * `waiting`: to be sent or retried. `sending` is stored before the message leaves. `unknown`: possibly delivered, not
 * sent again automatically. `skipped`: superseded by a renewed certificate or another step.
 */
export const noticeStates = ['waiting', 'sending', 'sent', 'failed', 'unknown', 'skipped'] as const
export type NoticeState = (typeof noticeStates)[number]

const rule = z.object({
  isOn: z.boolean(),
  /** Days before expiry at which to notify. */
  days: z.array(z.int()),
  recipients: z.array(z.string()),
  /** User and time of the last change; empty if never changed. */
  by: z.string(),
  changedAt: z.optional(moment),
})
export type NotificationRule = z.output<typeof rule>

/** Result of the last certificate check. */
export const checkStates = ['never', 'done', 'no-server', 'no-credential', 'failed'] as const
export type CheckState = (typeof checkStates)[number]

const notice = z.object({
  id,
  /** `certificate`: expiry; the others are in `noticeEvents`. */
  event: z.enum(['certificate', ...noticeEventNames]),
  /** Subject of the notice. */
  about: z.string(),
  /** Text beyond the subject. */
  text: z.string(),
  /** Address of the subject's page; empty if it has none. */
  page: z.string(),
  /** Certificate ID in the inventory; empty if the server reports none. */
  certificateId: z.string(),
  /** For certificates. */
  expiresAt: z.optional(moment),
  /** Step of the rule in days; 0 if it has none. */
  days: z.int(),
  recipient: z.string(),
  state: z.enum(noticeStates),
  /** Why it is not sent. */
  why: z.string(),
  attempts: z.int(),
  createdAt: moment,
  changedAt: moment,
  /** Time of the next attempt. */
  nextAt: z.optional(moment),
})
export type Notice = z.output<typeof notice>

/** `mailbox`: delivered to the mailbox of the lab. */
const mail = z.enum(['smtp', 'mailbox', 'none'])

const look = z.object({
  state: z.enum(checkStates),
  message: z.string(),
  at: z.optional(moment),
  /** Number of certificates with notices due. */
  expiring: z.int(),
})

/** User who muted the notifications about a page, and when. */
export const mute = z.object({ by: z.string(), at: moment })

const reads = { ...own, permission: 'KeyManagement_Read', reads: ['console.notification'] } as const
const changes = { ...own, permission: 'KeyManagement_Admin', changes: ['console.notification'] } as const

export const readNotifications = endpoint({
  ...reads,
  id: 'console.readNotifications',
  summary: 'The rule “A certificate expires”, how mail is sent and the last check of the certificates',
  path: '/api/console.readNotifications',
  input: z.object({}),
  output: z.object({
    rule,
    mail,
    look,
  }),
})

export const setNotifications = endpoint({
  ...changes,
  id: 'console.setNotifications',
  summary: 'Change the rule “A certificate expires”: on or off, days before the end, recipients',
  path: '/api/console.setNotifications',
  target: ['isOn', 'days', 'recipients'],
  input: z.object({
    isOn: z.boolean(),
    days: z.array(ruleSteps).check(z.minLength(1, 'Enter at least one number of days'), z.maxLength(maxSteps)),
    recipients: z.array(mailbox).check(z.maxLength(maxRecipients, `has at most ${maxRecipients} addresses`)),
  }),
  output: z.object({}),
  assumes: [
    'Each step is sent once per certificate and recipient; of several steps that have passed, only the last',
    'The Expiry Notification Email of a certificate is a recipient as well',
    'Certificates are read with the API key of the connection',
  ],
})

export const listNotices = endpoint({
  ...reads,
  permission: 'signed-in',
  id: 'console.listNotices',
  summary: 'Notifications with their state, newest first',
  path: '/api/console.listNotices',
  input: z.object({
    state: z.optional(z.enum(noticeStates)),
    /** Only those that can be sent again: failed and unknown. */
    isUndelivered: z.optional(z.boolean()),
    page: z._default(z.int().check(z.minimum(0)), 0),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(200)), 50),
  }),
  output: z.object({ rows: z.array(notice), total: z.int() }),
  assumes: ['Notifications are kept for 400 days', 'Lists those of events that the user may read'],
})

export const sendTestMail = endpoint({
  ...changes,
  id: 'console.sendTestMail',
  summary: 'Send a test email',
  path: '/api/console.sendTestMail',
  target: ['to'],
  input: z.object({ to: mailbox }),
  output: z.object({}),
  timeoutSeconds: 60,
})

export const sendNoticeAgain = endpoint({
  ...changes,
  id: 'console.sendNoticeAgain',
  summary: 'Resend a failed or unknown notification',
  path: '/api/console.sendNoticeAgain',
  target: ['notice'],
  input: z.object({ notice: id }),
  output: z.object({}),
  assumes: ['Sent with the next check, unless a newer certificate is in use by then'],
})

export const explainNotices = endpoint({
  ...reads,
  id: 'console.explainNotices',
  summary: 'Notifications of one certificate, and what determines whether there are more',
  path: '/api/console.explainNotices',
  input: z.object({
    /** Certificate ID in the inventory. */
    certificate: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  output: z.object({
    /** The most recent notices, newest first. */
    rows: z.array(notice),
    rule,
    look,
    mail,
    webhooks: z.int(),
    muted: z.optional(mute),
  }),
})

export const notifications = {
  readNotifications,
  setNotifications,
  listNotices,
  sendTestMail,
  sendNoticeAgain,
  explainNotices,
}
