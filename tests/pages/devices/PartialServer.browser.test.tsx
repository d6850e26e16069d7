// Mobile device management that has what the reference states, and nothing else: GET /devices.
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { forgetRefused } from '#components/lists/checked/call-without.ts'
import { listConnections } from '#contract/console/connections.ts'
import { checkSecurity, selectDevices } from '#contract/console/plans/device-selections.ts'
import { listValueNotes } from '#contract/console/value-notes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getDeviceSecurity } from '#contract/mdm/device-parts.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { mdm } from '#contract/mdm/operations.ts'
import { Problem } from '#contract/problem.ts'
import { deviceChoices } from '#pages/devices/device-picker/choices.ts'
import { deviceRoutes } from './device-routes.ts'
import { paths } from '#paths.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { type Answers, answering } from '../../support/answering.ts'
import { signedInWith } from './signed-in.ts'

type Body = Record<string, unknown>
const rows = [
  { device_id: '2', device_name: 'Zebra', managed_status: 4, serial_number: 'S2', user: { user_name: 'Bo' } },
  { device_id: '1', device_name: 'Anchor', managed_status: 2, serial_number: 'S1', user: { user_name: 'Ada' } },
  { device_id: '3', device_name: 'Moss', managed_status: 2, serial_number: 'S3', user: { user_name: 'Cy' } },
]
const absent = () => new Problem('COM0008', undefined, { service: 'mdm' })
const connection = {
  name: 'hq-mdm',
  service: 'mdm',
  edition: 'on-premises',
  baseUrl: 'https://mdm',
  dialect: [],
  credential: 'a key',
}

beforeEach(() => {
  queryClient.clear()
  forgetRefused()
  localStorage.clear()
  signedInWith('MDM_Read', 'MDM_Write')
})

async function open(address: string, list: Answers[`mdm.${string}`] = { devices: rows }, more: object = {}) {
  const others = Object.values<Endpoint>(mdm).map((endpoint) => [endpoint.id, absent()] as const)
  const calls = answering({
    ...Object.fromEntries(others),
    [listDevices.id]: list,
    // The console selects from the same list.
    [selectDevices.id]: list,
    [listValueNotes.id]: { notes: [] },
    [listConnections.id]: { embedded: false, connections: [{ ...connection, ...more }] },
  })
  const router = createMemoryRouter([deviceRoutes], { initialEntries: [address] })
  await render(
    <QueryClientProvider client={queryClient}>
      <UiProvider>
        <RouterProvider router={router} />
      </UiProvider>
    </QueryClientProvider>,
  )
  return calls
}
const expectNames = (names: string[]) =>
  expect
    .poll(() => {
      const rows = page.getByRole('grid', { name: 'Devices' }).getByRole('row').elements()
      return rows.slice(1).map((row) => /Zebra|Anchor|Moss/.exec(row.textContent)?.[0])
    })
    .toEqual(names)

test('a device opens from what the list says of it, and the missing record is said once', async () => {
  await open(paths.device('1'))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Anchor' })).toBeVisible()
  await expect.element(page.getByText('Not offered by this server: Full record of a device')).toBeVisible()
  expect(page.getByRole('alert').elements()).toHaveLength(0)
  expect(page.getByText(/may have been removed/).elements()).toHaveLength(0)
})

test.each([
  ['commands', paths.deviceCommands('1')],
  ['apps', paths.deviceApps('1')],
  ['profiles', paths.deviceProfiles('1')],
  ['security', paths.deviceSecurity('1')],
  ['location', paths.deviceLocation('1')],
])('the tab of %s says in the same words what is not offered, and claims nothing', async (_, address) => {
  await open(address)
  await expect.poll(() => page.getByText(/^Not offered by this server: /).elements().length).toBeGreaterThan(1)
  expect(page.getByRole('alert').elements()).toHaveLength(0)
  for (const claim of [/may have been removed/, /No apps distributed/, /No profiles distributed/, /No commands sent/]) {
    expect(page.getByText(claim).elements(), String(claim)).toHaveLength(0)
  }
})

