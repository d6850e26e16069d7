import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { listAnnotationFields } from '#contract/console/annotations/annotations.ts'
import { selectDevices } from '#contract/console/plans/device-selections.ts'
import { listConnections } from '#contract/console/connections.ts'
import { countDeviceValues, type FleetState, getFleetState, queryDevices } from '#contract/fleet/fleet-endpoints.ts'
import * as DeviceQuery from '#pages/devices/query/DeviceQuery.tsx'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../../support/answering.ts'
import { renderRouter } from '../../../support/RenderRouter.tsx'
import { signedInWith } from '../signed-in.ts'

const ready: FleetState = { state: 'ready', devices: 1973, detailed: 1240, old: 3, asOf: Date.now() }
const phone = (id: string) => ({
  device_id: id,
  device_name: `Phone ${id}`,
  values: { user_name: 'Maria', os_version: '14.8', managed_status: '2', allow_camera: '0' },
})

beforeEach(() => {
  queryClient.clear()
  signedInWith('MDM_Read', 'MDM_Write')
})

async function open(search = '', answers: Answers = {}) {
  const calls = answering({
    [listConnections.id]: { embedded: true, connections: [] },
    [getFleetState.id]: ready,
    [queryDevices.id]: { rows: [phone('1'), phone('2')], total: 2, state: ready },
    [countDeviceValues.id]: ({ field }) => ({
      values:
        field === 'office'
          ? [
              { value: 'Lisboa', count: 12 },
              { value: 'São Paulo', count: 3 },
            ]
          : [
              { value: '0', count: 7 },
              { value: '1', count: 2 },
            ],
      missing: 5,
      total: 20,
      state: ready,
    }),
    ...answers,
  })
  const router = createMemoryRouter(
    [
      { path: paths.deviceQuery, Component: DeviceQuery.Component },
      { path: paths.bulk, element: <p>Send to many devices</p> },
      { path: '/devices/:id', element: <p>One device</p> },
      { path: '*', element: <p>Another page</p> },
    ],
    { initialEntries: [paths.deviceQuery + search] },
  )
  await renderRouter(router)
  await expect.element(line()).toBeVisible()
  return { router, asked: (endpoint: { id: string }) => calls.filter(({ row }) => row === endpoint.id) }
}

const line = () => page.getByRole('combobox', { name: 'Query' })
const queryIn = (router: ReturnType<typeof createMemoryRouter>) =>
  new URLSearchParams(router.state.location.search).get('query')
const chip = (text: string) => page.getByRole('button', { name: `Remove condition: ${text}` })
const patient = { timeout: 20_000 }

test('a device without a name is called by its serial number, as in the list of devices', async () => {
  const unnamed = { ...phone('7'), device_name: ' ', values: { ...phone('7').values, serial_number: 'B8M2222FM' } }
  await open('', { [queryDevices.id]: { rows: [unnamed], total: 1, state: ready } })
  await expect.element(page.getByRole('link', { name: 'B8M2222FM' })).toHaveAttribute('href', paths.device('7'))
})

test('a link asks its question: devices with the columns that it names, and how old the answer is', async () => {
  const { asked } = await open('?query=os%3C15&columns=device_name,user_name,allow_camera&sort=-os_version')
  await expect.element(page.getByRole('link', { name: 'Phone 1' })).toHaveAttribute('href', paths.device('1'))
  await expect
    .element(page.getByText(/full records of 1,240 of 1,973 devices read · 3 older than an hour/))
    .toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Allow camera' })).toBeVisible()
  expect(asked(queryDevices).at(-1)?.body).toMatchObject({
    query: 'os<15',
    sort: '-os_version',
    columns: expect.arrayContaining(['user_name', 'allow_camera', 'managed_status']) as unknown,
    offset: 0,
  })
  await expect.element(chip('OS version below 15')).toBeVisible()
})

test('a line is completed by name, sign and value, and asked by Enter in its own words', async () => {
  const { router, asked } = await open()
  await line().click()
  await userEvent.keyboard('offi')
  await expect.element(page.getByRole('option', { name: /^office/ }).first(), patient).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(line()).toHaveValue('office')
  await userEvent.keyboard(':')
  await expect.element(page.getByRole('option', { name: 'São Paulo 3' }), patient).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(line()).toHaveValue('office:"São Paulo"')
  await userEvent.keyboard(' encrypted=no{Enter}')
  await expect.poll(() => queryIn(router), patient).toBe('office:"São Paulo" -encrypted')
  await expect.element(line()).toHaveValue('office:"São Paulo" -encrypted')
  await expect.element(chip('Encrypted: no')).toBeVisible()
  await expect
    .poll(() => asked(queryDevices).at(-1)?.body, patient)
    .toMatchObject({ query: 'office:"São Paulo" -encrypted' })
})

