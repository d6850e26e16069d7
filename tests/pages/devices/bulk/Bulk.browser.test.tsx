import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { planJob, readJob, startJob } from '#contract/console/jobs.ts'
import { planCommands } from '#contract/console/plans/selection-plans.ts'
import { createSchedule, previewSchedule } from '#contract/console/schedules.ts'
import { sendCommands, wipeCorporateDataOfDevices } from '#contract/mdm/commands.ts'
import { Problem } from '#contract/problem.ts'
import { currentSession } from '#contract/session.ts'
import * as Bulk from '#pages/devices/bulk/Bulk.tsx'
import { chooseAll, chooseDevices, forgetChosen } from '#pages/devices/bulk/chosen.ts'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../../support/answering.ts'
import { renderRouter } from '../../../support/RenderRouter.tsx'
import { why } from '../../../support/why.ts'
import { jobOf } from '../../jobs/job-records.ts'

const operator = {
  state: 'signed-in',
  user: { name: 'operator', authType: 'Local Authentication', permissions: ['MDM_Admin'] },
  site: { name: 'main', label: 'Main' },
}
const devices = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    device_id: `d${at}`,
    device_name: `Till ${at}`,
    platform_type: 'Platform A',
    managed_status: at === 0 ? 4 : 2,
    owned_by: 1,
  }))

let router: ReturnType<typeof createMemoryRouter>
async function choose(count: number, answers: Answers = {}, query?: string) {
  const calls = answering({
    [planJob.id]: jobOf({ state: 'planned' }),
    [startJob.id]: jobOf({}),
    [previewSchedule.id]: { upcoming: [] },
    ...answers,
  })
  chooseDevices(query === undefined ? 'Devices' : 'Query', devices(count), query)
  const routes = [
    { path: paths.bulk, Component: Bulk.Component },
    { path: '*', Component: () => <p>A job</p> },
  ]
  router = createMemoryRouter(routes, { initialEntries: [paths.bulk] })
  await renderRouter(router)
  return calls
}
const command = (name: string) => page.getByRole('combobox', { name: 'Command' }).selectOptions(name)
type Planned = { items: { subject: string; skip?: string }[] }

beforeEach(() => {
  queryClient.clear() // not after a test: what is still drawn would ask again
  queryClient.setQueryData([currentSession.id, {}], operator)
  queryClient.setQueryDefaults([currentSession.id], { staleTime: Number.POSITIVE_INFINITY })
})
afterEach(() => forgetChosen())

test('nothing is sent before one has seen who gets it, and who is left out and why', async () => {
  const calls = await choose(3)
  await command('Scan')
  await expect.element(page.getByText('The device is not managed')).toBeVisible()
  expect(calls).toEqual([])
  await page.getByRole('button', { name: 'Send “Scan” to 2 devices' }).click()
  await expect.element(page.getByText('A job')).toBeVisible()
  expect(router.state.location.pathname).toBe(paths.job('12'))
  expect(calls.map(({ row, body }) => [row, body])).toEqual([
    [
      planJob.id,
      {
        endpoint: sendCommands.id,
        title: 'Scan to 2 devices (Devices)',
        input: { action_name: 'scan' },
        items: [
          { subject: 'd0', label: 'Till 0', detail: '', skip: 'The device is not managed' },
          { subject: 'd1', label: 'Till 1', detail: '' },
          { subject: 'd2', label: 'Till 2', detail: '' },
        ],
      },
    ],
    [startJob.id, { job: 12 }],
  ])
})

test('more devices than one call names are planned in several, and started once', async () => {
  const calls = await choose(4501)
  await command('Scan')
  await page.getByRole('button', { name: 'Send “Scan” to 4,500 devices' }).click()
  await expect.element(page.getByText('A job')).toBeVisible()
  const planned = calls.filter(({ row }) => row === planJob.id).map(({ body }) => body as Planned & { job?: number })
  expect(planned.map(({ items, job }) => [items.length, job])).toEqual([
    [2000, undefined],
    [2000, 12],
    [501, 12],
  ])
  expect(new Set(planned.flatMap(({ items }) => items.map(({ subject }) => subject))).size).toBe(4501)
  expect(calls.filter(({ row }) => row === startJob.id)).toHaveLength(1)
})

