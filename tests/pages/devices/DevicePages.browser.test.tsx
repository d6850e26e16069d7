import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { listConnections } from '#contract/console/connections.ts'
import { listValueNotes } from '#contract/console/value-notes.ts'
import { getDeviceApp, listDeviceApps } from '#contract/mdm/apps.ts'
import { deviceFields } from '#contract/mdm/device-fields.ts'
import {
  getDeviceFilevault,
  getDeviceFirmware,
  getDevicePrivacy,
  getDeviceSecurity,
  listDeviceConfigurationProfiles,
  listDeviceLocations,
  revealFirmwarePassword,
} from '#contract/mdm/device-parts.ts'
import { getDevice, listDeviceCommands } from '#contract/mdm/devices.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { getDeviceProfile, listDeviceProfiles, listProfilePayloads } from '#contract/mdm/profiles.ts'
import { Problem } from '#contract/problem.ts'
import * as DeviceApps from '#pages/devices/device/apps/DeviceApps.tsx'
import * as DeviceCertificates from '#pages/devices/device/certificates/DeviceCertificates.tsx'
import * as DeviceCommands from '#pages/devices/device/commands/DeviceCommands.tsx'
import * as Device from '#pages/devices/device/Device.tsx'
import * as DeviceLocation from '#pages/devices/device/location/DeviceLocation.tsx'
import * as DeviceOverview from '#pages/devices/device/overview/DeviceOverview.tsx'
import * as DeviceProfiles from '#pages/devices/device/profiles/DeviceProfiles.tsx'
import * as DeviceRestrictions from '#pages/devices/device/restrictions/DeviceRestrictions.tsx'
import * as DeviceSecurity from '#pages/devices/device/security/DeviceSecurity.tsx'
import { textOf } from '#contract/words/value-text.ts'
import * as Devices from '#pages/devices/list/Devices.tsx'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../support/answering.ts'
import { why } from '../../support/why.ts'
import { everyField, hostileCommands, hostileWire } from './records.ts'
import { signedInWith } from './signed-in.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'

const id = '9007199254741993'
const tabs = {
  overview: paths.device(id),
  restrictions: paths.deviceRestrictions(id),
  commands: paths.deviceCommands(id),
  certificates: paths.deviceCertificates(id),
  apps: paths.deviceApps(id),
  profiles: paths.deviceProfiles(id),
  security: paths.deviceSecurity(id),
  location: paths.deviceLocation(id),
}

async function open(address: string, answers: Answers) {
  answering({
    [listConnections.id]: { embedded: true, connections: [] },
    [listValueNotes.id]: { notes: [] },
    [listProfilePayloads.id]: { payloads: [] },
    ...answers,
  })
  const router = createMemoryRouter(
    [
      { path: '/devices', loader: Devices.loader, Component: Devices.Component },
      {
        path: '/devices/:device_id',
        loader: Device.loader,
        Component: Device.Component,
        children: [
          { index: true, Component: DeviceOverview.Component },
          { path: 'restrictions', Component: DeviceRestrictions.Component },
          { path: 'commands', loader: DeviceCommands.loader, Component: DeviceCommands.Component },
          { path: 'certificates', Component: DeviceCertificates.Component },
          { path: 'apps', loader: DeviceApps.loader, Component: DeviceApps.Component },
          { path: 'profiles', loader: DeviceProfiles.loader, Component: DeviceProfiles.Component },
          { path: 'security', loader: DeviceSecurity.loader, Component: DeviceSecurity.Component },
          { path: 'location', loader: DeviceLocation.loader, Component: DeviceLocation.Component },
        ],
      },
    ],
    { initialEntries: [address] },
  )
  const { unmount } = await renderRouter(router)
  return { router, unmount }
}

beforeEach(async () => {
  await page.viewport(1280, 800)
  signedInWith('MDM_Admin')
})
afterEach(async () => {
  await cleanup()
  vi.useRealTimers()
  queryClient.clear()
})

/** The parts of a record, each by its own address. */
const parts = (wire: Record<string, unknown>) => ({
  [getDeviceSecurity.id]: wire,
  [getDeviceFilevault.id]: wire,
  [getDeviceFirmware.id]: wire,
  [getDevicePrivacy.id]: wire,
  [listDeviceApps.id]: { apps: Array.isArray(wire.apps) ? wire.apps : [wire] },
  [listDeviceProfiles.id]: { profiles: Array.isArray(wire.profiles) ? wire.profiles : [wire] },
  [listDeviceConfigurationProfiles.id]: { configuration_profiles: wire.configuration_profiles ?? [wire] },
  [listDeviceLocations.id]: { locations: wire.locations ?? [wire, { latitude: '12.5', longitude: 400 }] },
})
const hostile = () => ({
  ...parts(hostileWire()),
  [getDevice.id]: hostileWire(),
  [listDeviceCommands.id]: { commands: hostileCommands },
})

