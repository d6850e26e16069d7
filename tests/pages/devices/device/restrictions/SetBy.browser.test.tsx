import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { listConnections } from '#contract/console/connections.ts'
import { listValueNotes } from '#contract/console/value-notes.ts'
import { getDevice, listDeviceCommands } from '#contract/mdm/devices.ts'
import { listDeviceProfiles, listProfilePayloads } from '#contract/mdm/profiles.ts'
import { Problem } from '#contract/problem.ts'
import { deviceRoutes } from '../../device-routes.ts'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../../../support/answering.ts'
import { signedInWith } from '../../signed-in.ts'
import { renderRouter } from '../../../../support/RenderRouter.tsx'

const id = '9007199254741993'
const profiles = {
  profiles: [
    { profile_id: '7', profile_name: 'Standard' },
    { profile_id: '8', profile_name: 'Warehouse' },
  ],
}
const payloadsOf: Record<string, object> = {
  7: { payloads: [{ payload_type: 'restrictions', payload: { camera: 0, allow_popups: 1 } }] },
  8: { payloads: [{ payload_type: 'wifi', payload: { ssid: 'HV-STAFF' } }] },
}
const payloads = ({ profile_id }: Record<string, unknown>) => ({ ...payloadsOf[String(profile_id)] })
const absent = new Problem('COM0008', undefined, { service: 'mdm' })

beforeEach(async () => {
  await page.viewport(1280, 800)
  signedInWith('MDM_Read')
})
afterEach(async () => {
  await cleanup()
  queryClient.clear()
})

async function open(answers: Answers) {
  answering({
    [listConnections.id]: { embedded: true, connections: [] },
    [listValueNotes.id]: { notes: [] },
    [getDevice.id]: { device_id: id, device_name: 'Gate 7', camera: 0, allow_popups: 0, allow_usb: 1 },
    [listDeviceCommands.id]: { commands: [] },
    ...answers,
  })
  const router = createMemoryRouter([deviceRoutes], { initialEntries: [paths.deviceRestrictions(id)] })
  await renderRouter(router)
}
const rowOf = (name: string) =>
  page
    .getByRole('table', { name: 'Restrictions' })
    .getByRole('row')
    .filter({ hasText: new RegExp(`${name}(?!_)`) })
    .first()

test('a restriction leads to the profile that sets it, and says where the device reports something else', async () => {
  await open({ [listDeviceProfiles.id]: profiles, [listProfilePayloads.id]: payloads })
  const camera = rowOf('Cameracamera')
  await expect.element(camera.getByRole('link', { name: 'Standard' })).toHaveAttribute('href', paths.profile('7'))
  await expect.element(camera.getByText(/^sets/)).not.toBeInTheDocument()
  await expect.element(rowOf('allow_popups').getByText('sets 1, Restricted')).toBeVisible()
  await expect.element(rowOf('allow_usb').getByRole('cell').last()).toHaveTextContent('–')
  await expect.element(page.getByText(/This server does not report/)).not.toBeInTheDocument()
})

test('a profile whose payloads are not told may set restrictions, and is named', async () => {
  await open({
    [listDeviceProfiles.id]: profiles,
    [listProfilePayloads.id]: (body) => (String(body.profile_id) === '8' ? absent : payloads(body)),
  })
  await expect
    .element(
      page.getByText('This server does not report the payloads of Warehouse: they may set restrictions as well.'),
    )
    .toBeVisible()
  await expect.element(rowOf('Cameracamera').getByRole('link', { name: 'Standard' })).toBeVisible()
})

test('where the server tells no profiles, nothing is said of who sets a restriction', async () => {
  await open({ [listDeviceProfiles.id]: absent, [listProfilePayloads.id]: absent })
  await expect.element(page.getByText('This server does not report which profile sets a restriction.')).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Set by profile' })).not.toBeInTheDocument()
})
