import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { listConnections } from '#contract/console/connections.ts'
import { getFilterParameters } from '#contract/desktop/inventory.ts'
import { listSoftware } from '#contract/desktop/software.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { Problem } from '#contract/problem.ts'
import { desktopRoutes } from '#pages/desktops/desktop-routes.ts'
import { type Answers, answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { signedInWith } from '../devices/signed-in.ts'

const computer = { resource_id: 7, resource_name: 'alpha', branch_office_name: 'Oslo' }
const envelope = (content: object) => ({ message_response: content, status: 'success' })
const options = envelope({ filterparams: { domains: [{ name: 'NORTH' }], branch_offices: [{ name: 'Oslo' }] } })

async function open(address: string, answers: Answers) {
  answering({
    [listConnections.id]: { embedded: false, connections: [] },
    [listComputers.id]: envelope({ total: 1, computers: [computer] }),
    [listSoftware.id]: envelope({ total: 1, software: [{ software_id: 7, software_name: 'Writer' }] }),
    ...answers,
  })
  await renderRouter(createMemoryRouter([desktopRoutes], { initialEntries: [address] }))
}
beforeEach(() => {
  queryClient.clear()
  signedInWith('SOM_Read', 'Inventory_Read')
})

const filter = (name: string) => page.getByRole('combobox', { name, exact: true })
const notice = page.getByRole('button', { name: 'Filters not loaded' })

test('filters whose options fail to load are named with the reason, and load on request', async () => {
  let isFailing = true
  await open('/desktops', { [getFilterParameters.id]: () => (isFailing ? new Problem('10050') : options) })
  await notice.click()
  await expect.element(page.getByText('Domain, Branch office: Internal server error')).toBeVisible()
  await expect.element(filter('Domain')).not.toBeInTheDocument()
  await expect.element(filter('Platform')).toBeVisible()
  isFailing = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(filter('Domain')).toMatchTextContent('NORTH')
  await expect.element(filter('Branch office')).toMatchTextContent('Oslo')
  await expect.element(notice).not.toBeInTheDocument()
})

test('a filter in use can be cleared while its options fail to load', async () => {
  await open('/desktops?office=Oslo', { [getFilterParameters.id]: new Problem('10050') })
  await expect.element(notice).toBeVisible()
  await expect.element(filter('Branch office')).toHaveDisplayValue('Oslo')
  await filter('Branch office').selectOptions('Any office')
  await expect.element(page.getByText('alpha')).toBeVisible()
  await expect.element(filter('Branch office')).not.toBeInTheDocument()
})

test('filters whose options the server does not offer are told apart from a failure', async () => {
  await open('/desktops/software', {
    [getFilterParameters.id]: new Problem('10022', undefined, { service: 'desktop', status: 404 }),
  })
  await page.getByRole('button', { name: 'Filters not offered' }).click()
  await expect.element(page.getByText('Manufacturer: Not offered by this server.')).toBeVisible()
  expect(page.getByRole('button', { name: 'Try again' }).elements()).toEqual([])
})
