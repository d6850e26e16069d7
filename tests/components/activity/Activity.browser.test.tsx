import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { Activity } from '#components/activity/Activity.tsx'
import { changeSource, commandSource } from '#components/activity/record-sources.ts'
import { listAnnotationChanges } from '#contract/console/annotations/annotations.ts'
import { listAudit } from '#contract/console/audit.ts'
import { listComputerChanges } from '#contract/fleet/computer-endpoints.ts'
import { listDeviceChanges } from '#contract/fleet/fleet-endpoints.ts'
import { listDeviceCommands } from '#contract/mdm/devices.ts'
import { Problem } from '#contract/problem.ts'
import { signedInWith } from '../../pages/devices/signed-in.ts'
import { type Answers, answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'

beforeEach(async () => {
  queryClient.clear()
  await page.viewport(1280, 800)
})
afterEach(() => cleanup())

const hour = 3_600_000
const start = Date.UTC(2026, 10, 20)
const entry = (id: number, at: number, target: string) => ({
  source: 'console',
  id,
  at,
  site: 'test',
  user: 'ada',
  address: '',
  action: 'mdm.lockDevice',
  target,
  description: '',
  reason: 'Lost',
  ticket: '',
  result: 'done',
  code: '',
})

const ofDevice = (
  <Activity
    kind="device"
    subject="7"
    search="7"
    identifiers={['id:7']}
    commands={commandSource('7')}
    changes={changeSource(listDeviceChanges, { device_id: '7' }, (field) => `/devices/7#${field}`)}
  />
)

async function open(answers: Answers = {}, element = ofDevice) {
  const calls = answering({
    [listDeviceCommands.id]: {
      commands: [
        { command_name: 'LostMode', command_status: 2, added_time: String(start + 3 * hour), command_history_id: 5 },
      ],
    },
    [listAudit.id]: {
      total: 2,
      missing: [],
      unseen: 0,
      entries: [entry(2, start + 2 * hour, 'device_id: 7'), entry(1, start, 'device_id: 77')],
    },
    [listAnnotationChanges.id]: {
      rows: [{ at: start + hour, by: 'grace', field: 'owner', name: 'Owner', before: '', after: 'Ada' }],
    },
    [listDeviceChanges.id]: {
      changes: [{ id: 1, at: start - hour, field: 'office', before: 'Lisboa', after: 'Porto' }],
      state: { state: 'ready', devices: 1, detailed: 1, old: 0, asOf: start },
    },
    ...answers,
  })
  await renderRouter(createMemoryRouter([{ path: '/', element }]))
  return calls
}
const titles = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent)

test('commands, audit, notes and changes stand in one order, linked, and each source can be seen alone', async () => {
  signedInWith('MDM_Read', 'Common_Admin')
  await open()
  await expect.poll(() => titles().length, { timeout: 20_000 }).toBe(4)
  expect(titles()[0]).toContain('Lost')
  expect(titles()[1]).toContain('device_id: 7')
  expect(titles()[2]).toContain('Set to “Ada”')
  expect(titles()[3]).toContain('“Lisboa” changed to “Porto”')
  await expect
    .element(page.getByRole('link', { name: /Lost/ }).first())
    .toHaveAttribute('href', expect.stringContaining('commands?entry=5'))
  const links = page.getByRole('listitem').getByRole('link').elements()
  expect(links.map((link) => link.getAttribute('href')?.replace(/\?.*/, ''))).toEqual([
    '/devices/7/commands',
    '/audit',
    '/devices/7',
    '/devices/7#office',
  ])
  await page.getByRole('radio', { name: 'Notes and tags' }).click({ force: true })
  await expect.poll(() => titles().length, { timeout: 20_000 }).toBe(1)
})

test('a source that fails says so in place, and the others are shown', async () => {
  signedInWith('MDM_Read')
  await open({ [listDeviceCommands.id]: new Problem('UNREACHABLE') })
  await expect.element(page.getByText('Could not load: Commands. Its entries are missing below.')).toBeVisible()
  await expect.element(page.getByText('Set to “Ada”')).toBeVisible()
  await expect.element(page.getByText('Audit of this console: viewing it requires Common_Admin.')).toBeVisible()
})

test('nothing is called no activity while a source is not read', async () => {
  signedInWith('MDM_Read')
  const nothing = { changes: [], state: { state: 'ready', devices: 1, detailed: 1, old: 0 } }
  await open({
    [listDeviceCommands.id]: new Problem('UNREACHABLE'),
    [listAnnotationChanges.id]: { rows: [] },
    [listDeviceChanges.id]: nothing,
  })
  await expect.element(page.getByText('No activity in the sources that could be loaded.')).toBeVisible()
  await expect.element(page.getByText('No activity.')).not.toBeInTheDocument()
})

test('without a credential of the console, changes of the record are named as what it cannot tell', async () => {
  signedInWith('MDM_Read')
  await open({
    [listDeviceChanges.id]: { changes: [], state: { state: 'no-credential', devices: 0, detailed: 0, old: 0 } },
  })
  await expect.element(page.getByText('Could not load: Record changes. Its entries are missing below.')).toBeVisible()
  await expect.element(page.getByText('Set to “Ada”')).toBeVisible()
})

const ofComputer = (
  <Activity
    kind="computer"
    subject="7"
    search="7"
    identifiers={['id:7']}
    changes={changeSource(listComputerChanges, { resource_id: '7' })}
  />
)

test('what changed on a computer stands among its activity', async () => {
  signedInWith('Inventory_Read', 'SOM_Read')
  await open(
    {
      [listComputerChanges.id]: {
        changes: [{ id: 1, at: start + 5 * hour, field: 'branch_office_name', before: 'Lisboa', after: 'Porto' }],
        state: { state: 'ready', devices: 1, detailed: 1, old: 0, asOf: start },
      },
    },
    ofComputer,
  )
  await expect.poll(() => titles()[0], { timeout: 20_000 }).toContain('“Lisboa” changed to “Porto”')
  await page.getByRole('radio', { name: 'Record changes' }).click({ force: true })
  await expect.poll(() => titles().length, { timeout: 20_000 }).toBe(1)
})

test('where the console has not read the computers, no changes does not mean that there were none', async () => {
  signedInWith('Inventory_Read', 'SOM_Read')
  await open(
    { [listComputerChanges.id]: { changes: [], state: { state: 'reading', devices: 0, detailed: 0, old: 0 } } },
    ofComputer,
  )
  await expect.element(page.getByText(/^Record changes are kept once/)).toBeVisible()
})