test('what the security tab does not have is named in one notice, beside that of the record', async () => {
  await open(paths.deviceSecurity('1'))
  const notice = page.getByText(/^Not offered by this server: Passcode.*; Disk encryption.*; Firmware settings/)
  await expect.element(notice).toBeVisible()
  expect(page.getByText(/^Not offered by this server: /).elements()).toHaveLength(2)
  await expect
    .element(page.getByText('For security, FileVault, and firmware, only data from the device list is shown.'))
    .toBeVisible()
})

test.each([
  [paths.deviceCertificates('1'), 'This server does not report the certificates of this device'],
  [paths.deviceRestrictions('1'), 'This server does not report the restrictions of this device'],
])('what no list carries is not told, and not called none: %s', async (address, words) => {
  await open(address)
  await expect.element(page.getByText(words)).toBeVisible()
  expect(page.getByText(/\b0 certificates|No certificates reported/).elements()).toEqual([])
  expect(page.getByRole('alert').elements()).toEqual([])
})

test('apps that a list carries are not called “Not distributed” where nobody says what was distributed', async () => {
  await open(paths.deviceApps('1'), {
    devices: [{ ...rows[1], installed_apps: [{ app_id: '5', app_name: 'Maps', app_version: '3' }] }],
  })
  const row = page.getByRole('table', { name: 'Apps' }).getByRole('row').filter({ hasText: 'Maps' })
  await expect.element(row).toMatchTextContent(/Unknown/)
  expect(row.getByText('Not distributed').elements()).toEqual([])
  await expect.element(page.getByText('The following data is from the device list.')).toBeVisible()
})

test.each([paths.group('5'), paths.profile('5'), paths.app('5')])(
  'one of what a server has none of is not called removed: %s',
  async (address) => {
    await open(address)
    await expect.element(page.getByText(/^Not offered by this server: /)).toBeVisible()
    expect(page.getByRole('alert').elements()).toEqual([])
  },
)

test('a security check does not start where nobody answers, says it once and counts nothing', async () => {
  const many = Array.from({ length: 30 }, (_, at) => ({ device_id: `${at}`, device_name: `Device ${at}` }))
  const calls = await open(`${paths.securityCheck}?search=device`, { devices: many })
  await expect.element(page.getByText(/with those that were never enrolled: this server does not report/)).toBeVisible()
  await page.getByRole('button', { name: 'Start check' }).click()
  await expect
    .element(page.getByText('Not offered by this server: Passcode, encryption and integrity of a device'))
    .toBeVisible()
  expect(calls.filter(({ row }) => row === getDeviceSecurity.id)).toHaveLength(2)
  expect(calls.filter(({ row }) => row === checkSecurity.id)).toEqual([])
  expect(page.getByRole('radio', { name: 'Unknown' }).elements()).toEqual([])
})

test('a security check reads what the list says where that is all there is', async () => {
  await open(`${paths.securityCheck}?search=anchor`, {
    devices: rows.map((row) => ({ ...row, is_encryption_enabled: false })),
  })
  await page.getByRole('button', { name: 'Start check' }).click()
  const table = page.getByRole('table', { name: 'Security check' })
  await expect.element(table.getByRole('row').filter({ hasText: 'Anchor' })).toMatchTextContent(/Off/)
})

test('a check that is started while the list is loading waits for it, before it knows what the server offers', async () => {
  const loaded = Promise.withResolvers<void>()
  const calls = await open(`${paths.securityCheck}?search=anchor`, async () => {
    await loaded.promise
    return { devices: rows.map((row) => ({ ...row, is_encryption_enabled: false })) }
  })
  await page.getByRole('button', { name: 'Start check' }).click()
  await expect.element(page.getByRole('button', { name: 'Start check' })).toHaveAttribute('data-loading')
  loaded.resolve()
  const table = page.getByRole('table', { name: 'Security check' })
  await expect.element(table.getByRole('row').filter({ hasText: 'Anchor' })).toMatchTextContent(/Off/)
  expect(calls.filter(({ row }) => row === checkSecurity.id)).toEqual([])
})

