import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { forgetRefused } from '#components/lists/checked/call-without.ts'
import { listJobItems, listJobs, planning, readJob } from '#contract/console/jobs.ts'
import { checkSecurity, selectDevices } from '#contract/console/plans/device-selections.ts'
import { createSchedule, previewSchedule } from '#contract/console/schedules.ts'
import { getDeviceSecurity } from '#contract/mdm/device-parts.ts'
import { checkIndexedSecurity } from '#contract/fleet/fleet-answers.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { Problem } from '#contract/problem.ts'
import * as SecurityCheck from '#pages/devices/security-check/SecurityCheck.tsx'
import { paths } from '#paths.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { type Answers, answering } from '../../../support/answering.ts'
import { signedInWith } from '../signed-in.ts'

const enrolled = (id: string) => ({ device_id: id, device_name: `Phone ${id}`, managed_status: 2 })
const enrolledOf = ({ device_id }: Record<string, unknown>) => enrolled(String(device_id))
const never = { device_id: '3', device_name: 'Phone 3', managed_status: 1 }
const among = ({ managed_status }: Record<string, unknown>) => {
  const wanted = String(managed_status).split(',')
  return [enrolled('1'), enrolled('2'), never].filter((one) => wanted.includes(String(one.managed_status)))
}

beforeEach(() => {
  queryClient.clear()
  forgetRefused()
  signedInWith('MDM_Read', 'MDM_Write')
})

async function open(answers: Answers = {}, search = '') {
  const calls = answering({
    [listDevices.id]: (body) => ({ devices: among(body), metadata: { total_record_count: among(body).length } }),
    [getDeviceSecurity.id]: ({ device_id }) => ({ is_encryption_enabled: device_id === '1' }),
    ...answers,
  })
  const routes = [
    { path: paths.securityCheck, Component: SecurityCheck.Component },
    { path: '/devices/:id/security', element: <p>One device</p> },
    { path: paths.bulk, element: <p>Send to many devices</p> },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [paths.securityCheck + search] })
  await render(
    <QueryClientProvider client={queryClient}>
      <UiProvider>
        <RouterProvider router={router} />
      </UiProvider>
    </QueryClientProvider>,
  )
  return {
    router,
    calls,
    asked: () => calls.filter(({ row }) => row === getDeviceSecurity.id).map(({ body }) => body.device_id),
  }
}
const start = () => page.getByRole('button', { name: 'Start check' }).click()

const encryptionOff = 'Encryption off, No passcode'
/** A job as the console keeps it: it has checked everything as soon as it was started. */
function checks() {
  const planned: Record<string, unknown>[] = []
  const counts = { waiting: 0, sent: 0, accepted: 0, done: 1, failed: 1, refused: 0, unknown: 0, skipped: 0 }
  const job = {
    id: 7,
    endpoint: getDeviceSecurity.id,
    title: 'Security check of 2 devices',
    kind: 'device-check',
    by: 'chief',
    isMine: true,
    isPermitted: true,
    state: 'ended' as 'running' | 'ended',
    counts,
    total: 2,
    changes: [],
    target: '',
    reason: '',
    ticket: '',
    erased: [],
    createdAt: Date.now(),
    startedAt: Date.now(),
    changedAt: Date.now(),
  }
  const read = { attempts: 1, evidence: '', changedAt: Date.now() }
  const items = [
    { ...read, n: 1, subject: '1', label: 'Phone 1', detail: 'Ada', outcome: 'done', remark: 'Encryption on' },
    { ...read, n: 2, subject: '2', label: 'Phone 2', detail: 'Bo', outcome: 'failed', remark: encryptionOff },
  ]
  const answers: Answers = {
    [checkSecurity.id]: (body) => {
      planned.push(body)
      return job
    },
    [readJob.id]: () => job,
    [listJobs.id]: () => ({
      rows: planned.length > 0 || job.state === 'running' ? [job] : [],
      total: 1,
      running: 0,
      paused: 0,
      held: 0,
    }),
    [listJobItems.id]: ({ outcome, finding }) => {
      const rows = items.filter(
        (item) =>
          (outcome === undefined || item.outcome === outcome) &&
          (typeof finding !== 'string' || item.remark.split(', ').includes(finding)),
      )
      return { rows, total: rows.length }
    },
  }
  return { planned, answers, job }
}

