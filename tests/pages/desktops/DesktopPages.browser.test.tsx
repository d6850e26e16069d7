import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { listConnections } from '#contract/console/connections.ts'
import { planJob, startJob } from '#contract/console/jobs.ts'
import { getComputerDetail, getFilterParameters, getInventorySummary } from '#contract/desktop/inventory.ts'
import { getComputerSummary, installAgents, listComputers, listRemoteOffices } from '#contract/desktop/som.ts'
import { Problem } from '#contract/problem.ts'
import { currentSession } from '#contract/session.ts'
import { desktopRoutes } from '#pages/desktops/desktop-routes.ts'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { jobOf } from '../jobs/job-records.ts'

const list = (name: string, rows: object[]) => ({
  message_response: { total: rows.length, [name]: rows },
  status: 'success',
})
const one = (name: string, value: object) => ({ message_response: { [name]: value }, status: 'success' })
const session = (permissions: string[]) => ({
  state: 'signed-in',
  user: { name: 'ada', email: '', authType: 'local_authentication', permissions },
  by: 'password',
  site: { name: '', title: '' },
  sites: [],
  demo: true,
})

const id = '52549000000186013'
const hostile = {
  resource_id: 52549000000186013n,
  resource_name: `<img src=x onerror="document.title='owned'">${'long'.repeat(60)}`,
  ip_address: '10.0.0.1,fd00::1',
  mac_address: '--',
  agent_logged_on_users: '--',
  agent_last_contact_time: -1,
  installation_status: 29,
  computer_live_status: 9,
  remarks: 'dc.db.agent.install.access_denied',
  error_code: 5,
  error_kb_url: ['javascript', 'alert(1)'].join(':'),
  os_name: { nested: 'object' },
  'managedcomputer.friendly_name': 'Dotted <b>name</b>',
}

const usual = (permissions = ['SOM_Write', 'Inventory_Write']): Answers => ({
  [currentSession.id]: session(permissions),
  [listConnections.id]: { embedded: false, connections: [] },
  [listComputers.id]: list('computers', [hostile]),
  [getFilterParameters.id]: one('filterparams', { domains: [{ id: 1, name: 'DEMO' }] }),
})

async function open(address: string | { pathname: string; state: unknown }, answers: Answers) {
  const calls = answering(answers)
  const router = createMemoryRouter([desktopRoutes, { path: '*', Component: () => null }], {
    initialEntries: [address],
  })
  await renderRouter(router)
  return { router, calls }
}

beforeEach(() => page.viewport(1280, 800))
afterEach(() => {
  queryClient.clear()
})

const fits = async () => {
  for (const width of [1280, 390]) {
    await page.viewport(width, 800)
    expect(document.documentElement.scrollWidth, `at ${width} pixels`).toBeLessThanOrEqual(width)
  }
}

test('a hostile computer is text in the list: an unknown number keeps its number, two dashes are a dash', async () => {
  await open('/desktops?in=owner&search=x', usual())
  const row = page.getByRole('grid', { name: 'Computers' }).getByRole('row').nth(1)
  await expect.element(row.getByText('9, meaning not defined')).toBeVisible()
  await expect.element(row.getByText('Failed')).toBeVisible()
  await expect.element(row.getByRole('link')).toHaveAttribute('href', paths.computer(id))
  expect(document.querySelector('img')).toBeNull()
  expect(document.title).not.toBe('owned')
  expect(row.element().textContent).not.toContain('--')
  await fits()
})

test('a computer that was never scanned says what is not known, and dotted keys are read', async () => {
  await open(paths.computer(id), {
    ...usual(),
    [getComputerDetail.id]: one('compdetailssummary', { scancomputer: { scan_status: -1, ip_address: '--' } }),
  })
  await expect.element(page.getByText('No hardware, disk or software inventory yet.')).toBeVisible()
  await expect.element(page.getByText('Dotted <b>name</b>')).toBeVisible()
  await expect.element(page.getByText('fd00::1')).toBeVisible()
  await expect.element(page.getByText('The account may not install software on this computer').first()).toBeVisible()
  expect(document.querySelector('a[href^="javascript"]')).toBeNull()
  await fits()
})

