import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { approveJob, refuseJob } from '#contract/console/approvals.ts'
import { listJobs } from '#contract/console/jobs.ts'
import { currentSession } from '#contract/session.ts'
import * as Approvals from '#pages/jobs/approvals/Approvals.tsx'
import { paths } from '#paths.ts'
import { answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { jobOf } from './job-records.ts'

const admin = {
  state: 'signed-in',
  user: { name: 'second', authType: 'Local Authentication', permissions: ['MDM_Admin'] },
  site: { name: 'main', label: 'Main' },
}
beforeEach(() => {
  queryClient.clear()
  queryClient.setQueryData([currentSession.id, {}], admin)
  queryClient.setQueryDefaults([currentSession.id], { staleTime: Number.POSITIVE_INFINITY })
})
afterEach(() => queryClient.clear())

const held = jobOf({
  title: 'Nothing to see here',
  state: 'held',
  by: 'first',
  isMine: false,
  reason: 'Stolen from the warehouse',
  counts: { waiting: 30 },
  names: ['Till 1, Leeds', 'Till 2, Leeds', 'Amara Okafor’s phone'],
  approval: { action: 'wipe', askedAt: Date.UTC(2026, 2, 2), until: Date.UTC(2099, 2, 9) },
})

async function open(rows: readonly object[]) {
  const calls = answering({
    [listJobs.id]: ({ state }) => {
      const found = state === 'held' ? rows : []
      return { rows: found, total: found.length, running: 0, paused: 0, held: found.length }
    },
    [approveJob.id]: held,
    [refuseJob.id]: held,
  })
  const routes = [
    { path: paths.approvals, Component: Approvals.Component },
    { path: '*', Component: () => null },
  ]
  await renderRouter(createMemoryRouter(routes, { initialEntries: [paths.approvals] }))
  return (row: string) => calls.filter((call) => call.row === row).map(({ body }) => body)
}

test('whoever decides sees the action in the words of the console, and approves or refuses it by name', async () => {
  const asked = await open([held])
  await expect.element(page.getByRole('link', { name: 'Wipe devices' })).toBeVisible()
  await expect.element(page.getByText('30 devices')).toBeVisible()
  const whom = 'Till 1, Leeds, Till 2, Leeds, Amara Okafor’s phone and 27 more'
  await expect.element(page.getByText(whom)).toBeVisible()
  expect(page.getByText('Nothing to see here').query()).toBeNull()
  await page.getByRole('button', { name: 'Approve job 12' }).click()
  const approving = page.getByRole('dialog', { name: 'Wipe devices: 30 devices?' })
  await expect.element(approving.getByText('first requested this: “Stolen from the warehouse”')).toBeVisible()
  await expect.element(approving.getByText(whom)).toBeVisible()
  await approving.getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => asked(approveJob.id), { timeout: 20_000 }).toEqual([{ job: 12, by: 'first' }])

  await page.getByRole('button', { name: 'Refuse job 12' }).click()
  const refusing = page.getByRole('dialog', { name: 'Refuse “Wipe devices” of first?' })
  await refusing.getByRole('textbox').fill('Ask the owner first')
  await refusing.getByRole('button', { name: 'Refuse' }).click()
  await expect
    .poll(() => asked(refuseJob.id), { timeout: 20_000 })
    .toEqual([{ job: 12, by: 'first', note: 'Ask the owner first' }])
})

test('whoever asked can only cancel it', async () => {
  await open([{ ...held, isMine: true }])
  await expect.element(page.getByRole('button', { name: 'Cancel job 12' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Approve job 12' }).query()).toBeNull()
})

test('an empty page says what waits here', async () => {
  await open([])
  await expect.element(page.getByText('No pending approvals')).toBeVisible()
})

test.each(['', 'INC-40117'])(
  'a long reason is readable as a whole at 1280 pixels, with ticket “%s”',
  async (ticket) => {
    await page.viewport(1280, 800)
    const reason =
      'Stolen from the warehouse together with its charging station, as the night watch has reported to the police'
    await open([{ ...held, reason, ticket }])
    const shown = page.getByText(reason)
    await expect.element(shown).toBeVisible()
    for (let part: Element | null = shown.element(); part?.matches('td, td *'); part = part.parentElement)
      expect(part.scrollWidth, part.tagName).toBeLessThanOrEqual(part.clientWidth)
  },
)