test('what cannot be read is said at its place, and nothing is asked', async () => {
  const { router, asked } = await open()
  await line().fill('os<15 batery<20')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/Did you mean “battery”/), patient).toBeVisible()
  await expect.element(line()).toHaveAttribute('aria-invalid', 'true')
  const field = line().element() as HTMLInputElement
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe('batery')
  expect(queryIn(router)).toBeNull()
  await userEvent.keyboard('battery')
  await expect.element(page.getByText(/Did you mean “battery”/)).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => queryIn(router), patient).toBe('os<15 battery<20')
  expect(asked(queryDevices).map(({ body }) => body.query)).not.toContain('os<15 batery<20')
})

test('removed devices are left out, which the page says and leads to', async () => {
  const { router } = await open('?query=os%3C15')
  await page.getByRole('link', { name: 'Show removed devices' }).click()
  await expect.poll(() => queryIn(router), patient).toBe('os<15 is_removed')
  await expect.element(page.getByText('Removed devices are hidden')).not.toBeInTheDocument()
})

test('a link with a line that cannot be read says so, and asks nothing', async () => {
  const { asked } = await open('?query=lastseen%3E30')
  await expect.element(page.getByText(/neither a time ago/)).toBeVisible()
  await expect.element(page.getByText(/full records/)).toBeVisible()
  expect(asked(queryDevices).map(({ body }) => body.query)).not.toContain('lastseen>30')
})

test('a condition is put together from a field by its label, a comparison and a value that devices have', async () => {
  const { router, asked } = await open('?query=os%3C15')
  await page.getByRole('button', { name: 'Add condition' }).click()
  await page.getByRole('combobox', { name: 'Field' }).fill('Allow camera')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  await page.getByRole('combobox', { name: 'Value' }).click()
  await page.getByRole('option', { name: /^0, / }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.poll(() => queryIn(router), patient).toBe('os<15 restriction:allow_camera=0')
  expect(asked(countDeviceValues).map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ query: 'os<15', field: 'allow_camera' }),
  )
  await chip('OS version below 15').click()
  await expect.poll(() => queryIn(router), patient).toBe('restriction:allow_camera=0')
})

test('a field is drawn as counts, each of which leads to its devices', async () => {
  await open('?query=os%3C15&count=allow_camera')
  const bars = page.getByRole('list', { name: 'Devices by Allow camera' })
  await expect.element(bars).toBeVisible()
  const hrefs = bars
    .getByRole('link')
    .elements()
    .map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('query'))
  expect(hrefs).toEqual([
    'os<15 restriction:allow_camera=0',
    'os<15 restriction:allow_camera=1',
    'os<15 missing:allow_camera',
  ])
  await expect.element(bars.getByText('7 · 35 %')).toBeVisible()
})

test('a version that covers longer ones leads to its own devices only', async () => {
  const values = ['15.2', '15.2.1', '15.20', '14'].map((value, at) => ({ value, count: 9 - at }))
  await open('?count=os_version', { [countDeviceValues.id]: { values, missing: 0, total: 30, state: ready } })
  const bars = page.getByRole('list', { name: 'Devices by OS version' })
  await expect.element(bars).toBeVisible()
  const hrefs = bars
    .getByRole('link')
    .elements()
    .map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('query'))
  expect(hrefs).toEqual(['os=15.2 -os:15.2.', 'os=15.2.1', 'os=15.20', 'os=14'])
})

test('times are drawn as how long ago they are', async () => {
  await open('?count=last_contact_time')
  const bars = page.getByRole('list', { name: 'Devices by Last contact time' })
  await expect
    .element(bars.getByRole('link', { name: /^7 to 30 days ago/ }))
    .toHaveAttribute(
      'href',
      expect.stringContaining(new URLSearchParams({ query: 'lastseen>=7d lastseen<30d' }).toString()),
    )
})

test('without a credential of the console it says what one would add, and asks nothing', async () => {
  const { asked } = await open('?query=os%3C99', {
    [getFleetState.id]: { state: 'no-credential', devices: 0, detailed: 0, old: 0 },
  })
  await expect.element(page.getByText('The console has no service credential for this server')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'API keys' })).toHaveAttribute('href', paths.apiKeys)
  // Another test's page may still have asked something.
  expect(asked(queryDevices).map(({ body }) => body.query)).not.toContain('os<99')
})

test('a server that could not be read is named, with the results of before', async () => {
  await open('', { [getFleetState.id]: { ...ready, state: 'failing', problem: 'The server does not answer' } })
  await expect
    .element(page.getByText(/The server does not answer\. Results are from the last successful update/))
    .toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Phone 2' })).toBeVisible()
})

