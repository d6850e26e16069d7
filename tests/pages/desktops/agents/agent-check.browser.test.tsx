import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { onLateFailure } from '#api/change.ts'
import { queryClient } from '#api/client.ts'
import { listConnections } from '#contract/console/connections.ts'
import { planJob } from '#contract/console/jobs.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { Problem } from '#contract/problem.ts'
import type { AgentStep } from '#pages/desktops/agents/agent-plan.ts'
import { desktopRoutes } from '#pages/desktops/desktop-routes.ts'
import { paths } from '#paths.ts'
import { answering } from '../../../support/answering.ts'
import { renderRouter } from '../../../support/RenderRouter.tsx'
import { signedInWith } from '../../devices/signed-in.ts'

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
