import { createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { listJobs } from '#contract/console/jobs.ts'
import { currentSession } from '#contract/session.ts'
import * as Jobs from '#pages/jobs/Jobs.tsx'
import { paths } from '#paths.ts'
import { answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { jobOf } from './job-records.ts'

const message = 'The account of operator is disabled. The job resumes when it is enabled and they sign in again.'

test.each([1280, 390])('the reason of a paused job is readable as a whole at %i pixels', async (width) => {
  await page.viewport(width, 800)
  queryClient.clear()
  queryClient.setQueryData([currentSession.id, {}], {
    state: 'signed-in',
    user: { name: 'operator', authType: 'Local Authentication', permissions: ['MDM_Write'] },
    site: { name: 'main', label: 'Main' },
  })
  queryClient.setQueryDefaults([currentSession.id], { staleTime: Number.POSITIVE_INFINITY })
  const paused = jobOf({ state: 'paused', why: { code: 'SIGNED_OUT', message }, counts: { waiting: 250 } })
  answering({ [listJobs.id]: { rows: [paused], total: 1, running: 0, paused: 1, held: 0 } })
  await renderRouter(createMemoryRouter([{ path: paths.jobs, ...Jobs }], { initialEntries: [paths.jobs] }))
  const reason = page.getByText(message)
  await expect.element(reason).toBeVisible()
  for (let shown: Element | null = reason.element(); shown?.matches('td, td *'); shown = shown.parentElement)
    expect(shown.scrollWidth, shown.tagName).toBeLessThanOrEqual(shown.clientWidth)
})
