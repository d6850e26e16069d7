import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { deviceFields } from '#contract/mdm/device-fields.ts'
import { getDevice, listDeviceCommands, listDevices } from '#contract/mdm/devices.ts'
import * as Device from '#pages/devices/Device.tsx'
import * as DeviceCertificates from '#pages/devices/DeviceCertificates.tsx'
import * as DeviceCommands from '#pages/devices/DeviceCommands.tsx'
import * as DeviceOverview from '#pages/devices/DeviceOverview.tsx'
import * as DeviceRestrictions from '#pages/devices/DeviceRestrictions.tsx'
import * as Devices from '#pages/devices/Devices.tsx'
import { textOf } from '#pages/devices/field-value.ts'
import { Problem } from '#contract/problem.ts'
import { paths } from '#paths.ts'
import { UiProvider } from '#ui/UiProvider.tsx'
import { type Answers, answering } from '../../support/answering.ts'
import { everyField, hostileCommands, hostileWire } from './records.ts'

const id = '9007199254741993'
const tabs = {
  overview: paths.device(id),
  restrictions: paths.deviceRestrictions(id),
  commands: paths.deviceCommands(id),
  certificates: paths.deviceCertificates(id),
}

async function open(address: string, answers: Answers) {
  answering(answers)
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
        ],
      },
    ],
    { initialEntries: [address] },
  )
  const { unmount } = await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiProvider>,
  )
  return { router, unmount }
}

beforeEach(() => page.viewport(1280, 800))
afterEach(() => {
  vi.useRealTimers()
  queryClient.clear()
})

const hostile = () => ({ [getDevice.id]: hostileWire(), [listDeviceCommands.id]: { commands: hostileCommands } })

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
  const answers = { [getDevice.id]: wire, [listDeviceCommands.id]: { commands: wire.commands } }
  let everything = ''
  for (const [tab, address] of Object.entries(tabs)) {
    const { unmount } = await open(address, answers)
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

test('a device that does not exist offers to search the others', async () => {
  await open(tabs.overview, { [getDevice.id]: new Problem('COM0008', 'No such device') })
  await expect.element(page.getByRole('alert').getByText('No such device', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Search the devices' })).toHaveAttribute('href', paths.devices)
})

test('a server without a command history shows the commands of the record', async () => {
  await open(tabs.commands, {
    [getDevice.id]: { device_id: id, commands: [{ command_name: 'lock', command_status: 2 }] },
    [listDeviceCommands.id]: new Problem('COM0001', 'No such URL'),
  })
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByRole('table', { name: 'Command history' }).getByText('Success')).toBeVisible()
})

test('a command that is on its way is followed until it has ended, and no longer', async () => {
  const statuses = [1, 3, 2]
  const history = vi.fn(() => ({ commands: [{ command_name: 'lock', command_status: statuses.shift() }] }))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await open(tabs.commands, { [getDevice.id]: { device_id: id }, [listDeviceCommands.id]: history })
  for (const status of ['Initiated', 'In progress', 'Success']) {
    await expect.element(page.getByRole('table').getByText(status)).toBeVisible()
    await vi.advanceTimersByTimeAsync(5000)
  }
  await vi.advanceTimersByTimeAsync(60_000)
  expect(history).toHaveBeenCalledTimes(3)
})

test('an empty list says which filter matched nothing, and clears it', async () => {
  const { router } = await open('/devices?search=zebra&managed_status=4&sort=-model', {
    [listDevices.id]: { devices: [], metadata: { total_record_count: 0 } },
  })
  await expect.element(page.getByText('Filtered by search “zebra”, status “Unmanaged”.')).toBeVisible()
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
