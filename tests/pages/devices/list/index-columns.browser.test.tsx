// Columns of the list of devices that the index fills.
import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { csvStart } from '#contract/csv.ts'
import { listAnnotationFields } from '#contract/console/annotations/annotations.ts'
import { listConnections } from '#contract/console/connections.ts'
import { type FleetState, getFleetState, readDeviceValues } from '#contract/fleet/fleet-endpoints.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import * as Devices from '#pages/devices/list/Devices.tsx'
import { offerFurtherColumns } from '#ui/table/further-columns.ts'
import { cellsOfCsv } from '../../../support/cells-of-csv.ts'
import { type Answers, answering } from '../../../support/answering.ts'
import { renderRouter } from '../../../support/RenderRouter.tsx'
import { signedInWith } from '../signed-in.ts'

const ready: FleetState = { state: 'ready', devices: 3, detailed: 2, old: 0, asOf: Date.UTC(2026, 10, 21, 9, 30) }
const rows = ['1', '2', '3'].map((id) => ({ device_id: id, device_name: `Phone ${id}`, os_version: '18' }))

/** As the frame does behind the first rows. */
offerFurtherColumns(() => import('#components/fleet/columns/further-columns.ts'))

/** What is loaded when it is wanted first. */
const lazily = { timeout: 10_000 }

beforeEach(() => {
  queryClient.clear()
  localStorage.clear()
  signedInWith('MDM_Read', 'MDM_Write')
})

async function open(search = '', answers: Answers = {}) {
  const calls = answering({
    [listDevices.id]: { rows, total: 3 },
    [getFleetState.id]: ready,
    [listAnnotationFields.id]: { fields: [] },
    [listConnections.id]: { embedded: true, connections: [] },
    [readDeviceValues.id]: {
      rows: [
        { id: '1', isRead: true, values: { disk_free: 12.5 } },
        { id: '2', isRead: false, values: {} },
      ],
      state: ready,
    },
    ...answers,
  })
  const router = createMemoryRouter(
    [
      { path: '/devices', Component: Devices.Component },
      { path: '*', element: <p /> },
    ],
    {
      initialEntries: [`/devices${search}`],
    },
  )
  await renderRouter(router)
  await expect.element(page.getByRole('link', { name: 'Phone 1' })).toBeVisible()
  return { router, asked: () => calls.filter(({ row }) => row === readDeviceValues.id).map(({ body }) => body) }
}
const cells = (name: string) =>
  page
    .getByRole('row')
    .filter({ hasText: name })
    .getByRole('gridcell')
    .elements()
    .map(({ textContent }) => textContent)
const heading = (name: string) => page.getByRole('columnheader', { name })

test('a link names columns of any field, and each row says what the index has of it', async () => {
  const { asked } = await open('?columns=device_name,os_version,index.disk_free')
  await expect.element(heading('Free storage (%)'), lazily).toBeVisible()
  await expect.poll(() => cells('Phone 1').at(-1), lazily).toBe('12.5 %')
  expect(cells('Phone 2').at(-1)).toBe('Not read yet')
  expect(cells('Phone 3').at(-1)).toBe('Not in the index')
  expect(heading('Free storage (%)').getByRole('button').elements(), 'the server cannot sort by it').toEqual([])
  expect(asked()).toEqual([{ ids: ['1', '2', '3'], columns: ['disk_free'] }])
})

test('a column of any field is found by its label, kept for the next time, and part of a link', async () => {
  const { router, asked } = await open('?columns=device_name')
  expect(asked()).toEqual([])
  await page.getByRole('button', { name: 'Columns' }).click()
  const choice = page.getByRole('combobox', { name: 'Add any field' })
  await expect.element(choice, lazily).toBeVisible()
  await choice.fill('free stor')
  await page.getByRole('option', { name: /Free storage/ }).click()
  await expect.element(heading('Free storage (%)'), lazily).toBeVisible()
  expect(new URLSearchParams(router.state.location.search).get('columns')).toBe('device_name,index.disk_free')
  await choice.fill('OS version')
  expect(page.getByRole('option', { name: /^OS version/ }).elements(), 'the list has it by itself').toEqual([])
})

test('a file has the values of the index, of rows as well that were not read before', async () => {
  let pages = 0
  const isFirst = () => (pages += 1) === 1
  const { asked } = await open('?columns=device_name,index.disk_free', {
    [listDevices.id]: () => ({ rows: rows.slice(0, isFirst() ? 2 : 3), total: 3 }),
    [readDeviceValues.id]: ({ ids }) => ({
      rows: (ids as string[]).map((id) => ({ id, isRead: true, values: { disk_free: Number(id) * 10 } })),
      state: ready,
    }),
  })
  await expect.poll(() => cells('Phone 1').at(-1), lazily).toBe('10 %')
  const saved = Promise.withResolvers<Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.resolve(blob as Blob)
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await (await saved.promise).bytes())
  expect(cellsOfCsv(text.slice(csvStart.length))).toEqual([
    ['Name', 'Free storage (%)'],
    ['Phone 1', '10'],
    ['Phone 2', '20'],
    ['Phone 3', '30'],
  ])
  expect(asked().at(-1)).toEqual({ ids: ['3'], columns: ['disk_free'] })
})

test('without a service credential the columns say what one would add', async () => {
  await open('', { [getFleetState.id]: { state: 'no-credential', devices: 0, detailed: 0, old: 0 } })
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect
    .element(page.getByText(/With a service credential for this server, every field of a device/), lazily)
    .toBeVisible()
  expect(page.getByRole('combobox', { name: 'Add any field' }).elements()).toEqual([])
})
