import { expect, test } from 'vitest'
import type { explainNotices, Notice } from '#contract/console/notifications.ts'
import type { Output } from '#contract/endpoint.ts'
import { noticeReason } from '#pages/certificates/certificate/notice-reason.ts'

type Told = Output<typeof explainNotices>
const dayMs = 86_400_000
const now = Date.UTC(2026, 10, 23)
const notice = { id: 1, days: 30, recipient: 'a@example.com', state: 'sent' } as Notice
const told: Told = {
  rows: [],
  rule: { isOn: true, days: [30, 7], recipients: ['desk@example.com'], by: 'Ada' },
  look: { state: 'done', message: '', at: now - 60_000, expiring: 0 },
  mail: 'smtp',
  webhooks: 0,
}
const reason = (change: Partial<Told>, inDays = 20, email = '') =>
  noticeReason({ ...told, ...change }, { expiresAt: now + inDays * dayMs, email }, now)
const noRecipient = { ...told.rule, recipients: [] }

test.each<[string, string, RegExp]>([
  ['the rule is off', reason({ rule: { ...told.rule, isOn: false } }), /the rule .* is off/],
  ['the console has no key', reason({ look: { ...told.look, state: 'no-credential' } }), /no API key/],
  ['somebody muted it', reason({ muted: { by: 'Eve', at: now } }), /muted by Eve since .*2026/],
  ['there is no key management', reason({ look: { ...told.look, state: 'no-server' } }), /no key management/],
  [
    'the check failed',
    reason({ look: { ...told.look, state: 'failed', message: 'Away.' } }),
    /could not be checked: Away/,
  ],
  ['nobody is to be told', reason({ rule: noRecipient }), /no recipients and no webhooks/],
  ['mail has no way out', reason({ mail: 'none' }), /no mail server/],
  ['it has expired', reason({}, -1), /has expired/],
  ['no step has come', reason({}, 60), /The first notification is due on .*2026.*, 30 days before/],
  ['a successor is in use', reason({}), /No notification was needed .* newer certificate is in use.* 7 days before/],
  ['one was sent, and another comes', reason({ rows: [notice] }), /The next notification is due on .* 7 days before/],
  ['all were sent', reason({ rows: [notice] }, 3), /last step/],
  ['its owner is told', reason({ rule: noRecipient, rows: [notice] }, 20, 'owner@example.com'), /next notification/],
  [
    'a webhook is told without mail',
    reason({ rule: noRecipient, mail: 'none', webhooks: 1 }, 60),
    /first notification/,
  ],
])('why there is a notice or none: %s', (_, text, words) => {
  expect(text).toMatch(words)
})

test('where the service does not tell when it expires, that is said', () => {
  expect(noticeReason(told, { expiresAt: undefined, email: '' }, now)).toMatch(/does not report when it expires/)
})
