import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { change } from '#api/change.ts'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { listConcerns } from '#contract/attention/list-concerns.ts'
import { deleteSchedule } from '#contract/console/schedules.ts'
import { Problem } from '#contract/problem.ts'
import { currentSession, type SignedIn } from '#contract/session.ts'
import { AttentionPanel } from '#pages/overview/AttentionPanel.tsx'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { type Answers, answering } from '../../support/answering.ts'

const session: SignedIn = {
  state: 'signed-in',
  demo: false,
  by: 'password',
  site: { name: 'test', title: 'Test' },
  sites: [{ name: 'test', title: 'Test' }],
  user: { name: 'helpdesk', email: '', authType: 'local_authentication', permissions: ['SOM_Read', 'MDM_Read'] },
}
const nothing = { rows: [], failed: [], waiting: [], limited: [], notReported: [], notAllowed: [] }
const silent = {
  id: 'silent device 1',
  state: '1',
  kind: 'silent',
  urgent: false,
  title: 'Till 1',
  why: 'Enrolled device: no contact for 40 days',
  to: '/devices/1',
}

async function shown(answers: Answers) {
  queryClient.setQueryData(sessionQuery.queryKey, session)
  const calls = answering({ [currentSession.id]: session, ...answers })
  await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <AttentionPanel />
        </MemoryRouter>
      </QueryClientProvider>
    </UiProvider>,
  )
  return calls
}

// Not after it: what is still drawn would ask again.
beforeEach(() => queryClient.clear())

test('shows what the console has found, with one request', async () => {
  const calls = await shown({ [listConcerns.id]: { ...nothing, rows: [silent] } })
  await expect.element(page.getByRole('link', { name: 'Till 1' })).toHaveAttribute('href', '/devices/1')
  await expect.element(page.getByText('Enrolled device: no contact for 40 days')).toBeVisible()
  expect(calls.map(({ row }) => row).filter((row) => row !== currentSession.id)).toEqual([listConcerns.id])
})

test('a server that is away is one complaint, whatever it was asked, and is asked again', async () => {
  let isAway = true
  const failed = [{ whats: ['silent desktops', 'desktops without an agent'], message: 'The server cannot be reached' }]
  await shown({ [listConcerns.id]: () => (isAway ? { ...nothing, failed } : nothing) })
  await expect.element(page.getByText('Unknown: silent desktops, desktops without an agent')).toBeVisible()
  await expect.element(page.getByText('The server cannot be reached')).toBeVisible()
  isAway = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Nothing needs attention right now.')).toBeVisible()
})

test('a console that cannot tell says so, and not that all is well', async () => {
  await shown({ [listConcerns.id]: new Problem('FAILED', 'The console failed') })
  await expect.element(page.getByText('Unknown: everything that can need attention')).toBeVisible()
  expect(page.getByText('Nothing needs attention right now.').elements()).toEqual([])
  expect(page.getByText(/There may be more/).elements()).toEqual([])
})

test('what is known is shown while a server has not answered, which is named and asked again', async () => {
  const waiting = ['silent desktops', 'desktops without an agent']
  const answers = [{ ...nothing, rows: [silent], waiting }]
  await shown({ [listConcerns.id]: () => answers.shift() ?? { ...nothing, rows: [silent] } })
  await expect.element(page.getByText('Till 1')).toBeVisible()
  const stillLoading = page.getByText(/Still loading: silent desktops, desktops without an agent\. /)
  await expect.element(stillLoading).toBeVisible()
  await expect.element(stillLoading).not.toBeInTheDocument()
})

test('nothing is called complete while a server has not answered', async () => {
  await shown({ [listConcerns.id]: { ...nothing, waiting: ['silent desktops'] } })
  await expect.element(page.getByText('No problems in the sources that could be checked.')).toBeVisible()
})

test('what servers do not report and what is not allowed is named', async () => {
  const notReported = ['silent devices', 'silent desktops']
  await shown({
    [listConcerns.id]: {
      ...nothing,
      limited: ['desktops without an agent'],
      notReported,
      notAllowed: ['certificates'],
    },
  })
  await expect
    .element(
      page.getByText(
        /^There may be more: desktops without an agent\. Not reported by the servers: silent devices, silent desktops\. No permission to view: certificates\.$/,
      ),
    )
    .toBeVisible()
  await expect.element(page.getByText('No problems in the sources that could be checked.')).toBeVisible()
})

test('a change does not wait for it, and what needs attention follows', async () => {
  const answers = [{ ...nothing, rows: [silent] }]
  let answerLate: (() => void) | undefined
  await shown({
    [deleteSchedule.id]: {},
    [listConcerns.id]: () =>
      answers.shift() ?? new Promise<typeof nothing>((resolve) => (answerLate = () => resolve(nothing))),
  })
  await expect.element(page.getByText('Till 1')).toBeVisible()
  await change(deleteSchedule, { schedule: 1 })
  await expect.poll(() => answerLate).toBeDefined()
  answerLate?.()
  await expect.element(page.getByText('Nothing needs attention right now.')).toBeVisible()
})
