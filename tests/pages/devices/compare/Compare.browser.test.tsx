import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { compareIndexedGroup } from '#contract/fleet/fleet-answers.ts'
import { compareWithGroup } from '#contract/console/plans/group-comparison.ts'
import { itemOutcomes, listJobItems, listJobs, readJob } from '#contract/console/jobs.ts'
import { listValueNotes } from '#contract/console/value-notes.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { getGroup } from '#contract/mdm/groups.ts'
import * as Compare from '#pages/devices/compare/Compare.tsx'
import { compareHref } from '#pages/devices/compare/compare-address.ts'
import { paths } from '#paths.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { type Answers, answering } from '../../../support/answering.ts'
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

async function open(left: string, right: string, answers: Answers = {}, more = '') {
  const calls = answering({
    [getDevice.id]: ({ device_id }) => ({ ...records[String(device_id)] }),
    [listValueNotes.id]: { notes: [] },
    [listJobs.id]: { rows: [], total: 0 },
    ...answers,
  })
  const routes = [{ path: paths.compareDevices, Component: Compare.Component }]
  await render(
    <QueryClientProvider client={queryClient}>
      <UiProvider>
        <RouterProvider router={createMemoryRouter(routes, { initialEntries: [compareHref(left, right) + more] })} />
      </UiProvider>
    </QueryClientProvider>,
  )
  return calls
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

const state = { state: 'ready', devices: 5, detailed: 5, old: 0, asOf: Date.now() }

test('beside a group, the device is compared with how many have which value, and a value leads to its devices', async () => {
  const group = {
    [getGroup.id]: { group_id: '77', name: 'Tills' },
    [compareIndexedGroup.id]: {
      isRead: true,
      group: 'Tills',
      members: 4,
      fields: [
        { field: 'passcode_present', own: true, same: 4, missing: 0, values: [{ value: true, count: 4 }] },
        { field: 'allow_camera', own: '0', same: 0, missing: 1, values: [{ value: '1', count: 3 }] },
      ],
      entries: [{ list: 'app', name: 'Pocket Ledger', own: false, count: 3 }],
      state,
    },
  }
  await open('1', '', group, '&group=77')
  const table = page.getByRole('table', { name: 'Compare with group' })
  await expect
    .element(table.getByRole('row', { name: /Allow camera.*1, meaning not defined: 3.*not reported: 1/ }))
    .toBeVisible()
  await expect.element(table.getByRole('row', { name: /Pocket Ledger App does not have it/ })).toBeVisible()
  await expect.element(table.getByRole('row', { name: /Passcode present/ })).not.toBeInTheDocument()
  await expect
    .element(table.getByRole('link', { name: /not reported: 1/ }))
    .toHaveAttribute('href', '/devices/query?query=group%3DTills+missing%3Aallow_camera')
  await page.getByRole('radio', { name: 'Identical' }).click()
  await expect.element(table.getByRole('row', { name: /Passcode present/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Compare with each member' })).toBeVisible()
})

test('where the index has no members of a group, that is said, and each can be read', async () => {
  const none = { isRead: true, members: 0, fields: [], entries: [], state }
  await open('1', '', { [getGroup.id]: { group_id: '77' }, [compareIndexedGroup.id]: none }, '&group=77')
  await expect.element(page.getByText(/contains no other members of this group/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Compare with each member' })).toBeVisible()
})

test('a group is compared by a job, which one request starts, and whose results lead to the comparisons', async () => {
  const counts = Object.fromEntries(itemOutcomes.map((outcome) => [outcome, 0]))
  const job = {
    id: 12,
    endpoint: 'mdm.compareDevice',
    title: 'Comparison of Anchor with group Tills',
    kind: 'device-comparison',
    by: 'ada',
    isMine: true,
    isPermitted: true,
    state: 'ended',
    counts: { ...counts, failed: 1 },
    total: 1,
    changes: [],
    target: '',
    reason: '',
    ticket: '',
    erased: [],
    createdAt: Date.now(),
    changedAt: Date.now(),
  }
  const item = {
    n: 1,
    subject: '2',
    label: 'Moss',
    detail: '',
    outcome: 'failed',
    remark: '1 difference: Camera',
    attempts: 1,
    evidence: '',
    changedAt: Date.now(),
  }
  const none = { isRead: true, members: 0, fields: [], entries: [], state }
  const calls = await open(
    '1',
    '',
    {
      [getGroup.id]: { group_id: '77', name: 'Tills' },
      [compareIndexedGroup.id]: none,
      [compareWithGroup.id]: job,
      [readJob.id]: job,
      [listJobItems.id]: { rows: [item], total: 1 },
    },
    '&group=77',
  )
  await page.getByRole('button', { name: 'Compare with each member' }).click()
  const table = page
    .getByRole('table', { name: 'Compare devices' })
    .or(page.getByRole('grid', { name: 'Compare devices' }))
  await expect.element(table.getByText('1 difference: Camera')).toBeVisible()
  await expect.element(table.getByRole('link', { name: 'Moss' })).toHaveAttribute('href', compareHref('1', '2'))
  const started = calls.filter(({ row }) => row === compareWithGroup.id)
  expect(started.map(({ body }) => body)).toMatchObject([
    { device_id: '1', group_id: '77', title: 'Comparison of Anchor with group Tills' },
  ])
  expect(calls.filter(({ row }) => row === getDevice.id)).toHaveLength(1)
})
