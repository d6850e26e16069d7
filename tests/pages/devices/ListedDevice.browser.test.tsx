// The page of a device of a server that offers its list and no single records.
import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { maxWalked } from '#contract/fleet/walk-devices.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { Problem } from '#contract/problem.ts'
import { paths } from '#paths.ts'
import { answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { deviceRoutes } from './device-routes.ts'
import { signedInWith } from './signed-in.ts'

beforeEach(() => {
  queryClient.clear()
  signedInWith('MDM_Read')
})

async function open(devices: object[], total = devices.length) {
  answering({
    [getDevice.id]: new Problem('COM0008', 'Unknown resource', { service: 'mdm' }),
    [listDevices.id]: { devices, metadata: { total_record_count: total } },
  })
  await renderRouter(createMemoryRouter([deviceRoutes], { initialEntries: [paths.device('other')] }))
}
const listed = (count: number) => Array.from({ length: count }, (_, n) => ({ device_id: `d${n}` }))

test('a device that the whole list does not contain may have been removed', async () => {
  await open(listed(3))
  await expect.element(page.getByRole('alert').getByText('Unknown resource', { exact: true })).toBeVisible()
  expect(document.body.textContent).not.toContain('too long to search')
})

test('a device behind the rows that can be searched is not called removed', async () => {
  await open(listed(maxWalked + 1), 10_000)
  await expect.poll(() => document.body.textContent).toContain('Its list is too long to search')
  expect(document.body.textContent).not.toContain('may have been removed')
  await expect.element(page.getByRole('link', { name: 'Search devices' })).toBeVisible()
})