test('a check is a job about each device that was ever enrolled; its findings are there when one comes back', async () => {
  const { answers, planned } = checks()
  const { router, asked } = await open(answers)
  await expect.element(page.getByText(/of 2 devices, without those that were never enrolled/)).toBeVisible()
  await start()
  await expect.element(page.getByText('Ended: Security check of 2 devices')).toBeVisible()
  // The console selects the devices.
  expect(planned).toMatchObject([{ filter: { managed_status: '2,4,5' }, starts: true }])
  expect(asked().length, 'the page reads no device itself, but finds out whether the server offers it').toBe(1)
  await expect
    .element(page.getByRole('row', { name: /Phone 2.*Needs attention.*Encryption off, No passcode/ }))
    .toBeVisible()
  await page.getByRole('radio', { name: 'No passcode' }).click()
  await expect.element(page.getByRole('link', { name: 'Phone 1' })).not.toBeInTheDocument()
  expect(router.state.location.search).toContain('finding=No+passcode')
  await page.getByRole('link', { name: 'Phone 2' }).click()
  await expect.element(page.getByText('One device')).toBeVisible()
  await router.navigate(-1)
  await expect.element(page.getByRole('link', { name: 'Phone 2' })).toBeVisible()
})

test('a check that runs is shown by a page that did not start it', async () => {
  const { answers, job } = checks()
  job.state = 'running'
  await open(answers)
  await expect.element(page.getByText('Running: Security check of 2 devices')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Phone 2/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Check again' })).toHaveAttribute('aria-disabled', 'true')
})

test('the last check is shown to whoever opens the page later, until they clear another one', async () => {
  const { answers, planned } = checks()
  planned.push({})
  const { router } = await open(answers)
  await expect.element(page.getByText('Ended: Security check of 2 devices')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Phone 2/ })).toBeVisible()
  await start()
  await expect.poll(() => router.state.location.search).toBe('?check=7')
  await page.getByRole('button', { name: 'Clear result' }).click()
  await expect.element(page.getByRole('table', { name: 'Security check' })).not.toBeInTheDocument()
})

test('its rows can be chosen, and sent a command', async () => {
  const { calls } = await open({ ...checks().answers, [getDevice.id]: enrolledOf }, '?search=phone')
  await start()
  await page.getByRole('checkbox', { name: 'Select Phone 2' }).click()
  const listed = () => calls.filter(({ row }) => row === listDevices.id).length
  const before = listed()
  await page.getByRole('button', { name: 'Send a command' }).click()
  await expect.element(page.getByText('Send to many devices')).toBeVisible()
  expect(listed(), 'only the chosen devices are read').toBe(before)
  expect(calls.filter(({ row }) => row === getDevice.id).map(({ body }) => body.device_id)).toEqual(['2'])
})

test('where single devices are not offered, the chosen ones are found in the list', async () => {
  const notOffered = () => new Problem('COM0008', 'No such path', { service: 'mdm', status: 404 })
  const { calls } = await open(
    {
      ...checks().answers,
      [getDevice.id]: notOffered,
      [selectDevices.id]: { devices: [enrolled('1'), enrolled('2')] },
    },
    '?search=phone',
  )
  await start()
  await page.getByRole('checkbox', { name: 'Select Phone 2' }).click()
  await page.getByRole('button', { name: 'Send a command' }).click()
  await expect.element(page.getByText('Send to many devices')).toBeVisible()
  expect(calls.filter(({ row }) => row === selectDevices.id).map(({ body }) => body)).toMatchObject([
    { filter: { search: 'phone' } },
  ])
})

test('while the console reads the list, the page says so and starts no second check', async () => {
  const { answers, job } = checks()
  const why = { code: planning, message: 'The console reads the list of devices.' }
  Object.assign(job, { state: 'planned', startedAt: undefined, title: 'Security check', total: 0, why })
  await open(answers)
  await start()
  await expect.element(page.getByText(/The console reads the list of devices/).first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Check again' })).toHaveAttribute('aria-disabled', 'true')
  Object.assign(job, {
    state: 'ended',
    startedAt: Date.now(),
    title: 'Security check of 2 devices',
    total: 2,
    why: undefined,
  })
  await expect.element(page.getByText('Ended: Security check of 2 devices')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Phone 2/ })).toBeVisible()
})