test('rows without what they are filtered and sorted by show whether the server does it', async () => {
  const bare = rows.map(({ device_id, device_name }) => ({ device_id, device_name }))
  await open(`${paths.devices}?managed_status=2&sort=-last_contact_time`, { devices: bare })
  await expect
    .element(page.getByText('This server ignores or rejects: the status filter (managed_status), sorting (sort)'))
    .toBeVisible()
  await expect.element(page.getByText(/lacks the required fields/)).toBeVisible()
  const header = page.getByRole('columnheader', { name: 'Last contact' })
  expect(header.element().getAttribute('aria-sort') ?? 'none').toBe('none')
  expect(page.getByText(/of 3\b/).elements()).toEqual([])
})

test('a server that does as asked is believed, although its rows do not show it', async () => {
  const bare = rows.map(({ device_id, device_name }) => ({ device_id, device_name }))
  await open(`${paths.devices}?managed_status=2`, ({ managed_status }) => ({
    devices: managed_status === '2' ? bare.slice(1) : managed_status === '98765' ? [] : bare,
  }))
  await expectNames(['Anchor', 'Moss'])
  expect(page.getByText(/ignores or rejects/).elements()).toEqual([])
})

test('a server that pages in its own way loses no device, and counts no removed one', async () => {
  const all = Array.from({ length: 130 }, (_, at) => ({
    device_id: `${at}`,
    device_name: `Device ${String(at).padStart(3, '0')}`,
    is_removed: at >= 120,
  }))
  // As the reference has it: pages of 50, and where the next one begins.
  const paged = ({ 'skip-token': token = '0' }: Body) => {
    const from = Number(token)
    const next = from + 50 < all.length ? { paging: { next: `/devices?skip-token=${from + 50}` } } : {}
    return { devices: all.slice(from, from + 50), metadata: { total_record_count: all.length }, ...next }
  }
  await open(`${paths.devices}?size=100`, paged)
  const grid = page.getByRole('grid', { name: 'Devices' })
  await expect.element(grid).toHaveAttribute('aria-rowcount', '121')
  await expect.element(page.getByText('1–100 of 120')).toBeVisible()
  queryClient.clear()
  await open(paths.devices, paged)
  await expect.element(page.getByText('1–50 of 120')).toBeVisible()
})

/** As the reference has it: pages of 50 in the order of names, and where the next one begins. Nothing else is known. */
function byTokenOnly(count: number) {
  const all = Array.from({ length: count }, (_, at) => ({
    device_id: `${at}`,
    device_name: `Device ${String(at).padStart(4, '0')}`,
    is_removed: false,
  }))
  const asked: string[] = []
  let good = 'a'
  const answer = ({ 'skip-token': token }: Body) => {
    const place = typeof token === 'string' ? token : `${good}0`
    asked.push(place)
    if (!place.startsWith(good)) return new Problem('COM0003', 'Invalid skip-token', { service: 'mdm' })
    const from = Number(place.slice(1))
    const next = from + 50 < count ? { paging: { next: `/devices?skip-token=${good}${from + 50}` } } : {}
    return { devices: all.slice(from, from + 50), metadata: { total_record_count: count }, ...next }
  }
  return { answer, asked, expire: () => (good = 'b') }
}
const firstRow = () => page.getByRole('grid', { name: 'Devices' }).getByRole('row').nth(1)