test('a passcode is nowhere in the browser’s storage, and a refusal is explained where it was typed', async () => {
  const calls = await choose(3, { [planJob.id]: new Problem('INVALID_INPUT', 'passcode: is too short') })
  await command('Enable lost mode')
  await page.getByLabelText('Passcode', { exact: true }).fill('canary-4711')
  await page.getByRole('button', { name: /^Send “Enable lost mode”/ }).click()
  await expect.element(page.getByText('passcode: is too short')).toBeVisible()
  expect(JSON.stringify(calls)).toContain('canary-4711')
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain('canary-4711')
})

test('devices that a query found can be determined by it at each start, and the choice says what that means', async () => {
  const calls = await choose(3, { [createSchedule.id]: new Problem('FORBIDDEN', 'Not today') }, 'office:Lisboa')
  await command('Scan')
  await page.getByRole('button', { name: 'Schedule…' }).click()
  const later = page.getByRole('dialog', { name: 'Schedule job' })
  await expect.element(later.getByRole('textbox', { name: 'Title' })).toHaveValue('Scan (Query)')
  await expect.element(later.getByRole('radio', { name: 'The 2 devices selected' })).toBeChecked()
  await later.getByRole('radio', { name: 'Devices that match the query at each start' }).click()
  await expect.element(later.getByText('office:Lisboa')).toBeVisible()
  await later.getByRole('button', { name: 'Schedule' }).click()
  await expect.element(later.getByText('Not today')).toBeVisible()
  const asked = (id: string) => calls.filter(({ row }) => row === id).map(({ body }) => body)
  expect(asked(planJob.id)).toMatchObject([{ items: [{ subject: 'd1' }] }])
  expect(asked(createSchedule.id)).toMatchObject([{ target: 'queried-devices', query: 'office:Lisboa' }])
})

test('a command for more devices of a query than a page loads is planned by the console', async () => {
  const job = {
    endpoint: sendCommands.id,
    kind: 'device',
    state: 'planned',
    counts: { waiting: 44_000, skipped: 999 },
  } as const
  const calls = await choose(0, { [planCommands.id]: jobOf(job), [readJob.id]: jobOf(job) })
  chooseAll('Query', '-encrypted', { count: 44_999, except: ['d7'] })
  await expect.element(page.getByText('44,999 devices, selected in Query')).toBeVisible()
  await expect.element(page.getByRole('option', { name: 'Lock', exact: true })).toBeDisabled()
  await command('Scan')
  await page.getByRole('button', { name: 'Check 44,999 devices' }).click()
  await page.getByRole('button', { name: 'Send “Scan” to 44,000 devices' }).click()
  await expect.element(page.getByText('A job')).toBeVisible()
  const asked = (id: string) => calls.filter(({ row }) => row === id).map(({ body }) => body)
  expect(asked(planCommands.id)).toEqual([
    { title: 'Scan (Query)', query: '-encrypted', input: { action_name: 'scan' }, except: ['d7'] },
  ])
  expect(asked(startJob.id)).toEqual([{ job: 12 }])
})

test('what counts as irreversible for many is not planned for devices that nobody has seen', async () => {
  await choose(3, {}, 'office:Lisboa')
  await command('Lock')
  await page.getByRole('button', { name: 'Schedule…' }).click()
  const later = page.getByRole('dialog', { name: 'Schedule job' })
  await expect.element(later.getByRole('textbox', { name: 'Title' })).toBeVisible()
  await expect.element(later.getByRole('radio', { name: /query/ })).not.toBeInTheDocument()
})

test('a wipe of many devices asks for their number and why, and hands the reason to the job', async () => {
  const calls = await choose(3)
  await command('Corporate wipe')
  await page.getByRole('button', { name: 'Send “Corporate wipe” to 2 devices' }).click()
  const reason = page.getByRole('textbox', { name: 'Reason' })
  await expect.element(reason).toHaveAccessibleDescription(/Must have at least 5 characters/)
  await reason.fill(why.reason)
  await page.getByRole('textbox', { name: 'Ticket number (optional)' }).fill(why.ticket)
  await page.getByRole('button', { name: 'Send “Corporate wipe” to 2 devices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Corporate wipe: 2 devices?' })
  await dialog.getByRole('textbox').fill('wipe 2')
  await dialog.getByRole('button', { name: 'Corporate wipe' }).click()
  await expect.element(page.getByText('A job')).toBeVisible()
  expect(calls.map(({ row, body }) => [row, body.endpoint ?? body])).toEqual([
    [planJob.id, wipeCorporateDataOfDevices.id],
    [startJob.id, { job: 12, ...why }],
  ])
})
