import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { onLateFailure } from '#api/change.ts'
import { queryClient } from '#api/client.ts'
import { maxRead } from '#components/bulk/plan.ts'
import { listConnections } from '#contract/console/connections.ts'
import { planJob, planning, readJob, startJob } from '#contract/console/jobs.ts'
import { planAgentAction } from '#contract/console/plans/selection-plans.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { Problem } from '#contract/problem.ts'
import type { AgentStep } from '#pages/desktops/agents/agent-plan.ts'
import { desktopRoutes } from '#pages/desktops/desktop-routes.ts'
import { paths } from '#paths.ts'
import { answering } from '../../../support/answering.ts'
import { renderRouter } from '../../../support/RenderRouter.tsx'
import { signedInWith } from '../../devices/signed-in.ts'
import { jobOf } from '../../jobs/job-records.ts'

const computers = [{ resource_id: 7, resource_name: 'alpha', installation_status: 22, computer_live_status: 1 }]

beforeEach(() => {
  queryClient.clear()
  signedInWith('SOM_Read', 'SOM_Write', 'Inventory_Read', 'Inventory_Write')
})

test('a scan that cannot be started is reported after its page was left', async () => {
  const report = vi.fn()
  const end = onLateFailure(report)
  const { promise: failure, resolve: answer } = Promise.withResolvers<Problem>()
  answering({
    [listConnections.id]: { embedded: true, connections: [] },
    [listComputers.id]: { message_response: { total: 1, computers }, status: 'success' },
    [planJob.id]: () => failure,
  })
  const state: AgentStep = { step: 'check', action: 'scan', ids: ['7'] }
  await renderRouter(
    createMemoryRouter([desktopRoutes], { initialEntries: [{ pathname: paths.desktopAgents, state }] }),
  )
  await page.getByRole('button', { name: 'Scan 1 computer' }).click()
  await cleanup()
  answer(new Problem('TIMEOUT', undefined, { service: 'console' }))
  await expect.poll(() => report.mock.calls).toMatchObject([[{ code: 'TIMEOUT', endpoint: { id: planJob.id } }]])
  end()
})

const ids = Array.from({ length: maxRead + 1 }, (_, at) => `${at + 1}`)
const planned = (action: AgentStep['action']) => {
  let isPlanned = false
  const agents = { endpoint: `desktop.${action}Agents`, kind: 'computer', state: 'planned' } as const
  const why = { code: planning, message: 'The console reads the status of the computers.' }
  const calls = answering({
    [listConnections.id]: { embedded: true, connections: [] },
    [listComputers.id]: { message_response: { total: 1, computers }, status: 'success' },
    [planAgentAction.id]: jobOf({ ...agents, why }),
    [readJob.id]: () => jobOf(isPlanned ? { ...agents, counts: { waiting: 480, skipped: 21 } } : { ...agents, why }),
    [startJob.id]: jobOf({ ...agents, state: 'running' }),
  })
  const asked = (id: string) => calls.filter((call) => call.row === id).map(({ body }) => body)
  return { asked, complete: () => (isPlanned = true) }
}
const open = async (step: Omit<AgentStep, 'step'>) => {
  const started = { path: paths.job('12'), element: 'The page of job 12' }
  const state: AgentStep = { step: 'check', ...step }
  await renderRouter(
    createMemoryRouter([desktopRoutes, started], { initialEntries: [{ pathname: paths.desktopAgents, state }] }),
  )
}
const press = (name: string) => page.getByRole('button', { name }).click()

test('more computers than a page reads are checked by the console, by one request', async () => {
  const { asked, complete } = planned('install')
  await open({ action: 'install', ids })
  await press('Check 501 computers')
  await expect.element(page.getByText(/The console reads the status/)).toBeVisible()
  complete()
  await press('Install on 480 computers')
  await expect.element(page.getByText('The page of job 12')).toBeVisible()
  expect(asked(planAgentAction.id)).toEqual([{ action: 'install', title: 'Install agent on 501 computers', ids }])
  expect(asked(startJob.id)).toEqual([{ job: 12 }])
  expect(asked(listComputers.id).filter(({ residfilter }) => residfilter !== undefined)).toEqual([])
})

test('all computers of a query are planned by it, except those that were deselected', async () => {
  const { asked, complete } = planned('install')
  await open({ action: 'install', ids: [], query: 'disk<10%', all: { count: 9099, except: ['7'] } })
  complete()
  await press('Check 9,099 computers')
  await press('Install on 480 computers')
  await expect.element(page.getByText('The page of job 12')).toBeVisible()
  expect(asked(planAgentAction.id)).toEqual([
    { action: 'install', title: 'Install agent on 9,099 computers', query: 'disk<10%', except: ['7'] },
  ])
})

test('all computers of a list are planned by its filters', async () => {
  const { asked, complete } = planned('install')
  const filter = { installstatusfilter: ['23'] }
  await open({ action: 'install', ids: [], filter, all: { count: 9099, except: ['7'] } })
  complete()
  await press('Check 9,099 computers')
  await press('Install on 480 computers')
  await expect.element(page.getByText('The page of job 12')).toBeVisible()
  expect(asked(planAgentAction.id)).toEqual([
    {
      action: 'install',
      title: 'Install agent on 9,099 computers',
      filter: { installstatusfilter: '23' },
      except: ['7'],
    },
  ])
  expect(asked(listComputers.id).filter(({ residfilter }) => residfilter !== undefined)).toEqual([])
})

test('of many computers agents are uninstalled only after their number is typed', async () => {
  const { complete } = planned('uninstall')
  await open({ action: 'uninstall', ids })
  await expect.element(page.getByText(/do not report inventory or accept commands/)).toBeVisible()
  complete()
  await press('Check 501 computers')
  const start = page.getByRole('button', { name: 'Uninstall from 480 computers' })
  await expect.element(start).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('textbox', { name: 'Type “480 computers” to confirm' }).fill('480 computers')
  await expect.element(start).not.toHaveAttribute('aria-disabled')
})