test('every page of 5,000 devices is reached on a server that knows no page but the next one', async () => {
  const { answer, asked, expire } = byTokenOnly(5000)
  await open(`${paths.devices}?removed=shown`, answer)
  await expect.element(page.getByText('1–50 of 5,000')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.element(page.getByText('51–100 of 5,000')).toBeVisible()
  await expect.element(firstRow()).toMatchTextContent(/Device 0050/)
  await page.getByRole('button', { name: 'Last page' }).click()
  await expect.element(page.getByText('4,951–5,000 of 5,000')).toBeVisible()
  await expect.element(firstRow()).toMatchTextContent(/Device 4950/)
  expect(page.getByText(/ignores or rejects/).elements()).toEqual([])

  // What is known is not walked again; tokens that are no longer good are found anew.
  asked.length = 0
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect.element(firstRow()).toMatchTextContent(/Device 4900/)
  expect(asked.length).toBeLessThan(10)
  expire()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect.element(firstRow()).toMatchTextContent(/Device 4850/)
})

test('an address of a late page leads there, and removed devices that the server does not hide are told', async () => {
  await open(`${paths.devices}?page=61`, byTokenOnly(5000).answer)
  await expect.element(firstRow()).toMatchTextContent(/Device 3000/)
  await expect
    .element(page.getByText('This server ignores or rejects: excluding removed devices (exclude_removed)'))
    .toBeVisible()
})

test.each([paths.groups, paths.profiles, paths.apps, paths.users])(
  '%s says that it is not offered',
  async (address) => {
    await open(address)
    await expect.element(page.getByText(/^Not offered by this server: /)).toBeVisible()
    expect(page.getByRole('alert').elements()).toHaveLength(0)
  },
)

test('a status that the list does not carry is unknown, and not left blank', async () => {
  await open(paths.device('5'), { devices: [{ device_id: '5', device_name: 'Fern' }] })
  const summary = page.getByRole('region', { name: 'Device summary' })
  await expect.element(summary).toMatchTextContent(/Status\s*Unknown/)
})

test('a device that is in no list is not there', async () => {
  await open(paths.device('77'))
  await expect.element(page.getByRole('alert')).toMatchTextContent('Unknown resource')
  await expect.element(page.getByRole('alert')).toMatchTextContent('Its list has no entry with this ID')
  expect(page.getByText(/may have been removed/).elements()).toEqual([])
})

test('a server that ignores order and filters: both are done here, and the setting is named', async () => {
  await open(`${paths.devices}?managed_status=2`)
  await expectNames(['Anchor', 'Moss'])
  await expect
    .element(page.getByText('This server ignores or rejects: the status filter (managed_status), sorting (sort)'))
    .toBeVisible()
  await expect.element(page.getByText('"omits": ["managed_status", "sort"]')).toBeVisible()
  await expect.element(page.getByText('“hq-mdm”', { exact: false })).toBeVisible()
})

test('a server that refuses a parameter by its name keeps its list', async () => {
  const refusing = ({ sort }: Body) =>
    sort === undefined
      ? { devices: rows }
      : new Problem('COM0005', 'Invalid parameter sort detected', { service: 'mdm' })
  const calls = await open(paths.devices, refusing)
  await expectNames(['Anchor', 'Moss', 'Zebra'])
  await expect.element(page.getByText('This server ignores or rejects: sorting (sort)')).toBeVisible()
  // Sorted by name: a question about platforms that another test gave up on may still arrive.
  const sorted = calls.filter(({ row, body }) => row === listDevices.id && body.sort === 'device_name')
  expect(sorted, 'what was refused is not sent again').toHaveLength(1)
})

test('a list too long to be had whole is shown as it came, without a mark or a count that is not true', async () => {
  const many = (from: number) =>
    Array.from({ length: 200 }, (_, at) => ({
      device_id: `${from + at}`,
      device_name: `Device ${99_999 - from - at}`,
      managed_status: at % 2 ? 2 : 4,
    }))
  const endless = ({ offset = '0', limit = '50' }: Body) => ({
    devices: many(Number(offset)).slice(0, Number(limit)),
    metadata: { total_record_count: 90_000 },
  })
  await open(`${paths.devices}?managed_status=2`, endless)
  await expect.element(page.getByText(/These \d+ rows are not sorted or filtered;/)).toBeVisible()
  expect(page.getByText(/90,000/).elements()).toHaveLength(0)
  const header = page.getByRole('columnheader', { name: 'Name' })
  expect(header.element().getAttribute('aria-sort') ?? 'none').toBe('none')
})

test('the last page of a list that comes whole and cannot be sorted has the last rows alone', async () => {
  const many = Array.from({ length: 120 }, (_, at) => ({ device_id: `${at + 1}`, device_name: `Tablet ${at + 101}` }))
  await open('/devices?sort=-last_contact_time&page=3', { devices: many })
  const links = page.getByRole('grid', { name: 'Devices' }).getByRole('link', { name: /^Tablet/ })
  const names = () => links.elements().map((link) => link.textContent)
  await expect.poll(names).toEqual(many.slice(100).map((device) => device.device_name))
  await expect.element(page.getByText(/These 20 rows are not sorted;/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
})

test('an area whose scope nobody is asked to grant is not offered', async () => {
  const scopes = ['MDMOnDemand.MDMInventory.READ', 'MDMOnDemand.mdmuser.read']
  await open(paths.devices, { devices: rows }, { edition: 'cloud', credential: 'a grant', scopes })
  const tabs = page.getByRole('tablist', { name: 'Mobile device management' }).getByRole('tab')
  await expect.poll(() => tabs.elements().map((tab) => tab.textContent)).toEqual(['Devices', 'Query', 'Users'])
})

test('what one chooses devices from is corrected like the list of devices', async () => {
  const choices = async (search: string) => {
    forgetRefused()
    return (await deviceChoices.find(search, new AbortController().signal)).choices.map(({ label }) => label)
  }
  // It ignores the search, and sends all that it has.
  answering({ [listDevices.id]: { devices: rows, metadata: { total_record_count: 3 } } })
  expect(await choices('moss')).toEqual(['Moss'])
  // It refuses it.
  queryClient.clear()
  answering({
    [listDevices.id]: ({ search }) =>
      search === undefined
        ? { devices: rows }
        : new Problem('COM0005', 'Invalid parameter search detected', { service: 'mdm' }),
  })
  expect(await choices('anchor')).toEqual(['Anchor'])
})

test('the platforms that can be chosen are those of the server, not of the page that is shown', async () => {
  const kinds = ['Platform A', 'Platform B', 'Platform C']
  const all = kinds.flatMap((platform_type, kind) =>
    Array.from({ length: 60 }, (_, at) => ({
      device_id: `${kind} ${at}`,
      device_name: `Phone ${kind * 60 + at + 100}`,
      platform_type,
    })),
  )
  const calls = await open(paths.devices, ({ platform, offset = '0', limit = '50' }) => {
    const these = platform === undefined ? all : all.filter(({ platform_type }) => platform_type === platform)
    const from = Number(offset)
    return { devices: these.slice(from, from + Number(limit)), metadata: { total_record_count: these.length } }
  })
  const options = () => page.getByRole('combobox', { name: 'Platform' }).getByRole('option').elements()
  await expect.poll(() => options().map(({ textContent }) => textContent)).toEqual(['Any platform', ...kinds])
  const whole = calls.filter(({ row, body }) => row === listDevices.id && Number(body.limit) >= 200)
  expect(whole, 'not by reading every device').toEqual([])
})

test('removed devices are hidden until somebody asks for them', async () => {
  await open(paths.devices, ({ exclude_removed }) => ({
    devices:
      String(exclude_removed) === 'true' ? rows : [...rows, { device_id: '9', device_name: 'Gone', is_removed: true }],
  }))
  await expectNames(['Anchor', 'Moss', 'Zebra'])
  expect(page.getByText('Gone').elements()).toEqual([])
  await page.getByRole('combobox', { name: 'Removed devices' }).selectOptions('Include removed')
  await expect.element(page.getByText('Gone')).toBeVisible()
})
