import type { ComponentType } from 'react'
import { createMemoryRouter, useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { planJob } from '#contract/console/jobs.ts'
import { createSchedule, previewSchedule } from '#contract/console/schedules.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { countComputerValues, getComputerIndex, queryComputers } from '#contract/fleet/computer-endpoints.ts'
import type { FleetState } from '#contract/fleet/fleet-endpoints.ts'
import { Problem } from '#contract/problem.ts'
import * as AgentPages from '#pages/desktops/agents/Agents.tsx'
import * as ComputerQuery from '#pages/desktops/query/ComputerQuery.tsx'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../../support/answering.ts'
import { renderRouter } from '../../../support/RenderRouter.tsx'
import { signedInWith } from '../../devices/signed-in.ts'
import { jobOf } from '../../jobs/job-records.ts'

const ready: FleetState = { state: 'ready', devices: 40, detailed: 40, old: 0, asOf: Date.now() }
const full = { resource_id: '7', resource_name: 'DESK-7', values: { disk_free: 4.2, installation_status: '29' } }
const patient = { timeout: 20_000 }

beforeEach(() => {
  queryClient.clear()
  signedInWith('SOM_Read', 'SOM_Write', 'Inventory_Read', 'Inventory_Write')
})

const Agents = () => <p>{JSON.stringify(useLocation().state)}</p>

async function open(search: string, answers: Answers = {}, agents: ComponentType = Agents) {
  const calls = answering({
    [getComputerIndex.id]: ready,
    [queryComputers.id]: { rows: [full], total: 1, state: ready },
    [countComputerValues.id]: { values: [], missing: 0, total: 1, state: ready },
    ...answers,
  })
  const router = createMemoryRouter(
    [
      { path: paths.desktopQuery, Component: ComputerQuery.Component },
      { path: paths.desktopAgents, Component: agents },
      { path: '*', element: <p>Another page</p> },
    ],
    { initialEntries: [paths.desktopQuery + search] },
  )
  await renderRouter(router)
  return calls
}

test('computers with little free storage are found and chosen for an action', async () => {
  const calls = await open(`?query=${encodeURIComponent('disk<10%')}`)
  await expect.element(page.getByRole('link', { name: 'DESK-7' }), patient).toHaveAttribute('href', paths.computer('7'))
  await expect.element(page.getByText('Free storage below 10 %')).toBeVisible()
  await expect.element(page.getByText('Failed (29)')).toBeVisible()
  expect(calls.find(({ row }) => row === queryComputers.id)?.body).toMatchObject({ query: 'disk<10%' })
  await page.getByRole('checkbox', { name: /DESK-7/ }).click()
  await page.getByRole('button', { name: 'Install agent …' }).click()
  await expect
    .element(page.getByText('{"step":"check","action":"install","ids":["7"],"query":"disk<10%"}'), patient)
    .toBeVisible()
})

test('all results of a query are chosen without loading them, except those that were deselected', async () => {
  const many = Array.from({ length: 50 }, (_, at) => ({ ...full, resource_id: `${at}`, resource_name: `DESK-${at}` }))
  const calls = await open(`?query=${encodeURIComponent('disk<10%')}`, {
    [queryComputers.id]: { rows: many, total: 9100, state: ready },
  })
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Select all 9,100 that match' }).click()
  await page.getByRole('checkbox', { name: /DESK-7$/ }).click()
  const before = calls.length
  await page.getByRole('button', { name: 'Install agent …' }).click()
  const step = { step: 'check', action: 'install', ids: [], query: 'disk<10%', all: { count: 9099, except: ['7'] } }
  await expect.element(page.getByText(JSON.stringify(step)), patient).toBeVisible()
  expect(calls.slice(before).filter(({ row }) => row === queryComputers.id)).toEqual([])
})

test('a reader selects computers only to export them', async () => {
  signedInWith('SOM_Read', 'Inventory_Read')
  await open(`?query=${encodeURIComponent('disk<10%')}`)
  await expect.element(page.getByRole('link', { name: 'DESK-7' }), patient).toBeVisible()
  await page.getByRole('checkbox', { name: /DESK-7/ }).click()
  await expect.element(page.getByRole('button', { name: 'Export selected' })).toBeVisible()
  expect(page.getByRole('button', { name: /agent …/ }).elements()).toHaveLength(0)
})

test('computers that a query found can be determined by it at each start', async () => {
  const listed = { resource_id: '7', resource_name: 'DESK-7', installation_status: 29, computer_live_status: 1 }
  const calls = await open(
    `?query=${encodeURIComponent('disk<10%')}`,
    {
      [listComputers.id]: { message_response: { computers: [listed], total: 1 } },
      [planJob.id]: jobOf({ state: 'planned' }),
      [previewSchedule.id]: { upcoming: [] },
      [createSchedule.id]: new Problem('FORBIDDEN', 'Not today'),
    },
    AgentPages.Component,
  )
  await page.getByRole('checkbox', { name: /DESK-7/ }).click(patient)
  await page.getByRole('button', { name: 'Install agent …' }).click()
  await page.getByRole('button', { name: 'Schedule…' }).click(patient)
  const dialog = page.getByRole('dialog', { name: 'Schedule job' })
  await expect.element(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Install agent (Query)')
  await expect.element(dialog.getByRole('radio', { name: 'The 1 computer selected' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Computers that match the query at each start' }).click()
  await expect.element(dialog.getByText('disk<10%')).toBeVisible()
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect.element(dialog.getByText('Not today')).toBeVisible()
  const asked = (id: string) => calls.filter(({ row }) => row === id).map(({ body }) => body)
  expect(asked(planJob.id)).toMatchObject([{ items: [{ subject: '7' }] }])
  expect(asked(createSchedule.id)).toMatchObject([{ target: 'queried-computers', query: 'disk<10%' }])
})

test('the removal of agents is scheduled for computers that somebody has seen', async () => {
  const listed = { resource_id: '7', resource_name: 'DESK-7', installation_status: 29, computer_live_status: 1 }
  await open(
    `?query=${encodeURIComponent('disk<10%')}`,
    {
      [listComputers.id]: { message_response: { computers: [listed], total: 1 } },
      [previewSchedule.id]: { upcoming: [] },
    },
    AgentPages.Component,
  )
  await page.getByRole('checkbox', { name: /DESK-7/ }).click(patient)
  await page.getByRole('button', { name: 'Uninstall agent …' }).click()
  await page.getByRole('button', { name: 'Schedule…' }).click(patient)
  const dialog = page.getByRole('dialog', { name: 'Schedule job' })
  await expect.element(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Uninstall agent from 1 computer')
  await expect.element(dialog.getByRole('radio', { name: /query/ })).not.toBeInTheDocument()
})

test('without a credential, the page says what one would add, and claims nothing', async () => {
  await open('', { [getComputerIndex.id]: { state: 'no-credential', devices: 0, detailed: 0, old: 0 } })
  await expect.element(page.getByText('The console has no service credential for this server'), patient).toBeVisible()
  await expect.element(page.getByText(/it indexes every computer in the background/)).toBeVisible()
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument()
})

test('computers whose inventory the server refuses are counted apart, and not as still to come', async () => {
  const state: FleetState = { ...ready, detailed: 37, refused: 3 }
  await open('', { [getComputerIndex.id]: state, [queryComputers.id]: { rows: [full], total: 1, state } })
  await expect.element(page.getByText(/· 3 without inventory details/), patient).toBeVisible()
  await expect.element(page.getByText(/have not been read yet/)).not.toBeInTheDocument()
})
