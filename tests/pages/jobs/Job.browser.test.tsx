import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import {
  listJobItems,
  listJobs,
  pauseJob,
  readJob,
  resumeJob,
  retryJob,
  startJob,
  stopJob,
  type Job as JobView,
} from '#contract/console/jobs.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { currentSession } from '#contract/session.ts'
import * as Job from '#pages/jobs/job/Job.tsx'
import { JobsLink } from '#components/jobs/JobsLink.tsx'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { jobOf } from './job-records.ts'

const operator = {
  state: 'signed-in',
  user: { name: 'operator', authType: 'Local Authentication', permissions: ['MDM_Write'] },
  site: { name: 'main', label: 'Main' },
}
beforeEach(() => {
  queryClient.setQueryData([currentSession.id, {}], operator)
  queryClient.setQueryDefaults([currentSession.id], { staleTime: Number.POSITIVE_INFINITY })
})
afterEach(() => queryClient.clear())

const rows = [
  {
    n: 1,
    subject: 'd1',
    label: 'Till 1',
    detail: 'Ada, C0FFEE',
    outcome: 'failed',
    attempts: 1,
    remark: 'The battery is too low',
    evidence: '1000',
    sentAt: 1,
    changedAt: 2,
  },
]

/** The page of a job below the link of the frame, over what a console answers. */
async function open(
  first: JobView,
  items: readonly (typeof rows)[number][] = rows,
  address = paths.job('12'),
  others: Answers = {},
) {
  const state = { job: first }
  const answer = () => state.job
  const calls = answering({
    [readJob.id]: answer,
    [listJobs.id]: () => ({ rows: [state.job], total: 1, running: 1, paused: 0, held: 0 }),
    [listJobItems.id]: { rows: items, total: items.length },
    [findCertificates.id]: { rows: [], total: 0, ageMs: 0, counts: {}, issued: 'told' },
    [pauseJob.id]: () => (state.job = jobOf({ ...state.job, state: 'paused' })),
    [stopJob.id]: answer,
    [resumeJob.id]: answer,
    [startJob.id]: answer,
    [retryJob.id]: answer,
    ...others,
  })
  const Both = () => (
    <>
      <JobsLink className="" onClick={() => undefined} />
      <Job.Component />
    </>
  )
  const routes = [
    { path: '/jobs/:id', Component: Both },
    { path: '*', Component: () => null },
  ]
  await renderRouter(createMemoryRouter(routes, { initialEntries: [address] }))
  return { state, calls }
}
const asked = (calls: { row: string; body: unknown }[], row: string) =>
  calls.filter((call) => call.row === row).map(({ body }) => body)

