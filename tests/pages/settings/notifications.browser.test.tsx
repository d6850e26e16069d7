import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import {
  listNotices,
  type Notice,
  readNotifications,
  sendNoticeAgain,
  sendTestMail,
  setNotifications,
} from '#contract/console/notifications.ts'
import { eventOf } from '#contract/console/notice-events.ts'
import { listNoticeRules, type NoticeRule, saveNoticeRule } from '#contract/console/notice-rules.ts'
import { addWebhook, changeWebhook, listWebhooks, testWebhook, type Webhook } from '#contract/console/webhooks.ts'
import type { Output } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'
import type { SignedIn } from '#contract/session.ts'
import { Component as Notifications } from '#pages/settings/notifications/Notifications.tsx'
import { paths } from '#paths.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { type Answers, answering } from '../../support/answering.ts'

const session: SignedIn = {
  state: 'signed-in',
  demo: false,
  by: 'password',
  site: { name: 'test', title: 'Test' },
  sites: [{ name: 'test', title: 'Test' }],
  user: { name: 'anna', email: '', authType: '', permissions: ['KeyManagement_Admin'] },
}
const at = Date.now()
const state: Output<typeof readNotifications> = {
  rule: { isOn: true, days: [90, 30, 7], recipients: ['desk@example.com'], by: 'Ada', changedAt: at },
  mail: 'none',
  look: { state: 'no-credential', message: '', at, expiring: 0 },
}
const notice: Notice = {
  id: 4,
  event: 'certificate',
  about: 'shop.example.com',
  text: '',
  page: '',
  certificateId: '17',
  expiresAt: at + 6 * 86_400_000,
  days: 7,
  recipient: 'owner@example.com',
  state: 'failed',
  why: 'The mail server refused the mail (550 to RCPT).',
  attempts: 1,
  createdAt: at,
  changedAt: at,
}

const ready: NoticeRule = {
  event: 'approval',
  isOn: false,
  filter: '',
  days: [],
  recipients: [],
  webhooks: [],
  delivery: 'at-once',
  by: '',
  look: { state: 'never', message: '', found: 0 },
}
const webhook: Webhook = { id: 2, name: 'Desk', form: 'slack', host: 'hooks.example.com', by: 'Ada', changedAt: at }
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

async function open(permissions = session.user.permissions, answers: Answers = {}) {
  const calls = answering({
    [readNotifications.id]: state,
    [listNotices.id]: { rows: [notice, { ...notice, id: 3, days: 30, state: 'sent', why: '' }], total: 2 },
    [setNotifications.id]: {},
    [listNoticeRules.id]: { rows: [ready] },
    [saveNoticeRule.id]: { rule: 1 },
    [sendTestMail.id]: {},
    [sendNoticeAgain.id]: {},
    [listWebhooks.id]: { rows: [webhook] },
    [addWebhook.id]: { id: 3, secret },
    [changeWebhook.id]: {},
    [testWebhook.id]: {},
    ...answers,
  })
  queryClient.clear()
  const mine: SignedIn = { ...session, user: { ...session.user, permissions } }
  queryClient.setQueryData(sessionQuery.queryKey, mine)
  const router = createMemoryRouter([{ path: paths.notifications, element: <Notifications /> }], {
    initialEntries: [paths.notifications],
  })
  await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiProvider>,
  )
  return calls
}

test('what is missing is said with what to set, and each notice has its state', async () => {
  await open()
  await expect.element(page.getByText('No mail server is configured')).toBeVisible()
  await expect.element(page.getByText('The console has no API key of key management')).toBeVisible()
  await expect.element(page.getByText('The mail server refused the mail (550 to RCPT).')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'shop.example.com' }).first())
    .toHaveAttribute('href', paths.certificate('17'))
  await expect.element(page.getByText(/^“Sent” means accepted by the mail server or webhook/)).toBeVisible()
})