test('a question without an answer says so', async () => {
  await open('?query=office%3AAtlantis', { [queryDevices.id]: { rows: [], total: 0, state: ready } })
  await expect.element(page.getByText('No matching devices')).toBeVisible()
})

test('what people keep of devices is asked by its name, and an own field by its label', async () => {
  const { router, asked } = await open(`?${new URLSearchParams({ query: '"Contract no.">12 missing:owner' })}`, {
    [listAnnotationFields.id]: {
      fields: [{ id: 'a-1', name: 'Contract no.', type: 'number', choices: [], kinds: ['device'] }],
    },
    [queryDevices.id]: {
      rows: [{ ...phone('1'), values: { own_a_1: '12345678901234567890', tag: 'lisbon, VIP' } }],
      total: 1,
      state: ready,
    },
  })
  await expect.element(chip('Contract no. above 12')).toBeVisible()
  await expect.element(chip('Owner is empty')).toBeVisible()
  await page.getByRole('combobox', { name: 'Add a column' }).fill('contract no')
  await page.getByRole('option', { name: /^Contract no\./ }).click()
  await expect.element(page.getByText('12345678901234567890')).toBeVisible()
  await expect
    .poll(() => asked(queryDevices).at(-1)?.body, patient)
    .toMatchObject({ columns: expect.arrayContaining(['own_a_1']) as unknown })
  await line().click()
  await userEvent.keyboard(' tag=')
  await expect.element(page.getByRole('option').first(), patient).toBeVisible()
  await userEvent.keyboard('vip{Escape}{Enter}')
  await expect.poll(() => queryIn(router), patient).toBe('"Contract no.">12 missing:owner tag=vip')
})

test('until every device is identified, a query that names what people keep is said to be incomplete', async () => {
  const state = { ...ready, unidentified: 700 }
  await open('?query=tag%3Aloan', { [getFleetState.id]: state })
  await expect
    .element(page.getByText('Owners, tags, notes and custom fields of 700 devices are not found yet'), patient)
    .toBeVisible()
  await line().fill('os<15')
  await userEvent.keyboard('{Enter}')
  await expect.element(chip('OS version below 15'), patient).toBeVisible()
  await expect.element(page.getByText('are not found yet'), patient).not.toBeInTheDocument()
})

test('any field can be added as a column, which the address keeps', async () => {
  const { router, asked } = await open('?columns=device_name,user_name')
  await page.getByRole('combobox', { name: 'Add a column' }).fill('battery level')
  await page.getByRole('option', { name: 'Battery level battery' }).click()
  await expect
    .poll(() => new URLSearchParams(router.state.location.search).get('columns'), patient)
    .toBe('device_name,user_name,battery_level')
  await expect
    .poll(() => asked(queryDevices).at(-1)?.body, patient)
    .toMatchObject({ columns: expect.arrayContaining(['user_name', 'battery_level']) as unknown })
})

test('rows can be chosen, and sent a command', async () => {
  const { router } = await open('?query=os%3C15')
  await page.getByRole('checkbox', { name: 'Select Phone 2' }).click()
  await page.getByRole('button', { name: 'Send a command' }).click()
  await expect.poll(() => router.state.location.pathname, patient).toBe(paths.bulk)
})

test('of more rows than can be loaded, none is read for a command', async () => {
  const { router, asked } = await open('?query=os%3C15', {
    [queryDevices.id]: { rows: [phone('1'), phone('2')], total: 45_000, state: ready },
  })
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Select all 45,000 that match' }).click()
  const before = asked(queryDevices).length
  await page.getByRole('button', { name: 'Send a command' }).click()
  await expect.poll(() => router.state.location.pathname, patient).toBe(paths.bulk)
  expect(asked(queryDevices).length - before).toBe(0)
  expect(asked(selectDevices)).toEqual([])
})

test('all rows that match are read for a command by one request', async () => {
  const all = Array.from({ length: 1500 }, (_, at) => phone(String(at)))
  const { router, asked } = await open('?query=os%3C15', {
    [selectDevices.id]: { devices: all.map(({ values, ...device }) => Object.assign({}, values, device)) },
    [queryDevices.id]: ({ offset, limit }) => ({
      rows: all.slice(Number(offset), Number(offset) + Number(limit)),
      total: all.length,
      state: ready,
    }),
  })
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Select all 1,500 that match' }).click()
  const before = asked(queryDevices).length
  await page.getByRole('button', { name: 'Send a command' }).click()
  await expect.poll(() => router.state.location.pathname, patient).toBe(paths.bulk)
  expect(asked(queryDevices).length - before).toBe(0)
  expect(asked(selectDevices).map(({ body }) => body)).toEqual([{ query: 'os<15' }])
})