test('it says what became of all and of each, and leads to the device and to the audit', async () => {
  await open(jobOf({ counts: { done: 200, failed: 1, accepted: 40, unknown: 2, skipped: 7 } }))
  await expect
    .element(page.getByText(/^250 devices: 200 completed, 1 failed, 40 accepted, 2 unknown, 7 skipped\./))
    .toBeVisible()
  await expect.element(page.getByText('The battery is too low')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Till 1' })).toHaveAttribute('href', paths.deviceCommands('d1'))
  const audit = page.getByRole('link', { name: 'Show in the audit' })
  await expect.element(audit).toHaveAttribute('href', '/audit?search=job%3A+12')
})

test('who approves sees the name that the console knows, and the whole ID as it is sent', async () => {
  const approval = { action: 'wipe', askedAt: Date.UTC(2026, 2, 2), until: Date.UTC(2099, 2, 9) } as const
  const target = 'device_ids: 90071000000000092'
  const named = { ...rows[0], outcome: 'waiting', remark: '', label: 'A test device', names: ['Till 1, Leeds'], target }
  await page.viewport(1280, 800)
  await open(jobOf({ state: 'held', isMine: false, approval, counts: { waiting: 1 } }), [named as never])
  await expect.element(page.getByRole('link', { name: 'Till 1, Leeds' })).toBeVisible()
  expect(page.getByText('A test device').query()).toBeNull()
  const sent = page.getByText(target)
  await expect.element(sent).toBeVisible()
  for (let part: Element | null = sent.element(); part?.matches('td, td *'); part = part.parentElement)
    expect([part.tagName, part.scrollWidth <= part.clientWidth || part.clientWidth === 0]).toEqual([part.tagName, true])
})

test('when the link in the frame sees that a job has changed, the page shows it without a clock of its own', async () => {
  const { state, calls } = await open(jobOf({ counts: { waiting: 200, done: 50 } }))
  await expect.element(page.getByText(/^250 devices: 50 completed, 200 waiting\./)).toBeVisible()
  state.job = jobOf({ counts: { done: 250 }, changedAt: Date.UTC(2026, 2, 2, 9, 5) })
  await expect.element(page.getByText(/^250 devices: 250 completed\./), { timeout: 30_000 }).toBeVisible()
  expect(asked(calls, readJob.id).length).toBeLessThanOrEqual(2)
})

test('a job that ended before the list of unfinished jobs was first read is not shown as running', async () => {
  const running = jobOf({ counts: { waiting: 200, done: 50 } })
  const ended = jobOf({ state: 'ended', counts: { done: 250 }, changedAt: Date.UTC(2026, 2, 2, 9, 5) })
  const { calls, state } = await open(running, rows, paths.job('12'), {
    [listJobs.id]: async () => {
      await expect.element(page.getByText(/^250 devices: 50 completed, 200 waiting\./)).toBeVisible()
      state.job = ended
      return { rows: [], total: 0, running: 0, paused: 0, held: 0 }
    },
  })
  await expect.element(page.getByText(/^250 devices: 250 completed\./)).toBeVisible()
  expect(asked(calls, readJob.id)).toHaveLength(2)
})

test('what got no answer is sent again only after one was told what that may mean', async () => {
  const { calls } = await open(jobOf({ state: 'ended', counts: { done: 248, unknown: 2 } }))
  await page.getByRole('button', { name: 'Resend to 2 devices without a response' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send again to 2 devices?' })
  await expect.element(dialog.getByText(/the request may have been accepted/)).toBeVisible()
  expect(asked(calls, retryJob.id)).toEqual([])
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => asked(calls, retryJob.id)).toEqual([{ job: 12, outcomes: ['unknown'] }])
})

test('a secret that was erased is asked for again', async () => {
  const { calls } = await open(jobOf({ state: 'ended', erased: ['passcode'], counts: { done: 1, failed: 1 } }))
  await page.getByRole('button', { name: 'Retry 1 device that failed' }).click()
  await page.getByLabelText('Passcode', { exact: true }).fill('4711')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect
    .poll(() => asked(calls, retryJob.id))
    .toEqual([{ job: 12, outcomes: ['failed', 'refused'], input: { passcode: '4711' } }])
})

test('a planned job that asks for a reason is started with one, and another without', async () => {
  const planned = jobOf({ state: 'planned', asksReason: true, counts: { waiting: 3 } })
  const { state, calls } = await open(planned)
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Start “${planned.title}”?` })
  await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toHaveFocus()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Moved to other servers')
  state.job = jobOf({ ...planned, asksReason: undefined })
  await dialog.getByRole('button', { name: 'Start', exact: true }).click()
  await expect.poll(() => asked(calls, startJob.id)).toEqual([{ job: 12, reason: 'Moved to other servers' }])
  await expect.element(dialog).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect.poll(() => asked(calls, startJob.id).length).toBe(2)
  expect(asked(calls, startJob.id)[1]).toEqual({ job: 12 })
})

test('somebody else’s job can be stopped, and says why it cannot be resumed', async () => {
  const why = { code: 'SIGNED_OUT', message: 'The sign-in of chief is no longer valid.' }
  const { calls } = await open(jobOf({ state: 'paused', why, by: 'chief', isMine: false, counts: { waiting: 3 } }))
  const main = page.getByRole('heading', { name: 'Scan to 250 devices (Devices)' })
  await expect.element(main).toBeVisible()
  await expect.element(page.getByText(why.message)).toBeVisible()
  const resume = page.getByRole('button', { name: 'Resume' })
  await expect
    .element(resume)
    .toHaveAccessibleDescription('This job runs with the account of chief. Only they can do this.')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect.poll(() => asked(calls, stopJob.id)).toEqual([{ job: 12 }])
})

test('what a discovery said of a certificate is shown before the inventory has it', async () => {
  const [item] = rows
  if (!item) throw new Error('There is no item')
  const remark = 'www.example.com, expired on 2026-01-05, self-signed'
  await open(jobOf({ kind: 'tls-host', counts: { done: 1 } }), [
    { ...item, subject: '192.0.2.1:443', label: '192.0.2.1:443', outcome: 'done', remark },
  ])
  await expect.element(page.getByRole('cell', { name: 'www.example.com', exact: true })).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'Expired', exact: true })).toBeVisible()
})

test('a backup has no page of its own that its row could lead to', async () => {
  const item = { ...rows[0], subject: 'backup', label: 'Backup', outcome: 'done', remark: 'a.backup, 9.1 MiB' }
  await open(jobOf({ kind: 'backup', state: 'ended', counts: { done: 1 } }), [item as (typeof rows)[number]])
  await expect.element(page.getByText('a.backup, 9.1 MiB')).toBeVisible()
  expect(page.getByRole('link', { name: 'Backup', exact: true }).elements()).toEqual([])
})

test('an address that is not that of a job leads to all jobs, and asks for none', async () => {
  const { calls } = await open(jobOf({}), [], '/jobs/twelve')
  await expect.element(page.getByText('Job not found')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'All jobs' })).toHaveAttribute('href', paths.jobs)
  expect(asked(calls, readJob.id)).toEqual([])
})
