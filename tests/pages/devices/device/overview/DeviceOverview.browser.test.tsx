import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { listConnections } from '#contract/console/connections.ts'
import { listValueNotes } from '#contract/console/value-notes.ts'
import { getDevice, listDeviceCommands } from '#contract/mdm/devices.ts'
import { paths } from '#paths.ts'
import { answering } from '../../../../support/answering.ts'
import { renderRouter } from '../../../../support/RenderRouter.tsx'
import { deviceRoutes } from '../../device-routes.ts'
import { everyField } from '../../records.ts'
import { signedInWith } from '../../signed-in.ts'

const id = '9007199254741993'

beforeEach(async () => {
  await page.viewport(1280, 800)
  signedInWith('MDM_Read')
})
afterEach(async () => {
  await cleanup()
  queryClient.clear()
})

test('what the reference gives no meaning or no unit is marked so, wherever it stands', async () => {
  answering({
    [listConnections.id]: { embedded: true, connections: [] },
    [listValueNotes.id]: { notes: [] },
    [listDeviceCommands.id]: { commands: [] },
    [getDevice.id]: {
      device_id: id,
      processor_speed: 2840,
      scope: 1,
      wait: 0,
      device_capacity: 128,
      used_device_space: 96,
      profiles: [{ profile_id: '7', status: 6 }],
    },
  })
  await renderRouter(createMemoryRouter([deviceRoutes], { initialEntries: [paths.device(id)] }))
  const storage = page.getByRole('region', { name: 'Vitals' }).getByText('96 of 128')
  await expect.element(storage).toBeVisible()
  expect(storage.element().closest('dd')?.textContent).toContain('Unit not defined')
  const said = (label: string) =>
    page.getByText(label, { exact: true }).first().element().closest('div')?.querySelector('dd')?.textContent
  expect(said('Processor speed')).toContain('2840 unit not defined')
  expect(said('Scope')).toContain('1 meaning not defined')
  expect(said('Wait')).toContain('0 meaning not defined')
  const profile = page.getByRole('table', { name: 'Profiles', exact: true }).getByRole('row').nth(1)
  await expect.element(profile.getByText('meaning not defined')).toBeVisible()
})

test('groups of fields are closed on a phone, and a search or a tap shows them', async () => {
  await page.viewport(390, 800)
  const { wire } = everyField()
  answering({
    [listConnections.id]: { embedded: true, connections: [] },
    [listValueNotes.id]: { notes: [] },
    [listDeviceCommands.id]: { commands: [] },
    [getDevice.id]: { ...wire, device_id: id, processor_speed: 2840 },
  })
  await renderRouter(createMemoryRouter([deviceRoutes], { initialEntries: [paths.device(id)] }))
  const group = page.getByRole('group').filter({ hasText: 'Processor speed' }).first()
  await expect.element(group).toBeVisible()
  const speed = page.getByText('Processor speed', { exact: true }).first()
  await expect.element(speed).not.toBeVisible()
  expect(document.documentElement.scrollHeight).toBeLessThan(5000)
  await group.getByRole('heading', { level: 2 }).click()
  await expect.element(speed).toBeVisible()
  await group.getByRole('heading', { level: 2 }).click()
  await expect.element(speed).not.toBeVisible()
  await page.getByRole('searchbox', { name: 'Search fields' }).fill('processor')
  await expect.element(speed).toBeVisible()
})
