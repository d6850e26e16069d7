// Servers whose connection says where their operations are, for whom, and which they do not have.
import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { forgetRefused } from '#components/lists/checked/call-without.ts'
import { listConnections } from '#contract/console/connections.ts'
import type { Dialect } from '#contract/dialect.ts'
import { listHardware } from '#contract/desktop/inventory.ts'
import { desktop } from '#contract/desktop/operations.ts'
import { listSoftware } from '#contract/desktop/software.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getDevice, listDeviceCommands } from '#contract/mdm/devices.ts'
import { listDeviceApps } from '#contract/mdm/apps.ts'
import { getDevicePrivacy, getDeviceSecurity } from '#contract/mdm/device-parts.ts'
import { listDeviceProfiles } from '#contract/mdm/profiles.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { mdm } from '#contract/mdm/operations.ts'
import { desktopRoutes } from '#pages/desktops/desktop-routes.ts'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../support/answering.ts'
import { behind, without } from '../support/configured-server.ts'
import { renderRouter } from '../support/RenderRouter.tsx'
import { deviceRoutes } from './devices/device-routes.ts'
import { signedInWith } from './devices/signed-in.ts'

const endpoints = [...Object.values<Endpoint>(desktop), ...Object.values<Endpoint>(mdm)]

/** Nothing is there: whoever takes a missing answer for this one says so. */
const empty: Answers = Object.fromEntries(
  endpoints.map(({ id }) => [id, { message_response: { total: 0, rows: [] }, status: 'success', devices: [] }]),
)
const computer = { resource_id: 7, resource_name: 'TILL-7' }
const phone = { device_id: '1', device_name: 'Anchor', managed_status: 2 }
const listed: Answers = {
  [listComputers.id]: { message_response: { total: 1, computers: [computer] }, status: 'success' },
  [listDevices.id]: { devices: [phone], metadata: { total_record_count: 1 } },
  [getDevice.id]: phone,
}

beforeEach(() => {
  queryClient.clear()
  forgetRefused()
  localStorage.clear()
})

async function open(address: string, known: Partial<Dialect>, answers: Answers = {}) {
  const rights = known.role === 'user' ? ['Read', 'Write'] : ['Read', 'Write', 'Admin']
  signedInWith(...['SOM', 'Inventory', 'MDM'].flatMap((area) => rights.map((right) => `${area}_${right}`)))
  answering({
    [listConnections.id]: { embedded: false, connections: [] },
    ...behind(known, endpoints, { ...empty, ...listed, ...answers }),
  })
  await renderRouter(createMemoryRouter([desktopRoutes, deviceRoutes], { initialEntries: [address] }))
}

const claims =
  /\bNo [\w ,]{0,40}(yet|found|match|reported|distributed|sent|enrolled)\b|may have been removed|\b0 (computers|devices|apps|profiles)\b/
const claimed = () =>
  page
    .getByText(claims)
    .elements()
    .map((element) => element.textContent)
const expectNoClaims = () => {
  expect(claimed()).toEqual([])
  expect(
    page
      .getByRole('alert')
      .elements()
      .map((element) => element.textContent),
  ).toEqual([])
}
const notOffered = (what: RegExp | string) => page.getByText(what).first()

test.each([
  paths.desktops,
  paths.desktopSummary,
  paths.desktopSoftware,
  paths.desktopProhibited,
  paths.desktopHardware,
  paths.desktopLicenses,
  paths.desktopAgents,
  paths.computer('7'),
  paths.computerSoftware('7'),
  paths.softwareItem('7'),
  paths.hardwareItem('7'),
  paths.devices,
  paths.securityCheck,
  paths.groups,
  paths.profiles,
  paths.apps,
  paths.users,
  paths.device('1'),
  paths.deviceRestrictions('1'),
  paths.deviceCommands('1'),
  paths.deviceCertificates('1'),
  paths.deviceApps('1'),
  paths.deviceProfiles('1'),
  paths.deviceSecurity('1'),
  paths.deviceLocation('1'),
  paths.group('1'),
  paths.profile('1'),
  paths.app('1'),
])('%s of a connection without any operation says that they are not offered, and claims nothing', async (address) => {
  await open(address, without(endpoints))
  await expect.element(notOffered(/^Not offered by this server: /)).toBeVisible()
  expectNoClaims()
})

const adminOnly = (endpoint: Endpoint): Partial<Dialect> => ({
  operations: { [endpoint.id]: { adminPath: '/api/v1/of-admins' } },
})

test.each([
  [paths.desktops, listComputers, 'SOM_Admin'],
  [paths.desktopHardware, listHardware, 'Inventory_Admin'],
  [paths.desktopSoftware, listSoftware, 'Inventory_Admin'],
  [paths.devices, listDevices, 'MDM_Admin'],
  [paths.deviceCommands('1'), listDeviceCommands, 'MDM_Admin'],
  [paths.deviceApps('1'), listDeviceApps, 'MDM_Admin'],
] as const)('%s tells the help desk what only administrators are offered there', async (address, endpoint, needed) => {
  await open(address, { ...adminOnly(endpoint), role: 'user' })
  await expect
    .element(notOffered(`This server offers it to administrators only: your account needs ${needed}`))
    .toBeVisible()
  expect(claimed()).toEqual([])
})

test('an address for administrators and one for everybody else leave the list as it is, for both', async () => {
  const operations = { [listComputers.id]: { adminPath: '/all', userPath: '/mine' } }
  for (const role of ['admin', 'user'] as const) {
    queryClient.clear()
    await open(paths.desktops, { operations, role })
    await expect.element(page.getByRole('link', { name: 'TILL-7' })).toBeVisible()
    expectNoClaims()
  }
})

test.each([
  [paths.groups, 'Not offered by this server: Device groups, paged'],
  [paths.profiles, 'Not offered by this server: Profiles, paged'],
  [paths.apps, 'Not offered by this server: Apps, paged'],
  [paths.users, 'Not offered by this server: Users, paged'],
])('%s that the API root does not name is not offered, and the devices it names are listed', async (address, words) => {
  const resources = { devices: '/inventory/phones', groups: false, profiles: false, apps: false, users: false } as const
  await open(address, { resources })
  await expect.element(notOffered(words)).toBeVisible()
  expectNoClaims()
  queryClient.clear()
  await open(paths.devices, { resources })
  await expect.element(page.getByRole('grid', { name: 'Devices' }).getByRole('link', { name: 'Anchor' })).toBeVisible()
})

test.each([
  [paths.deviceCommands('1'), listDeviceCommands],
  [paths.deviceApps('1'), listDeviceApps],
  [paths.deviceProfiles('1'), listDeviceProfiles],
  [paths.deviceLocation('1'), getDevicePrivacy],
  [paths.deviceSecurity('1'), getDeviceSecurity],
] as const)(
  '%s says which operation its connection does without, and the rest of the device is shown',
  async (address, endpoint) => {
    await open(address, without([endpoint]))
    await expect.element(notOffered(`Not offered by this server: ${endpoint.summary}`)).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Anchor' })).toBeVisible()
    expect(page.getByRole('alert').elements()).toEqual([])
  },
)
