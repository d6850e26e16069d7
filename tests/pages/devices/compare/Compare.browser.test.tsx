import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { listValueNotes } from '#contract/console/value-notes.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import * as Compare from '#pages/devices/compare/Compare.tsx'
import { compareHref } from '#pages/devices/compare/compare-address.ts'
import { paths } from '#paths.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { answering } from '../../../support/answering.ts'
import { signedInWith } from '../signed-in.ts'

const records: Record<string, object> = {
  1: { device_id: '1', device_name: 'Anchor', camera: 0, allow_popups: 1 },
  2: { device_id: '2', device_name: 'Moss', camera: 1, allow_popups: 1 },
  3: { device_id: '3', device_name: 'Zebra' },
}

beforeEach(() => {
  queryClient.clear()
  signedInWith('MDM_Read')
})

async function open(left: string, right: string) {
  answering({
    [getDevice.id]: ({ device_id }) => ({ ...records[String(device_id)] }),
    [listValueNotes.id]: { notes: [] },
  })
  const routes = [{ path: paths.compareDevices, Component: Compare.Component }]
  await render(
    <QueryClientProvider client={queryClient}>
      <UiProvider>
        <RouterProvider router={createMemoryRouter(routes, { initialEntries: [compareHref(left, right)] })} />
      </UiProvider>
    </QueryClientProvider>,
  )
}
const counts = () =>
  page
    .getByRole('group', { name: 'Show' })
    .getByRole('radio')
    .elements()
    .map(({ parentElement }) => parentElement?.textContent)

test('a device without restrictions is said to have none reported, whatever looks like a difference', async () => {
  await open('1', '3')
  await expect.element(page.getByText('No restrictions are reported for Zebra')).toBeVisible()
  expect(page.getByText(/for Anchor/).elements()).toEqual([])
})

test('of two devices with restrictions nothing of the kind is said, and the numbers follow the search', async () => {
  await open('1', '2')
  await expect.poll(counts).toEqual(['All214', 'Differences1', 'Identical213', 'Sources differ0'])
  expect(page.getByText(/^No restrictions/).elements()).toEqual([])
  await page.getByRole('searchbox', { name: 'Search' }).fill('allow_popups')
  await expect.poll(counts).toEqual(['All2', 'Differences0', 'Identical2', 'Sources differ0'])
})