test('a long list costs the page one request per check, and a few for a schedule', async () => {
  const { answers, job, planned } = checks()
  const all = Array.from({ length: 10_000 }, (_, at) => enrolled(String(at + 1)))
  const { calls } = await open({
    ...answers,
    [listDevices.id]: ({ limit, offset }) => ({
      devices: all.slice(Number(offset ?? 0), Number(offset ?? 0) + Number(limit ?? 50)),
      metadata: { total_record_count: all.length },
    }),
    [previewSchedule.id]: { upcoming: [] },
    [createSchedule.id]: () => new Problem('FAILED', 'Not today', { service: 'console' }),
  })
  await expect.element(page.getByText(/of 10,000 devices/)).toBeVisible()
  const lists = () => calls.filter(({ row }) => row === listDevices.id).length
  const before = lists()
  Object.assign(job, { state: 'planned' })
  await page.getByRole('button', { name: 'Schedule…' }).click()
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect.element(page.getByText('Not today').first()).toBeVisible()
  expect(planned).toMatchObject([{ starts: false }])
  expect(calls.filter(({ row }) => row === createSchedule.id).map(({ body }) => body)).toMatchObject([
    { job: 7, target: 'items' },
  ])
  await page.getByRole('button', { name: 'Cancel' }).click()
  Object.assign(job, { state: 'ended' })
  await start()
  await expect.poll(() => planned.length).toBe(2)
  expect(lists(), 'no further page of the list is read').toBe(before)
})

const state = { state: 'ready', devices: 3, detailed: 3, old: 0, asOf: Date.now() - 7_200_000 }
const indexed = [
  {
    device_id: '8',
    device_name: 'Till 8',
    values: { is_encryption_enabled: false, user_name: 'Ada' },
    encryption: 'Off',
  },
  {
    device_id: '9',
    device_name: 'Till 9',
    values: { is_encryption_enabled: true, passcode_present: false },
    encryption: 'On',
  },
]