test.each(Object.entries(tabs))(
  'a hostile record renders on the tab %s, as text, within the page',
  async (tab, address) => {
    await open(address, hostile())
    await expect.element(page.getByRole('heading', { level: 1, name: /^<img src=x/ })).toBeVisible()
    await expect.element(page.getByRole('tabpanel')).toBeVisible()
    await expect.poll(() => page.getByRole('tabpanel').element().textContent?.length).toBeGreaterThan(100)
    expect(document.querySelector('img')).toBeNull()
    expect(document.title).not.toBe('owned')
    expect(document.body.textContent).not.toContain('canary-firmware-password')
    for (const width of [1280, 390]) {
      await page.viewport(width, 800)
      expect(document.documentElement.scrollWidth, `${tab} at ${width} pixels`).toBeLessThanOrEqual(width)
    }
  },
)

test('every field of the reference can be read on one of the tabs', async () => {
  const { wire, values } = everyField()
  const answers = { ...parts(wire), [getDevice.id]: wire, [listDeviceCommands.id]: { commands: wire.commands } }
  let everything = ''
  for (const [tab, address] of Object.entries(tabs)) {
    const { unmount } = await open(address, answers)
    if (tab === 'location') await page.getByRole('button', { name: 'Show location history' }).click()
    await expect.element(page.getByRole(tab === 'overview' ? 'searchbox' : 'table').first()).toBeVisible()
    await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull()
    everything += document.body.innerHTML
    await unmount()
  }
  const told = [...values].filter(([, value]) => value !== true)
  const unseen = told.filter(([, value]) => !everything.includes(textOf(value))).map(([path]) => path)
  expect(unseen).toEqual(['firmware_password'])
  const flags = Object.keys(deviceFields).filter((name) => values.get(name) === true)
  expect(flags.filter((name) => !everything.includes(name))).toEqual([])
})

test('a firmware password is shown on purpose only', async () => {
  await open(tabs.overview, hostile())
  await page.getByRole('button', { name: 'Show Firmware password' }).click()
  await expect.element(page.getByText('canary-firmware-password')).toBeVisible()
  await page.getByRole('button', { name: 'Hide Firmware password' }).click()
  await expect.element(page.getByText('canary-firmware-password')).not.toBeInTheDocument()
})

test('a device opens with its vitals, and what its server does not tell is unknown', async () => {
  const record = {
    device_id: id,
    platform_type: 'Platform B',
    os_version: '14',
    security: { passcode_present: true, passcode_complaint: false, storage_encryption: true },
    battery_level: 6,
    user: { user_name: 'Grace Hopper' },
  }
  await open(tabs.overview, { ...parts(record), [getDevice.id]: record, [listDeviceCommands.id]: { commands: [] } })
  const vitals = page.getByRole('region', { name: 'Vitals' })
  await expect.element(vitals.getByText('Set, not compliant')).toBeVisible()
  const told = (name: string) => Array.from(vitals.element().querySelectorAll(name), ({ textContent }) => textContent)
  expect(Object.fromEntries(told('dt').map((label, at) => [label, told('dd')[at]]))).toEqual({
    'Operating system': 'Platform B 14',
    'Last contact': '–',
    Encryption: 'On',
    Passcode: 'Set, not compliant',
    Storage: 'Unknown',
    Battery: '6 %',
    'Lost mode': 'Unknown',
    Owner: 'Unknown',
    User: 'Grace Hopper',
  })
  await expect
    .element(vitals.getByRole('link', { name: 'Grace Hopper' }))
    .toHaveAttribute('href', paths.person('Grace Hopper'))
})

test('the name of a user in the list leads to everything that they have', async () => {
  const devices = [
    { device_id: id, device_name: 'Till 4', user: { user_name: 'Grace Hopper', user_email: 'grace@example.com' } },
    { device_id: '2', device_name: 'Till 5' },
  ]
  await open('/devices', { [listDevices.id]: { devices, metadata: { total_record_count: 2 } } })
  await expect
    .element(page.getByRole('link', { name: 'Grace Hopper' }))
    .toHaveAttribute('href', paths.person('grace@example.com'))
  await expect.element(page.getByRole('row', { name: /Till 5/ }).getByRole('link')).toHaveTextContent('Till 5')
})

