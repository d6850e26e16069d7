/** Webhooks: HTTPS endpoints that receive notifications in addition to email. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { own } from '#contract/session.ts'

/** `standard`: signed JSON according to Standard Webhooks. The others are formats of chat services. */
export const webhookForms = ['standard', 'slack', 'teams'] as const
export type WebhookForm = (typeof webhookForms)[number]

export const maxWebhooks = 20

const id = z.int().check(z.minimum(1))
const httpsWords = 'must be an address with https://, without user name and password'
const isHttps = (text: string) => {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}

const webhook = z.object({
  id,
  name: z.string(),
  form: z.enum(webhookForms),
  /** Host and port of its address; the rest of it may be a secret. */
  host: z.string(),
  /** User and time of the last change, epoch milliseconds. */
  by: z.string(),
  changedAt: z.int(),
})
export type Webhook = z.output<typeof webhook>

const reads = { ...own, permission: 'KeyManagement_Read', reads: ['console.notification'] } as const
const changes = { ...own, permission: 'KeyManagement_Admin', changes: ['console.notification'] } as const
const values = {
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(100)),
  form: z.enum(webhookForms),
}
const url = z.string().check(z.trim(), z.maxLength(2000), z.refine(isHttps, httpsWords))

export const listWebhooks = endpoint({
  ...reads,
  id: 'console.listWebhooks',
  summary: 'Webhooks that receive all notifications',
  path: '/api/console.listWebhooks',
  input: z.object({}),
  output: z.object({ rows: z.array(webhook) }),
  assumes: ['Only the host of an address is returned: the rest may be a secret'],
})

export const addWebhook = endpoint({
  ...changes,
  id: 'console.addWebhook',
  summary: 'Add a webhook that receives all notifications',
  path: '/api/console.addWebhook',
  target: ['name'],
  input: z.object({ ...values, url }),
  output: z.object({
    id,
    /** Signing secret for form `standard`; returned only once. */
    secret: z.optional(z.string()),
  }),
  secret: true,
  assumes: [
    `At most ${maxWebhooks} webhooks; no redirect is followed`,
    'Private and loopback addresses only in networks of TRIPTYCH_WEBHOOK_NETWORKS',
  ],
})

export const changeWebhook = endpoint({
  ...changes,
  id: 'console.changeWebhook',
  summary: 'Change the name or address of a webhook',
  path: '/api/console.changeWebhook',
  target: ['webhook', 'name'],
  input: z.object({ webhook: id, name: values.name, url: z.optional(url) }),
  output: z.object({}),
  assumes: ['Without an address, the current one is kept; the secret is always kept'],
})

export const removeWebhook = endpoint({
  ...changes,
  id: 'console.removeWebhook',
  summary: 'Remove a webhook',
  path: '/api/console.removeWebhook',
  target: ['webhook'],
  input: z.object({ webhook: id }),
  output: z.object({}),
})

export const testWebhook = endpoint({
  ...changes,
  id: 'console.testWebhook',
  summary: 'Send a test message to a webhook',
  path: '/api/console.testWebhook',
  target: ['webhook'],
  input: z.object({ webhook: id }),
  output: z.object({}),
  timeoutSeconds: 60,
})

export const webhooks = { listWebhooks, addWebhook, changeWebhook, removeWebhook, testWebhook }
