import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { forgetRefused } from '#components/lists/checked/call-without.ts'
import { listConnections } from '#contract/console/connections.ts'
import { getFilterParameters } from '#contract/desktop/inventory.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { Problem } from '#contract/problem.ts'
import { currentSession } from '#contract/session.ts'
import { desktopRoutes } from '#pages/desktops/desktop-routes.ts'
import { type Answers, answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'

const names = ['delta', 'alpha', 'charlie', 'bravo']
const computers = names.map((name, at) => ({
  resource_id: 100 + at,
  resource_name: name,
  branch_office_name: at % 2 ? 'Oslo' : 'Bergen',
  computer_live_status: 1,
  installation_status: 22,
}))
const list = (total: number, rows: object[] = computers) => ({
  message_response: { total, computers: rows },
  status: 'success',
})
const session = {
  state: 'signed-in',
  user: { name: 'ada', email: '', authType: 'local_authentication', permissions: ['SOM_Read', 'Inventory_Read'] },
  by: 'password',
  site: { name: '', title: '' },
  sites: [],
  demo: true,
}
const connection = {
  name: 'hq',
  service: 'desktop',
  edition: 'on-premises',
  baseUrl: 'https://desktop.example',
  dialect: [],
  credential: 'the person',
}

async function open(search: string, answers: Answers) {
  answering({
    [currentSession.id]: session,
    [listConnections.id]: { embedded: false, connections: [connection] },
    [getFilterParameters.id]: new Problem('COM0001'),
    ...answers,
  })
  await renderRouter(createMemoryRouter([desktopRoutes], { initialEntries: [`/desktops${search}`] }))
}
beforeEach(() => {
  queryClient.clear()
  forgetRefused()
})

const grid = page.getByRole('grid', { name: 'Computers' })
const shown = () =>
  grid
    .getByRole('link')
    .elements()
    .map((link) => link.textContent)
const sorted = () => grid.getByRole('columnheader', { name: 'Name' }).element().getAttribute('aria-sort')

test('what a server ignores is done here where the whole list is known, and it is told', async () => {
  await open('?sort=resource_name&office=Oslo', { [listComputers.id]: list(4) })
  await expect.poll(shown, { timeout: 10_000 }).toEqual(['alpha', 'bravo'])
  expect(sorted()).toBe('ascending')
  await expect
    .element(page.getByText('This server ignores or rejects: the office filter (branchofficefilter), sorting (sort)'))
    .toBeVisible()
  await expect.element(page.getByText('"omits": ["branchofficefilter", "sort"]')).toBeVisible()
})

test('a longer list is not marked as sorted and not counted as filtered', async () => {
  await open('?sort=resource_name&office=Oslo', { [listComputers.id]: list(50_000) })
  await expect.poll(shown, { timeout: 10_000 }).toEqual(names)
  expect(sorted()).toBe('none')
  await expect.element(page.getByText(/rows are not sorted or filtered; they are as sent/)).toBeVisible()
  expect(page.getByText('50,000').elements()).toEqual([])
})

test('a server that refuses an order is asked without it', async () => {
  await open('?sort=-resource_name', {
    [listComputers.id]: ({ sort }) =>
      sort === undefined
        ? list(4)
        : new Problem('REFUSED', 'Unknown parameter sort', { service: 'desktop', status: 400 }),
  })
  await expect.poll(shown, { timeout: 10_000 }).toEqual(names.toSorted().toReversed())
  await expect.element(page.getByText('The whole list was loaded, and sorted in this browser.')).toBeVisible()
})

test('a server that does as asked is asked once, and nothing is told', async () => {
  await open('?sort=resource_name', {
    [listComputers.id]: list(
      50_000,
      computers.toSorted((a, b) => a.resource_name.localeCompare(b.resource_name)),
    ),
  })
  await expect.poll(shown, { timeout: 10_000 }).toEqual(names.toSorted())
  expect(page.getByText(/ignores or rejects/).elements()).toEqual([])
})

const many = Array.from({ length: 120 }, (_, at) => ({ resource_id: at + 1, resource_name: `TILL-${at + 101}` }))
const allAtOnce = { [listComputers.id]: { message_response: { computers: many }, status: 'success' } }
const range = page.getByRole('navigation', { name: 'Pages' })

test('a list that a server always sends whole is shown in pages, each row once', async () => {
  await open('?page=2', allAtOnce)
  await expect.element(range).toMatchTextContent('51–100 of 120')
  await expect.poll(() => shown().at(0)).toBe('TILL-151')
  await expect.element(page.getByText('This server ignores or rejects: the number of rows (pagelimit)')).toBeVisible()
  await expect.element(page.getByText(/was loaded, and divided into pages in this browser\./)).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.element(range).toMatchTextContent('101–120 of 120')
  await expect.poll(shown).toEqual(many.slice(100).map((row) => row.resource_name))
  await expect.element(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
})

test('so is one that can neither be sorted nor filtered, and its rows are not counted as found', async () => {
  await open('?sort=owner&office=Oslo&page=3', allAtOnce)
  await expect.poll(shown).toEqual(many.slice(100).map((row) => row.resource_name))
  await expect.element(range).toMatchTextContent('101–120')
  await expect.element(range).not.toMatchTextContent('of 120')
  await expect.element(page.getByText(/rows are not sorted or filtered; they are as sent/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
})