test('a computer whose agent row cannot be read still shows what inventory knows', async () => {
  await open(paths.computer(id), {
    ...usual(),
    [listComputers.id]: new Problem('10010', 'No list today'),
    [getComputerDetail.id]: one('compdetailssummary', {
      computer_summary: { computer_name: 'TILL-4' },
      computer_hardware_summary: { memory: '17179869184' },
      computer_disk_summary: { disks: [{ disk_name: 'C:', total_size: '1000', free_size: '100' }] },
    }),
  })
  await expect.element(page.getByRole('heading', { level: 1, name: 'TILL-4' })).toBeVisible()
  await expect.element(page.getByRole('progressbar', { name: 'C: used' }).first()).toBeVisible()
  await expect.element(page.getByText('16 GB').first()).toBeVisible()
  await expect.element(page.getByRole('alert').getByText('No list today', { exact: true })).toBeVisible()
})

test.for([
  [paths.computer('TILL-4'), 'computer', 'All computers'],
  [paths.computerSoftware('TILL-4'), 'computer', 'All computers'],
  [paths.softwareItem('TILL-4'), 'software', 'All software'],
  [paths.hardwareItem('TILL-4'), 'hardware', 'All hardware'],
] as const)('at %s, which names nothing, there is no %s, and no server is asked', async ([address, what, all]) => {
  const { calls } = await open(address, usual())
  await expect.element(page.getByText(`There is no ${what} with the ID “TILL-4”`)).toBeVisible()
  await expect.element(page.getByRole('link', { name: all, exact: true })).toBeVisible()
  expect(calls.filter(({ row }) => row.startsWith('desktop.'))).toEqual([])
})

test('what the row says of management and synchronization is on the page, and a code without a meaning is told as one', async () => {
  const row = {
    resource_id: id,
    resource_name: 'TILL-4',
    managed_status: 62,
    customer_name: 'Northwind',
    last_sync_time: '--',
    computer_status_update_time: '1700000000000',
  }
  await open(paths.computer(id), {
    ...usual(),
    [listComputers.id]: list('computers', [row]),
    [getComputerDetail.id]: one('compdetailssummary', { scancomputer: { scan_status: 2 } }),
  })
  const agent = page.getByRole('region', { name: 'Agent' })
  await expect.element(agent.getByText('62, meaning not defined')).toBeVisible()
  await expect.element(agent.getByText('Live status updated')).toBeVisible()
  await expect.element(agent.getByText(/years ago/)).toBeVisible()
  await expect.element(page.getByText('Northwind')).toBeVisible()
  await expect.element(page.getByText('Last directory sync')).toBeVisible()
})

test('every documented field of a computer is on its page', async () => {
  const row = {
    resource_id_string: id,
    resource_name: 'TILL-4',
    full_name: 'TILL-4.shop.northwind.example',
    customer_id: 9007199254740995n,
    os_platform: 4,
    osflavor_id: 77,
    agent_executed_on: '1700000000000',
    remarks_args: 'till-share',
    'modernappdetails.status': 3,
  }
  await open(paths.computer(id), {
    ...usual(),
    [listComputers.id]: list('computers', [row]),
    [getComputerDetail.id]: one('compdetailssummary', { scancomputer: { scan_status: 2, os_version: '10.0.1' } }),
  })
  for (const [card, texts] of Object.entries({
    Computer: ['TILL-4.shop.northwind.example', '9007199254740995', id],
    'Operating system': ['4, meaning not defined', '77, meaning not defined', '10.0.1'],
    Agent: ['Last agent run', 'till-share', '3, meaning not defined'],
  })) {
    const region = page.getByRole('region', { name: card, exact: true })
    for (const text of texts) await expect.element(region.getByText(text, { exact: true })).toBeVisible()
  }
})

test('a disk with a long name leaves room for how full it is', async () => {
  await open(paths.computer(id), {
    ...usual(),
    [getComputerDetail.id]: one('compdetailssummary', {
      computer_disk_summary: { disks: [{ disk_name: 'data'.repeat(75), total_size: '1000', free_size: '100' }] },
    }),
  })
  const vitals = page.getByRole('region', { name: 'Vitals' })
  await expect.element(vitals.getByText(/100 B free of 1,?000 B/)).toBeVisible()
  expect(
    vitals
      .getByText(/ free of /)
      .element()
      .getBoundingClientRect().height,
  ).toBeLessThan(100)
})

