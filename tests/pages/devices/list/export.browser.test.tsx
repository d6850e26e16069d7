// Export of a list of devices while the rows of a new condition are loading.
import { useSyncExternalStore } from 'react'
import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { ExportView } from '#components/views/ExportView.tsx'
import { ask, requested, subscribe, takeExport } from '#components/views/view-requests.ts'
import { listConnections } from '#contract/console/connections.ts'
import { csvStart } from '#contract/csv.ts'
import { listDevices, pageLimit } from '#contract/mdm/device-list.ts'
import * as Devices from '#pages/devices/list/Devices.tsx'
import { further } from '#ui/table/further.ts'
import { answering } from '../../../support/answering.ts'
import { cellsOfCsv } from '../../../support/cells-of-csv.ts'
import { renderRouter } from '../../../support/RenderRouter.tsx'
import { signedInWith } from '../signed-in.ts'

const all = { few: 3, many: 250_000 }

// As ViewDialogs does, which also extends the tables of all later tests.
function ExportDialog() {
  const request = useSyncExternalStore(subscribe, requested)
  return request?.kind === 'export' && <ExportView {...request} onClose={() => ask(undefined)} />
}
afterEach(() => {
  delete further.take
})

beforeEach(() => {
  further.take = takeExport
  queryClient.clear()
  localStorage.clear()
  signedInWith('MDM_Read', 'MDM_Write')
})

const pageOf = (total: number, offset: number, limit: number) => ({
  devices: Array.from({ length: Math.min(limit, total - offset) }, (_, at) => {
    const number = String(offset + at).padStart(7, '0')
    return { device_id: number, device_name: `Phone of Kim ${number}`, is_removed: false }
  }),
  metadata: { total_record_count: total },
})

/** The rows of a new condition take until `arrive` is called. Those of an export do not. */
async function openAndSearch({ shown, found }: { shown: number; found: number }) {
  const { promise, resolve: arrive } = Promise.withResolvers<void>()
  const calls = answering({
    [listConnections.id]: { embedded: true, connections: [] },
    [listDevices.id]: async ({ search, offset = 0, limit = pageLimit.default }) => {
      if (search !== undefined && limit === pageLimit.default) await promise
      return pageOf(search === undefined ? shown : found, Number(offset), Number(limit))
    },
  })
  const Component = () => (
    <>
      <Devices.Component />
      <ExportDialog />
    </>
  )
  await renderRouter(createMemoryRouter([{ path: '*', Component }], { initialEntries: ['/devices'] }))
  await expect.element(page.getByRole('link', { name: 'Phone of Kim 0000001' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('kim')
  await expect.poll(() => calls.some(({ body }) => body.search === 'kim')).toBe(true)
  return { arrive }
}

test('more rows than a page exports are exported by a job, although the list still shows a few', async () => {
  const { arrive } = await openAndSearch({ shown: all.few, found: all.many })
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export devices' })
  await expect.element(dialog.getByText(/The list has 250,000 rows/), { timeout: 10_000 }).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  arrive()
})

test('a few rows are saved at once, although the list still shows more than a page exports', async () => {
  const saved = Promise.withResolvers<Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.resolve(blob as Blob)
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { arrive } = await openAndSearch({ shown: all.many, found: all.few })
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await (await saved.promise).bytes())
  expect(cellsOfCsv(text.slice(csvStart.length))).toHaveLength(all.few + 1)
  expect(page.getByRole('dialog').elements()).toEqual([])
  arrive()
})
