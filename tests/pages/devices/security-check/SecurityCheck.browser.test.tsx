import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { forgetRefused } from '#components/lists/checked/call-without.ts'
import { planJob } from '#contract/console/jobs.ts'
import { getDeviceSecurity } from '#contract/mdm/device-parts.ts'
import { checkIndexedSecurity } from '#contract/fleet/fleet-answers.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { Problem } from '#contract/problem.ts'
import * as SecurityCheck from '#pages/devices/security-check/SecurityCheck.tsx'
import { paths } from '#paths.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { type Answers, answering } from '../../../support/answering.ts'
import { signedInWith } from '../signed-in.ts'

const enrolled = (id: string) => ({ device_id: id, device_name: `Phone ${id}`, managed_status: 2 })
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

test('what was never enrolled is left out, and what came of it is there when one comes back', async () => {
  const { router, asked } = await open()
  await expect.element(page.getByText(/of 2 devices, without those that were never enrolled/)).toBeVisible()
  await start()
  await expect.element(page.getByText('2 of 2 read')).toBeVisible()
  await page.getByRole('link', { name: 'Phone 2' }).click()
  await expect.element(page.getByText('One device')).toBeVisible()
  await router.navigate(-1)
  await expect.element(page.getByRole('link', { name: 'Phone 2' })).toBeVisible()
  expect(asked()).toEqual(['1', '2'])
})

test('its rows can be chosen, and sent a command', async () => {
  await open({}, '?search=phone')
  await start()
  await page.getByRole('checkbox', { name: 'Select Phone 2' }).click()
  await page.getByRole('button', { name: 'Send a command' }).click()
  await expect.element(page.getByText('Send to many devices')).toBeVisible()
})

test('a server that refuses the filters is asked without them, and they are applied here', async () => {
  const { asked } = await open(
    {
      [listDevices.id]: ({ managed_status }) =>
        managed_status === undefined
          ? { devices: [enrolled('1'), enrolled('2'), never], metadata: { total_record_count: 3 } }
          : new Problem('COM0005', 'Invalid parameter managed_status detected', { service: 'mdm' }),
    },
    '?sort=-device_name',
  )
  await start()
  await expect.element(page.getByText('2 of 2 read')).toBeVisible()
  expect(new Set(asked())).toEqual(new Set(['1', '2']))
})

test('a server that wants fewer questions is waited for, and the check goes on by itself', async () => {
  let refusals = 0
  const limited = new Problem('COM0002', undefined, { service: 'mdm', retryAfterSeconds: 1 })
  // Other filters than above: what came of those checks is kept.
  const { asked } = await open({ [getDeviceSecurity.id]: () => (refusals++ === 0 ? limited : {}) }, '?search=Phone')
  await start()
  await expect.element(page.getByText('2 of 2 read'), { timeout: 20_000 }).toBeVisible()
  expect(asked().length).toBeGreaterThan(2)
})

test('as a job it runs without this page, and is about each device by its name', async () => {
  const planned: Record<string, unknown>[] = []
  const { asked } = await open({
    [planJob.id]: (body) => {
      planned.push(body)
      return new Problem('NOT_FOUND')
    },
  })
  await page.getByRole('button', { name: 'Run as a job' }).click()
  await expect
    .poll(() => planned, { timeout: 20_000 })
    .toMatchObject([
      {
        endpoint: getDeviceSecurity.id,
        title: 'Security check of 2 devices',
        items: [
          { subject: '1', label: 'Phone 1' },
          { subject: '2', label: 'Phone 2' },
        ],
      },
    ])
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(asked()).toEqual([])
})

const state = { state: 'ready', devices: 3, detailed: 3, old: 0, asOf: Date.now() - 7_200_000 }
const indexed = [
  { device_id: '8', device_name: 'Till 8', values: { is_encryption_enabled: false, user_name: 'Ada' } },
  { device_id: '9', device_name: 'Till 9', values: { is_encryption_enabled: true, passcode_present: false } },
]

test('what the index has is shown at once with its age, filtered there, until a check is started', async () => {
  const { calls } = await open(
    {
      [checkIndexedSecurity.id]: ({ encryption }) => {
        const rows = encryption === 'Off' ? indexed.slice(0, 1) : indexed
        return { rows, total: rows.length, counts: { Off: 1, On: 1, 'no-passcode': 1, rooted: 0 }, state }
      },
    },
    '?search=hon&managed_status=2',
  )
  await expect.element(page.getByRole('link', { name: 'Till 9' })).toBeVisible()
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
  await expect.element(page.getByText(/of 2 read/)).toBeVisible()
  await expect.element(page.getByText(/full records/)).not.toBeInTheDocument()
  await expect.element(page.getByText('2 of 2 read')).toBeVisible()
  await page.getByRole('button', { name: 'Clear result' }).click()
  await expect.element(page.getByRole('link', { name: 'Till 8' })).toBeVisible()
})

test('without a credential of the console it is said what one would add, and the check is as ever', async () => {
  await open({}, '?search=phon')
  await expect.element(page.getByText(/With a service credential for this server/)).toBeVisible()
  await start()
  await expect.element(page.getByText('2 of 2 read')).toBeVisible()
})