test.each(['Grace Hopper', 'Maximiliane Featherstonehaugh-Cholmondeley'])(
  'the header of the device of %s leaves the room to what is below it',
  async (user_name) => {
    await page.viewport(1000, 800) // what the menu leaves of 1280
    const user_email = `${user_name.toLowerCase().replaceAll(' ', '.')}@harbourvale.example`
    const record = {
      device_id: id,
      device_name: 'Till 4 of the branch in the old town',
      managed_status: 2,
      platform_type: 'Platform A',
      os_version: '17.4.1',
      model: 'Tablet Pro 12.9-inch (6th generation)',
      serial_number: 'ATM222CJX9QL',
      imei: '490154203237518',
      last_contact_time: '1763900000000',
      user: { user_name, user_email },
    }
    await open(tabs.overview, { ...parts(record), [getDevice.id]: record, [listDeviceCommands.id]: { commands: [] } })
    const header = page.getByRole('region', { name: 'Device summary' })
    await expect.element(header.getByRole('link', { name: 'All devices for this user' })).toBeVisible()
    await expect.poll(() => header.element().getBoundingClientRect().height).toBeLessThanOrEqual(140)
  },
)

test('identifiers stand behind what people ask for', async () => {
  const record = { device_id: id, udid: 'a-b-c', device_name: 'Phone of Grace', serial_number: 'B22', imei: '3501' }
  await open(tabs.overview, { ...parts(record), [getDevice.id]: record, [listDeviceCommands.id]: { commands: [] } })
  const identity = page.getByRole('region', { name: 'Identity' })
  await expect.element(identity.getByText('Phone of Grace')).toBeVisible()
  const labels = Array.from(identity.element().querySelectorAll('dt'), ({ textContent }) => textContent)
  expect(labels).toEqual(['Device name', 'Serial number', 'IMEI', 'Device ID', 'UDID'])
})