test('what the index has is shown at once with its age, filtered there, until a check is started', async () => {
  const { calls } = await open(
    {
      ...checks().answers,
      [checkIndexedSecurity.id]: ({ encryption }) => {
        const rows = encryption === 'Off' ? indexed.slice(0, 1) : indexed
        return { rows, total: rows.length, counts: { Off: 1, On: 1, 'no-passcode': 1 }, state }
      },
    },
    '?search=hon&managed_status=2',
  )
  await expect.element(page.getByRole('link', { name: 'Till 9' })).toBeVisible()
  const choice = page.getByRole('combobox', { name: 'Passcode and integrity' })
  await expect
    .element(choice)
    .toHaveTextContent('Any passcode and integrityNo passcode: 1Rooted or jailbroken (not reported)')
  await expect.element(page.getByText(/As of 2 hours ago · full records of all 3 devices read/)).toBeVisible()
  await page.getByRole('radio', { name: 'Off' }).click()
  await expect.element(page.getByRole('link', { name: 'Till 9' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('row', { name: /Till 8.*Ada.*Off/ })).toBeVisible()
  expect(calls.findLast(({ row }) => row === checkIndexedSecurity.id)?.body).toMatchObject({
    search: 'hon',
    managed_status: '2',
    encryption: 'Off',
    offset: 0,
  })
  await start()
  await expect.element(page.getByText('Ended: Security check of 2 devices')).toBeVisible()
  await expect.element(page.getByText(/full records/)).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Clear result' }).click()
  await expect.element(page.getByRole('link', { name: 'Till 8' })).toBeVisible()
  await expect.element(page.getByText('Ended: Security check of 2 devices')).not.toBeInTheDocument()
})

test('all rows of the index are exported in few calls', async () => {
  const all = Array.from({ length: 1500 }, (_, at) => ({ ...indexed[0], device_id: String(at) }))
  const { calls } = await open({
    ...checks().answers,
    [checkIndexedSecurity.id]: ({ offset, limit }) => ({
      rows: all.slice(Number(offset), Number(offset) + Number(limit)),
      total: all.length,
      counts: { Off: all.length },
      state,
    }),
  })
  const asked = () => calls.filter(({ row }) => row === checkIndexedSecurity.id).length
  await expect.element(page.getByRole('radio', { name: /^Off/ })).toBeVisible()
  const before = asked()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect.element(page.getByText(/Export: 1,500 rows/)).toBeVisible()
  expect(asked() - before).toBeLessThanOrEqual(2)
})

test('devices that have not been read yet are not counted as unknown', async () => {
  const rows = [...indexed, { device_id: '7', device_name: 'Till 7', values: {}, encryption: 'Unread' }]
  const counts = { Off: 1, On: 1, Unread: 1 }
  await open({ ...checks().answers, [checkIndexedSecurity.id]: { rows, total: 3, counts, state } })
  await expect.element(page.getByRole('row', { name: /Till 7.*Not read yet.*not read yet/ })).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Unknown', exact: true })).toHaveAccessibleDescription(/^0/)
  await expect.element(page.getByRole('radio', { name: 'Not read yet' })).toHaveAccessibleDescription(/^1/)
})

test('while the list is read for the first time, what has been read is not called “not read yet”', async () => {
  const { asOf: _, ...unfinished } = state
  const reading = { ...unfinished, state: 'reading', devices: 590, detailed: 12 }
  const answer = { rows: indexed, total: 2, counts: { Off: 1, On: 1 }, state: reading }
  await open({ ...checks().answers, [checkIndexedSecurity.id]: answer })
  await expect
    .element(page.getByText('List of devices not complete yet · full records of 12 of 590 devices read'))
    .toBeVisible()
})

test('without rows, it is said whether the list filters or the findings found none', async () => {
  const none = {
    [checkIndexedSecurity.id]: { rows: [], total: 0, counts: { On: 0, Off: 0, 'no-passcode': 0, rooted: 0 }, state },
  }
  await open({ ...checks().answers, ...none }, '?search=nobody')
  await expect.element(page.getByText('No device matches the list filters.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Passcode and integrity' }).selectOptions('Rooted or jailbroken: 0')
  await expect.element(page.getByText('No device has these findings.')).toBeVisible()
})

const manyCounts = { On: 1805, Off: 18, Unknown: 199, Contradictory: 3, Unread: 12, 'no-passcode': 40, rooted: 2 }

test('filters, number of rows and tools share one row', async () => {
  await page.viewport(1280, 800)
  const answer = { rows: indexed, total: 2, counts: manyCounts, state }
  await open({ ...checks().answers, [checkIndexedSecurity.id]: answer })
  const middle = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return Math.round((top + bottom) / 2)
  }
  const parts = [
    page.getByRole('group', { name: 'Encryption' }),
    page.getByRole('combobox', { name: 'Passcode and integrity' }),
    page.getByRole('button', { name: 'Export CSV' }),
  ]
  for (const part of parts) await expect.element(part).toBeVisible()
  const [first = 0, ...others] = parts.map((part) => middle(part.element()))
  for (const other of others) expect(Math.abs(other - first)).toBeLessThan(6)
})

test('on a phone the filters stay within the screen, in two rows', async () => {
  await page.viewport(390, 844)
  const answer = { rows: indexed, total: 2, counts: manyCounts, state }
  await open({ ...checks().answers, [checkIndexedSecurity.id]: answer })
  const tabs = page.getByRole('group', { name: 'Encryption' })
  const choice = page.getByRole('combobox', { name: 'Passcode and integrity' })
  for (const part of [tabs, choice]) {
    await expect.element(part).toBeVisible()
    expect(part.element().getBoundingClientRect().right).toBeLessThanOrEqual(390)
  }
  expect(choice.element().getBoundingClientRect().bottom - tabs.element().getBoundingClientRect().top).toBeLessThan(90)
  await page.viewport(1280, 800)
})

test('beside the index, the last check is stated, and its result shown on request', async () => {
  const { answers, planned } = checks()
  planned.push({})
  await open({ ...answers, [checkIndexedSecurity.id]: { rows: indexed, total: 2, counts: { Off: 1, On: 1 }, state } })
  await expect.element(page.getByRole('link', { name: 'Till 8' })).toBeVisible()
  await expect.element(page.getByText('Ended: Security check of 2 devices')).toBeVisible()
  await page.getByRole('button', { name: 'Show last result' }).click()
  await expect.element(page.getByRole('row', { name: /Phone 2/ })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Till 8' })).not.toBeInTheDocument()
})

test('without a credential of the console it is said what one would add, and the check is as ever', async () => {
  await open(checks().answers, '?search=phon')
  await expect.element(page.getByText(/With a service credential for this server/)).toBeVisible()
  await start()
  await expect.element(page.getByText('Ended: Security check of 2 devices')).toBeVisible()
})
