import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { listConnections } from '#contract/console/connections.ts'
import { getFilterParameters, listHardware, listInventoryComputers } from '#contract/desktop/inventory.ts'
import { listProhibitedSoftware } from '#contract/desktop/software.ts'
import { desktopRoutes } from '#pages/desktops/desktop-routes.ts'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../../support/answering.ts'
import { signedInWith } from '../../devices/signed-in.ts'
import { renderRouter } from '../../../support/RenderRouter.tsx'

const list = (name: string, rows: object[]) => ({
  message_response: { total: rows.length, [name]: rows },
  status: 'success',
})
const disk = {
  hardware_id: 52549000000186013n,
  hardware_name: 'NVMe 512 <b>',
  hw_type_description: 'Hard disk',
  manufacturer_name: '--',
  managed_installations: '12',
}
const torrent = {
  software_id: '77',
  software_name: 'Torrent',
  software_version: '9.1',
  manufacturer_name: 'Example',
  managed_installations: 3,
  is_usage_prohibited: 2,
  comments: 'Not on company computers',
}
const answers: Answers = {
  [getFilterParameters.id]: {
    message_response: { filterparams: { hardware_types: [{ id: 1, name: 'Hard disk' }] } },
    status: 'success',
  },
  [listHardware.id]: list('hardware', [disk]),
  [listInventoryComputers.id]: ({ hwid }) =>
    list('computers', hwid === String(disk.hardware_id) ? [{ resource_id: '4711', resource_name: 'TILL-4' }] : []),
  [listProhibitedSoftware.id]: list('prohibitedsw', [torrent]),
}

async function open(address: string, more: Answers = {}) {
  const calls = answering({ ...answers, ...more })
  const router = createMemoryRouter([desktopRoutes], { initialEntries: [address] })
  await renderRouter(router)
  return { calls, router }
}
const sent = (calls: Awaited<ReturnType<typeof open>>['calls'], row: string) =>
  calls.filter((call) => call.row === row).map(({ body }) => body)

beforeEach(() => {
  queryClient.clear()
  signedInWith('Inventory_Read')
})

test('hardware is listed with how many computers have it, and leads to them', async () => {
  const { calls } = await open(paths.desktopHardware)
  const row = page.getByRole('grid', { name: 'Hardware' }).getByRole('row').nth(1)
  await expect.element(row).toMatchTextContent(/NVMe 512 <b>Hard disk–12/)
  await page.getByRole('combobox', { name: 'Type', exact: true }).selectOptions('Hard disk')
  await expect
    .poll(() => sent(calls, listHardware.id).at(-1))
    .toMatchObject({ hardwaretypefilter: 'Hard disk', page: 0 })
  await row.getByRole('link', { name: 'NVMe 512 <b>' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'NVMe 512 <b>' })).toBeVisible()
  const computers = page.getByRole('grid', { name: 'Computers with this hardware' })
  await expect.element(computers.getByRole('link', { name: 'TILL-4' })).toHaveAttribute('href', paths.computer('4711'))
  expect(sent(calls, listInventoryComputers.id)[0]).toMatchObject({ hwid: '52549000000186013' })
})

/** Answers with these rows whichever hardware is meant, and has found as many of each. */
const withoutFilter = (computers: number, found: number[]): Answers => ({
  [listConnections.id]: { embedded: false, connections: [] },
  [listHardware.id]: list(
    'hardware',
    found.map((managed_installations, at) => ({ ...disk, hardware_id: String(at + 1), managed_installations })),
  ),
  [listInventoryComputers.id]: list(
    'computers',
    Array.from({ length: computers }, (_, at) => ({ resource_id: `${at}`, resource_name: `TILL-${at}` })),
  ),
})

test('a server that answers with the same computers for any hardware does not say who has it', async () => {
  const { calls } = await open(paths.hardwareItem('1'), withoutFilter(9, [12, 3, 9]))
  await expect.element(page.getByText('This server ignores or rejects: which hardware (hwid)')).toBeVisible()
  await expect.element(page.getByText(/rows are not filtered; they are as sent by the server/)).toBeVisible()
  expect(page.getByText(/of 9\b/).elements()).toEqual([])
  // Both are on its list: no server refuses them.
  const meant = new Set(sent(calls, listInventoryComputers.id).map(({ hwid }) => String(hwid)))
  expect([...meant].toSorted()).toEqual(['1', '2'])
})

test('nor does one that counts no installations in its lists', async () => {
  const answers = withoutFilter(9, [1, 1])
  const uncounted = [1, 2].map((id) => ({ hardware_id: String(id), hardware_name: `Disk ${id}` }))
  await open(paths.hardwareItem('1'), { ...answers, [listHardware.id]: list('hardware', uncounted) })
  await expect.element(page.getByText('This server ignores or rejects: which hardware (hwid)')).toBeVisible()
})

test('hardware that the same computers have is not taken for a server that does not filter', async () => {
  await open(paths.hardwareItem('1'), withoutFilter(3, [12, 3, 6]))
  const computers = page.getByRole('grid', { name: 'Computers with this hardware' })
  await expect.element(computers.getByRole('link', { name: 'TILL-2' })).toBeVisible()
  expect(page.getByText(/ignores or rejects/).elements()).toEqual([])
})

test('an address of one kind of hardware finds its name by itself', async () => {
  await open(paths.hardwareItem('52549000000186013'))
  await expect.element(page.getByRole('heading', { level: 1, name: 'NVMe 512 <b>' })).toBeVisible()
})

test('prohibited software is listed with why, and leads to the computers that have it', async () => {
  const { calls } = await open(`${paths.desktopProhibited}?search=torr&in=software_name&sort=-managed_installations`)
  const row = page.getByRole('grid', { name: 'Prohibited software' }).getByRole('row').nth(1)
  await expect.element(row).toMatchTextContent(/Torrent9.1Example3Not on company computers/)
  await expect.element(row.getByRole('link', { name: 'Torrent' })).toHaveAttribute('href', paths.softwareItem('77'))
  expect(sent(calls, listProhibitedSoftware.id).at(-1)).toMatchObject({
    searchtype: 'software_name',
    searchcolumn: 'software_name',
    searchvalue: 'torr',
    sort: '-managed_installations',
  })
})

test('that nothing prohibited was found is said as that', async () => {
  await open(paths.desktopProhibited, { [listProhibitedSoftware.id]: list('prohibitedsw', []) })
  await expect.element(page.getByText('No prohibited software found')).toBeVisible()
})