test('a rule keeps its webhooks while they cannot be read, and they can be chosen once they can', async () => {
  let webhooks: Problem | { rows: Webhook[] } = new Problem('INTERNAL', 'The database is busy', { service: 'console' })
  const calls = await open(['KeyManagement_Admin', 'Common_Admin'], {
    [listNoticeRules.id]: { rows: [{ ...ready, id: 5, webhooks: [2] }] },
    [listWebhooks.id]: () => webhooks,
  })
  const saved = () => calls.filter(({ row }) => row === saveNoticeRule.id).map(({ body }) => body)
  const openRule = () => page.getByRole('button', { name: `Edit ${eventOf('approval').label}` }).click()
  const dialog = page.getByRole('dialog')
  await openRule()
  await expect.element(dialog.getByText('The database is busy')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(saved).toMatchObject([{ rule: 5, webhooks: [2] }])
  await expect.element(dialog).not.toBeInTheDocument()

  await openRule()
  await expect.element(dialog.getByText('The database is busy')).toBeVisible() // read anew, and failed again
  webhooks = { rows: [webhook] }
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByRole('checkbox', { name: 'Desk' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(saved).toMatchObject([{ webhooks: [2] }, { rule: 5, webhooks: [] }])
})

test('failed and unknown notices are shown alone', async () => {
  const calls = await open()
  await page.getByRole('radio', { name: 'Failed or unknown' }).click()
  await expect
    .poll(() => calls.some(({ row, body }) => row === listNotices.id && body.isUndelivered === true))
    .toBe(true)
})

test('days and recipients are typed as lists, and what is wrong stands at its field', async () => {
  const calls = await open()
  await page.getByRole('button', { name: 'Edit rule' }).click()
  await page.getByRole('textbox', { name: 'Days before expiry' }).fill('30, soon')
  await page.getByRole('textbox', { name: 'Recipients' }).fill('desk@example.com\nnobody')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('must be whole numbers of days from 1 to 3650')).toBeVisible()
  await expect.element(page.getByText('must be an email address, as keys@example.com')).toBeVisible()
  await page.getByRole('textbox', { name: 'Days before expiry' }).fill('60, 5')
  await page.getByRole('textbox', { name: 'Recipients' }).fill('desk@example.com\nkeys@example.com')
  await page.getByRole('checkbox', { name: 'Send notifications' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  const sent = { isOn: false, days: [60, 5], recipients: ['desk@example.com', 'keys@example.com'] }
  await expect.poll(() => calls.filter(({ row }) => row === setNotifications.id)).toMatchObject([{ body: sent }])
})

test('a failed notice is sent again by a press', async () => {
  const calls = await open()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await expect
    .poll(() => calls.filter(({ row }) => row === sendNoticeAgain.id))
    .toMatchObject([{ body: { notice: 4 } }])
})

test('whoever may only read is offered nothing', async () => {
  await open(['KeyManagement_Read'])
  await expect.element(page.getByText('The mail server refused the mail (550 to RCPT).')).toBeVisible()
  await expect.element(page.getByText('hooks.example.com')).toBeVisible()
  const buttons = page.getByRole('button', { name: /Edit|Send test email|Send again|Add webhook|Test|Remove/ })
  expect(buttons.elements()).toEqual([])
})

test('a webhook is added with an https address, and its secret is shown once', async () => {
  const calls = await open()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name' }).fill('Pager')
  await form.getByRole('textbox', { name: 'Address' }).fill('http://hooks.example.com/x')
  await form.getByRole('button', { name: 'Add' }).click()
  await expect.element(page.getByText('must be an address with https://, without user name and password')).toBeVisible()
  await form.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example.com/x')
  await form.getByRole('button', { name: 'Add' }).click()
  await expect.element(page.getByText('Shown only once')).toBeVisible()
  await page.getByRole('button', { name: 'Show secret' }).click()
  await expect.element(page.getByText(secret)).toBeVisible()
  const sent = { name: 'Pager', form: 'standard', url: 'https://hooks.example.com/x' }
  expect(calls.filter(({ row }) => row === addWebhook.id)).toMatchObject([{ body: sent }])
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await expect.element(page.getByText(secret)).not.toBeInTheDocument()
})

test('a webhook is tested and renamed; its address stays where none is typed', async () => {
  const calls = await open()
  await page.getByRole('button', { name: 'Test Desk' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect.element(page.getByText('Test message sent to Desk')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Desk' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Night desk')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => calls.filter(({ row }) => row === changeWebhook.id).map(({ body }) => body))
    .toEqual([{ webhook: 2, name: 'Night desk' }])
})

test('a rule that stands ready is turned on, and another one is added with its days and webhooks', async () => {
  const calls = await open(['KeyManagement_Admin', 'Common_Admin'])
  const saved = () => calls.filter(({ row }) => row === saveNoticeRule.id).map(({ body }) => body)
  await page.getByRole('button', { name: 'Edit An approval is pending' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('checkbox', { name: 'Send notifications' }).click()
  await form.getByRole('textbox', { name: 'Recipients' }).fill('admins@example.com')
  await form.getByRole('button', { name: 'Save' }).click()
  const common = { isOn: true, filter: '' }
  const first = {
    ...common,
    event: 'approval',
    days: [],
    recipients: ['admins@example.com'],
    webhooks: [],
    delivery: 'at-once',
  }
  await expect.poll(saved, { timeout: 20_000 }).toEqual([first])
  await expect.element(form).not.toBeInTheDocument()

  await page.getByRole('button', { name: 'New rule' }).click()
  await form.getByRole('combobox', { name: 'Event' }).selectOptions('device-silent')
  await form.getByRole('textbox', { name: 'Days without contact' }).fill('30, 60')
  await form.getByRole('checkbox', { name: 'Desk' }).click()
  await form.getByRole('combobox', { name: 'Delivery' }).selectOptions('daily')
  await form.getByRole('button', { name: 'Save' }).click()
  const second = { ...common, event: 'device-silent', days: [30, 60], recipients: [], webhooks: [2], delivery: 'daily' }
  await expect.poll(saved, { timeout: 20_000 }).toEqual([first, second])
})