test('a device that does not exist offers to search the others', async () => {
  await open(tabs.overview, {
    [getDevice.id]: new Problem('COM0008', 'No such device'),
    [listDevices.id]: { devices: [] },
  })
  await expect.element(page.getByRole('alert').getByText('No such device', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Search devices' })).toHaveAttribute('href', paths.devices)
})

test('a server without a command history shows the commands of the record', async () => {
  await open(tabs.commands, {
    [getDevice.id]: { device_id: id, commands: [{ command_name: 'lock', command_status: 2 }] },
    [listDeviceCommands.id]: new Problem('COM0001', 'No such URL'),
  })
  await expect.element(page.getByText(/^Not offered by this server: Commands sent to a device/)).toBeVisible()
  await expect.element(page.getByRole('table', { name: 'Command history' }).getByText('Success')).toBeVisible()
})

test('a command that is on its way is followed until it has ended, and no longer', async () => {
  let status = 1
  const history = vi.fn(() => ({
    commands: [{ command_history_id: '70', command_name: 'lock', command_status: status }],
  }))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await open(tabs.commands, { [getDevice.id]: { device_id: id }, [listDeviceCommands.id]: history })
  const shown = (text: string) => expect.element(page.getByRole('table').getByText(text)).toBeVisible()
  await shown('Initiated')
  for (const [next, text] of [
    [3, 'In progress'],
    [2, 'Success'],
  ] as const) {
    status = next
    await vi.advanceTimersByTimeAsync(5000)
    await shown(text)
  }
  // Once more with all that the end of a command has changed.
  await expect.poll(() => history.mock.calls.length).toBeGreaterThanOrEqual(4)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  const asked = history.mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(history).toHaveBeenCalledTimes(asked)
})

test('an empty list says which filter matched nothing, and clears it', async () => {
  const { router } = await open('/devices?search=zebra&managed_status=4&sort=-model', {
    [listDevices.id]: { devices: [], metadata: { total_record_count: 0 } },
  })
  await expect
    .element(page.getByText('Filtered by search “zebra”, status “Unmanaged”. Removed devices are hidden.'))
    .toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect.poll(() => router.state.location.search).toBe('?sort=-model')
})

test('a page that the server refuses leads back to the first one, and says so', async () => {
  const { router } = await open('/devices?page=7', {
    [listDevices.id]: ({ offset }) =>
      offset ? new Problem('COM0003', 'Invalid paging params') : { devices: [{ device_name: 'Till 4' }] },
  })
  await expect.poll(() => router.state.location.search).toBe('')
  await expect.element(page.getByText('Till 4')).toBeVisible()
  await expect.element(page.getByText('The server has no page 7. This is the first page.')).toBeVisible()
})

test('Enter opens the one device that matches', async () => {
  const { router } = await open('/devices', {
    ...hostile(),
    [listDevices.id]: { devices: [{ device_id: id, device_name: 'Till 4' }], metadata: { total_record_count: 1 } },
  })
  await userEvent.type(page.getByRole('searchbox', { name: 'Search' }), 'till{Enter}')
  await expect.poll(() => router.state.location.pathname).toBe(paths.device(id))
})

test('nothing of where a device has been is asked for before somebody wants to see it', async () => {
  const locations = vi.fn(() => ({ locations: [{ latitude: '48.1', longitude: '11.5' }] }))
  await open(tabs.location, { ...hostile(), [getDevice.id]: { device_id: id }, [listDeviceLocations.id]: locations })
  await expect.element(page.getByText(/View it only with a reason/)).toBeVisible()
  expect(locations).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Show location history' }).click()
  await expect.element(page.getByRole('table', { name: 'Location' }).getByText('48.1, 11.5')).toBeVisible()
  await expect.element(page.getByRole('img', { name: /^Track of 1 position/ })).toBeVisible()
})

const giveReason = async () => {
  await page.getByRole('textbox', { name: 'Reason' }).fill(why.reason)
  await userEvent.keyboard('{Enter}')
}

test('the firmware password of the security tab is asked for on purpose, and a refusal is explained', async () => {
  const answers = [{ firmware_password: 'canary-firmware-password' }, new Problem('COM0008', 'It has none')]
  const reveal = vi.fn(() => answers.shift() ?? {})
  await open(tabs.security, {
    ...hostile(),
    [getDevice.id]: { device_id: id, is_firmware_password_exists: true },
    [revealFirmwarePassword.id]: reveal,
  })
  const show = page.getByRole('button', { name: 'Show Firmware password' })
  await expect.element(show).toBeVisible()
  expect(reveal).not.toHaveBeenCalled()
  await show.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(show).toHaveFocus()
  expect(reveal).not.toHaveBeenCalled()
  await show.click()
  await giveReason()
  await expect.element(page.getByText('canary-firmware-password')).toBeVisible()
  await page.getByRole('button', { name: 'Hide Firmware password' }).click()
  await expect.element(page.getByText('canary-firmware-password')).not.toBeInTheDocument()
  await show.click()
  await giveReason()
  await expect.element(page.getByRole('alert').getByText('It has none', { exact: true })).toBeVisible()
})

test('a part that the server does not have leaves what the record says of it', async () => {
  const none = new Problem('COM0001', 'No such URL')
  await open(tabs.security, {
    [getDevice.id]: { device_id: id, device_rooted: true },
    [listDeviceCommands.id]: { commands: [] },
    [getDeviceSecurity.id]: none,
    [getDeviceFilevault.id]: none,
    [getDeviceFirmware.id]: none,
  })
  await expect
    .element(page.getByText(/^For security, FileVault, and firmware, only data from the device record is shown/))
    .toBeVisible()
  const rooted = page.getByRole('row').filter({ hasText: 'device_rooted' })
  await expect.element(rooted.getByText('Yes')).toBeVisible()
  await expect.element(rooted.getByText('record', { exact: true })).toBeVisible()
})

test('a link to a command shows that command, wherever in the history it stands', async () => {
  const old = { command_history_id: '70', command_name: 'lock', command_status: 2, added_time: 1_768_000_000_000 }
  const history = ({ start_time }: Record<string, unknown>) => ({ commands: start_time === undefined ? [] : [old] })
  await open(`${tabs.commands}?entry=70&sent=1768000000000`, {
    [getDevice.id]: { device_id: id },
    [listDeviceCommands.id]: history,
  })
  await expect.element(page.getByRole('region', { name: /^Lock, 9 Jan 2026/ }).getByText('Success')).toBeVisible()
})

test.each([
  ['app', tabs.apps, { [listDeviceApps.id]: { apps: [{ app_id: '5', app_name: 'Till', is_installed: true }] } }],
  ['profile', tabs.profiles, { [listDeviceProfiles.id]: { profiles: [{ profile_id: '5', profile_name: 'Till' }] } }],
])(
  'the details of one %s of a device are asked for anew, and say so where the server has none',
  async (_, tab, list) => {
    const parts = [new Problem('COM0001'), { app_version: '6.14.2', remarks: 'Applied at noon' }]
    const next = () => parts.shift() ?? {}
    await open(tab, {
      ...hostile(),
      ...list,
      [getDevice.id]: { device_id: id },
      [getDeviceApp.id]: next,
      [getDeviceProfile.id]: next,
    })
    const details = page.getByRole('dialog', { name: 'Till' })
    await page.getByRole('button', { name: 'Details of Till' }).click()
    await expect.element(details.getByText(/^Not offered by this server/)).toBeVisible()
    await details.getByRole('button', { name: 'Close' }).click()
    queryClient.removeQueries({ queryKey: [getDeviceApp.id] })
    queryClient.removeQueries({ queryKey: [getDeviceProfile.id] })
    await page.getByRole('button', { name: 'Details of Till' }).click()
    await expect.element(details.getByText(/^(6\.14\.2|Applied at noon)$/)).toBeVisible()
  },
)
