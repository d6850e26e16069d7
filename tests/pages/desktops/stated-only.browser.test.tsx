// Desktop management that has what the reference states, and nothing else; its rows say little.
import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { forgetRefused } from '#components/lists/checked/call-without.ts'
import { listConnections } from '#contract/console/connections.ts'
import { desktop } from '#contract/desktop/operations.ts'
import { listSoftware } from '#contract/desktop/software.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { originOf } from '#contract/origin.ts'
import { Problem } from '#contract/problem.ts'
import type { AgentStep } from '#pages/desktops/agents/agent-plan.ts'
import { desktopRoutes } from '#pages/desktops/desktop-routes.ts'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { signedInWith } from '../devices/signed-in.ts'

const names = ['alpha', 'bravo', 'charlie', 'delta']
const computers = names.map((resource_name, at) => ({ resource_id: 100 + at, resource_name, os_name: 'Plain OS' }))
const list = (name: string, rows: readonly object[], total = rows.length) => ({
  message_response: { total, [name]: rows },
  status: 'success',
})
const absent = () => new Problem('10022', undefined, { service: 'desktop', status: 404 })

/** `total`: how long the list says that it is. */
async function open(
  address: string | { pathname: string; state: AgentStep },
  total = computers.length,
  more: Answers = {},
) {
  const others = Object.values<Endpoint>(desktop)
    .filter((endpoint) => originOf(endpoint) !== 'stated')
    .map((endpoint) => [endpoint.id, absent()] as const)
  const answers: Answers = {
    ...Object.fromEntries(others),
    [listComputers.id]: list('computers', computers, total),
    [listSoftware.id]: list('software', [{ software_id: 7, software_name: 'Writer' }]),
    [listConnections.id]: { embedded: false, connections: [] },
    ...more,
  }
  const calls = answering(answers)
  await renderRouter(createMemoryRouter([desktopRoutes], { initialEntries: [address] }))
  return calls
}
beforeEach(() => {
  queryClient.clear()
  forgetRefused()
  signedInWith('SOM_Read', 'SOM_Write', 'Inventory_Read', 'Inventory_Write')
})
const nothingFails = () => expect(page.getByRole('alert').elements()).toEqual([])

test('a computer opens from what the list says of it, and no scan is called missing', async () => {
  await open(paths.computer('102'))
  await expect.element(page.getByRole('heading', { level: 1, name: 'charlie' })).toBeVisible()
  await expect.element(page.getByText(/^Not offered by this server: Computer details/)).toBeVisible()
  await expect.element(page.getByText('Plain OS').first()).toBeVisible()
  expect(page.getByText(/No hardware, disk or software inventory yet/).elements()).toEqual([])
  nothingFails()
})

test('what is installed on it is not told, and not called none', async () => {
  await open(paths.computerSoftware('102'))
  await expect.element(page.getByText(/^Not offered by this server: .*installed/i)).toBeVisible()
  expect(page.getByText('No software found yet').elements()).toEqual([])
  nothingFails()
})

test('a computer that is not in the list is not called removed', async () => {
  await open(paths.computer('999'))
  await expect.element(page.getByRole('alert')).toMatchTextContent('Its list has no entry with this ID')
  expect(document.body.textContent).not.toContain('may have been removed')
})

test('a computer that is not in the loaded part of a long list is not called missing from the list', async () => {
  await open(paths.computer('999'), 50_000)
  await expect.element(page.getByRole('alert')).toMatchTextContent('Its list is too long to search')
  expect(document.body.textContent).not.toContain('may have been removed')
})

test('a computer of a server without a list of computers is not offered either', async () => {
  await open(paths.computer('102'), computers.length, { [listComputers.id]: absent() })
  await expect.element(page.getByText(/^Not offered by this server: Computer details/)).toBeVisible()
  nothingFails()
})

test.each([
  [paths.desktopSummary, 3],
  [paths.desktopHardware, 1],
  [paths.desktopProhibited, 1],
  [paths.desktopLicenses, 1],
  [paths.desktopAgents, 1],
])('%s says what is not offered, without an error or a zero', async (address, times) => {
  await open(address)
  await expect.poll(() => page.getByText(/^Not offered by this server: /).elements().length).toBe(times)
  expect(page.getByText(/^(0|No .* yet)$/).elements()).toEqual([])
  nothingFails()
})

test('chosen computers of a long list that its server does not filter are not called gone', async () => {
  const state: AgentStep = { step: 'check', action: 'install', ids: ['102', '9999'] }
  await open({ pathname: paths.desktopAgents, state }, 50_000)
  await expect.element(page.getByText('This server does not report the status of 1 computer')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Install on 2 computers' })).toBeVisible()
  expect(page.getByText(/no longer lists/).elements()).toEqual([])
})

test('rows that say no status show whether the server filters by it', async () => {
  await open(`${paths.desktops}?live=2&sort=-agent_last_contact_time`)
  await expect
    .element(
      page.getByText('This server ignores or rejects: the live status filter (livestatusfilter), sorting (sort)'),
    )
    .toBeVisible()
  await expect.element(page.getByText(/lacks the required fields/)).toBeVisible()
})