test('numbers that come as text are counts, and one that is missing is a dash', async () => {
  await open(paths.desktopSummary, {
    ...usual(),
    [getComputerSummary.id]: one('summary', { total_computers: '1234', installation_summary: { failed: 2 } }),
    [getInventorySummary.id]: one('allsummary', { software_summary: { prohibited_software: '7' } }),
    [listRemoteOffices.id]: list('remoteoffice', []),
  })
  await expect.element(page.getByRole('link', { name: '1,234 Computers' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: '7 Prohibited' }))
    .toHaveAttribute('href', `${paths.desktopSoftware}?usage=2`)
  await expect.element(page.getByRole('link', { name: '– Live', exact: true })).toBeVisible()
  await expect.element(page.getByText('There are no branch offices')).toBeVisible()
})

test('who may only read is offered nothing that they may not do', async () => {
  await open(paths.computer(id), {
    ...usual(['SOM_Read', 'Inventory_Read']),
    [getComputerDetail.id]: one('compdetailssummary', {}),
  })
  await expect.element(page.getByRole('region', { name: 'Computer summary' })).toBeVisible()
  expect(page.getByRole('button', { name: /^Uninstall agent/ }).elements()).toHaveLength(0)
})

test('an empty search offers the other columns, as a person may be meant', async () => {
  const { router, calls } = await open('/desktops?search=okafor', {
    ...usual(),
    [listComputers.id]: list('computers', []),
  })
  await expect.element(page.getByText('Filtered by “okafor” in Name.')).toBeVisible()
  await page.getByRole('button', { name: 'Search in Logged-on users' }).click()
  await expect.poll(() => router.state.location.search).toBe('?search=okafor&in=agent_logged_on_users')
  await expect
    .poll(() => calls.at(-1)?.body)
    .toMatchObject({
      searchtype: 'agent_logged_on_users',
      searchcolumn: 'agent_logged_on_users',
      searchvalue: 'okafor',
    })
})

test('nothing is sent before the preview, and only to those who can: as a job, which has a page of its own', async () => {
  const computers = [
    { resource_id: 1, resource_name: 'HAS-IT', installation_status: 22 },
    { resource_id: 2, resource_name: 'WANTS-IT', installation_status: 21, domain_netbios_name: 'DEMO' },
  ]
  const job = { kind: 'computer', endpoint: installAgents.id, title: 'Install agent on 1 computer' } as const
  const answers = {
    ...usual(),
    [listComputers.id]: list('computers', computers),
    [planJob.id]: jobOf({ ...job, state: 'planned' }),
    [startJob.id]: jobOf(job),
  }
  const state = { step: 'check', action: 'install', ids: ['1', '2', '3'] }
  const { calls, router } = await open({ pathname: paths.desktopAgents, state }, answers)
  const leftOut = page.getByRole('table', { name: 'Skipped' })
  await expect.element(leftOut.getByText('HAS-IT')).toBeVisible()
  await expect.element(leftOut.getByText('The agent is already installed.')).toBeVisible()
  await expect.element(page.getByText('The server no longer lists 1 computer of the selected ones.')).toBeVisible()
  const changing = () => calls.filter(({ row }) => row !== listComputers.id && row !== currentSession.id)
  expect(changing()).toEqual([])

  await page.getByRole('button', { name: 'Install on 1 computer' }).click()
  await expect.poll(() => router.state.location.pathname).toBe(paths.job('12'))
  expect(changing().map(({ row, body }) => [row, body])).toEqual([
    [
      planJob.id,
      {
        endpoint: installAgents.id,
        title: 'Install agent on 1 computer',
        input: {},
        items: [
          { subject: '2', label: 'WANTS-IT', detail: 'DEMO' },
          { subject: '1', label: 'HAS-IT', detail: '', skip: 'The agent is already installed.' },
          { subject: '3', label: '3', skip: 'The server no longer lists this computer' },
        ],
      },
    ],
    [startJob.id, { job: 12 }],
  ])
})
