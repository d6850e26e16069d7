import { createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { type Job, listJobs } from '#contract/console/jobs.ts'
import { currentSession } from '#contract/session.ts'
import * as Jobs from '#pages/jobs/Jobs.tsx'
import { paths } from '#paths.ts'
import { answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { jobOf } from './job-records.ts'

const message = 'The account of operator is disabled. The job resumes when it is enabled and they sign in again.'

async function open(rows: Job[]) {
  queryClient.clear()
  queryClient.setQueryData([currentSession.id, {}], {
    state: 'signed-in',
    user: { name: 'operator', authType: 'Local Authentication', permissions: ['MDM_Write'] },
    site: { name: 'main', label: 'Main' },
  })
  queryClient.setQueryDefaults([currentSession.id], { staleTime: Number.POSITIVE_INFINITY })
  answering({ [listJobs.id]: { rows, total: rows.length, running: 0, paused: 1, held: 0 } })
  await renderRouter(createMemoryRouter([{ path: paths.jobs, ...Jobs }], { initialEntries: [paths.jobs] }))
}

test.each([1280, 390])('the reason of a paused job is readable as a whole at %i pixels', async (width) => {
  await page.viewport(width, 800)
  await open([jobOf({ state: 'paused', why: { code: 'SIGNED_OUT', message }, counts: { waiting: 250 } })])
  const reason = page.getByText(message)
  await expect.element(reason).toBeVisible()
  for (let shown: Element | null = reason.element(); shown?.matches('td, td *'); shown = shown.parentElement)
    expect(shown.scrollWidth, shown.tagName).toBeLessThanOrEqual(shown.clientWidth)
})

test('addresses without a certificate are results of a discovery, and refused commands are failures', async () => {
  await page.viewport(1280, 800)
  const counts = { done: 3, failed: 251, unknown: 1 }
  await open([
    jobOf({ state: 'ended', title: 'Discovery', kind: 'tls-host', counts }),
    jobOf({ id: 13, state: 'ended', title: 'Lock', counts: { ...counts, refused: 2 } }),
  ])
  await expect.element(page.getByRole('row', { name: /^Discovery Ended.* 254 of 255 0 1 operator/ })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /^Lock Ended.* 3 of 257 253 1 operator/ })).toBeVisible()
})
