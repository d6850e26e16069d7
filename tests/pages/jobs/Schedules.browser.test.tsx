import { createMemoryRouter } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { explainEvents } from '#contract/console/notice-rules.ts'
import { planJob } from '#contract/console/jobs.ts'
import {
  createSchedule,
  listScheduleRuns,
  listSchedules,
  pauseSchedule,
  previewSchedule,
  readSchedule,
  type Schedule as ScheduleView,
} from '#contract/console/schedules.ts'
import { Problem } from '#contract/problem.ts'
import { currentSession } from '#contract/session.ts'
import * as NewSchedule from '#pages/jobs/schedules/NewSchedule.tsx'
import * as Schedule from '#pages/jobs/schedules/Schedule.tsx'
import * as Schedules from '#pages/jobs/schedules/Schedules.tsx'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { jobOf } from './job-records.ts'

const permissions = ['MDM_Write', 'KeyManagement_Write']
const operator = {
  state: 'signed-in',
  user: { name: 'operator', authType: 'Local Authentication', permissions },
  site: { name: 'main', label: 'Main' },
}
beforeEach(() => {
  queryClient.clear()
  queryClient.setQueryData([currentSession.id, {}], operator)
  queryClient.setQueryDefaults([currentSession.id], { staleTime: Number.POSITIVE_INFINITY })
})

const nextAt = Date.UTC(2100, 2, 28, 1)
const schedule: ScheduleView & { upcoming: number[] } = {
  id: 7,
  title: 'Scan tills at night',
  endpoint: 'mdm.sendCommands',
  operation: 'Send a command to devices',
  target: 'items',
  kind: 'device',
  total: 250,
  by: 'operator',
  isMine: true,
  isPermitted: true,
  state: 'active',
  rule: { kind: 'weekly', days: [1, 5], time: '02:00' },
  zone: 'Europe/Berlin',
  windowMinutes: 120,
  missed: 'skip',
  reason: '',
  ticket: '',
  nextAt,
  createdAt: Date.UTC(2026, 2, 2),
  changedAt: Date.UTC(2026, 2, 2),
  upcoming: [nextAt],
}
const { id, state, counts, total } = jobOf({ state: 'ended', counts: { done: 248, failed: 2 } })
const place = 'shop.example:443'
const found = { isFirst: false, added: 1, changed: 0, lost: 0, places: [{ place, change: 'added', name: 'shop' }] }
const runs = [
  { dueAt: Date.UTC(2026, 2, 6), state: 'started', message: '', job: { id, state, counts, total }, found },
  { dueAt: Date.UTC(2026, 2, 2), state: 'skipped', message: 'Job 11 of an earlier run has not ended.' },
]

async function open(at: string, more: Answers = {}) {
  const calls = answering({
    [listSchedules.id]: { rows: [schedule], total: 1, paused: 0 },
    [readSchedule.id]: schedule,
    [listScheduleRuns.id]: { rows: runs, total: 2 },
    [previewSchedule.id]: { upcoming: [nextAt] },
    [planJob.id]: jobOf({ id: 31, state: 'planned' }),
    [createSchedule.id]: schedule,
    [pauseSchedule.id]: schedule,
    ...more,
  })
  const routes = [
    { path: paths.schedules, Component: Schedules.Component },
    { path: paths.newSchedule, Component: NewSchedule.Component },
    { path: '/jobs/schedules/:id', Component: Schedule.Component },
    { path: '*', Component: () => null },
  ]
  await renderRouter(createMemoryRouter(routes, { initialEntries: [at] }))
  return (row: string) => calls.filter((call) => call.row === row).map(({ body }) => body)
}

describe('the list', () => {
  test('says what repeats when, on which clocks, and what came of the last run', async () => {
    await page.viewport(1280, 800)
    await open(paths.schedules)
    const row = page.getByRole('row').nth(1)
    await expect.element(row).toMatchTextContent(/Every Monday and Friday at 02:00 \(Europe\/Berlin\)/)
    await expect.element(row).toMatchTextContent(/Active/)
    await expect
      .element(page.getByRole('link', { name: 'Scan tills at night' }))
      .toHaveAttribute('href', paths.schedule('7'))
  })

  test('that is empty leads to a new schedule, and one that failed says why', async () => {
    await open(paths.schedules, { [listSchedules.id]: { rows: [], total: 0, paused: 0 } })
    await expect.element(page.getByText('No schedules yet')).toBeVisible()
    expect(page.getByRole('link', { name: 'New schedule' }).elements()).toHaveLength(2)
  })

  test('that could not be read says why', async () => {
    await open(paths.schedules, { [listSchedules.id]: new Problem('FAILED', 'The disk is full') })
    await expect.element(page.getByText('The disk is full')).toBeVisible()
  })
})

describe('a schedule', () => {
  test('shows its next runs on the clocks of its zone, and leads to the jobs of its last ones', async () => {
    await page.viewport(1280, 800)
    await open(paths.schedule('7'))
    await expect.element(page.getByText(/^Sun, 28 Mar 2100, 03:00 CEST/)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Ended: 248 of 250 completed' }))
      .toHaveAttribute('href', paths.job('12'))
    await expect.element(page.getByRole('link', { name: place })).toHaveAttribute('href', paths.tlsHost(place))
    await expect.element(page.getByText('Job 11 of an earlier run has not ended.')).toBeVisible()
  })

  test('that stands still says why', async () => {
    const message = 'The sign-in of operator is no longer valid. The schedule resumes when they sign in again.'
    const paused = { ...schedule, state: 'paused', why: { code: 'SIGNED_OUT', message }, nextAt: undefined }
    await open(paths.schedule('7'), { [readSchedule.id]: paused })
    await expect.element(page.getByText(message, { exact: false })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Resume' })).toBeVisible()
  })

  test('explains why no notification was sent', async () => {
    const off = { rows: [], reasons: [{ event: 'discovery-changes', text: 'Its rule is off.' }], mayMute: false }
    const asked = await open(paths.schedule('7'), { [explainEvents.id]: off })
    await page.getByRole('button', { name: 'Notifications' }).click()
    const dialog = page.getByRole('dialog', { name: 'Notifications' })
    await expect.element(dialog.getByText('Its rule is off.')).toBeVisible()
    expect(asked(explainEvents.id)).toEqual([{ page: paths.schedule('7') }])
  })

  test('of somebody else can be paused, and not be changed', async () => {
    const asked = await open(paths.schedule('7'), { [readSchedule.id]: { ...schedule, isMine: false, by: 'chief' } })
    const edit = page.getByRole('button', { name: 'Edit' })
    await expect.element(edit).toHaveAttribute('data-tip', 'It runs with the account of chief. Only they can do this.')
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect.poll(() => asked(pauseSchedule.id)).toEqual([{ schedule: 7 }])
  })
})

describe('a new schedule', () => {
  const openDialog = async (more: Answers = {}) => {
    const asked = await open(paths.newSchedule, more)
    const offer = page.getByRole('region', { name: 'Check known hosts again' })
    await offer.getByRole('button', { name: 'Schedule…' }).click()
    return asked
  }

  test('is made of a planned job, at the time that was chosen, after its next runs were shown', async () => {
    const asked = await openDialog()
    const dialog = page.getByRole('dialog', { name: 'Schedule job' })
    await dialog.getByRole('radio', { name: 'Weekly' }).click()
    await dialog.getByRole('checkbox', { name: 'Friday' }).click()
    await dialog.getByRole('textbox', { name: 'Time' }).fill('23:30')
    await dialog.getByRole('combobox', { name: 'Time zone' }).selectOptions('Asia/Tokyo')
    await dialog.getByRole('checkbox', { name: 'Only within a maintenance window' }).click()
    await dialog.getByRole('textbox', { name: 'Length of the window in hours' }).fill('1.5')
    await expect.element(dialog.getByText(/^Sun, 28 Mar 2100, 10:00/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Scan tills at night' })).toBeVisible()
    expect(asked(planJob.id)).toMatchObject([{ endpoint: 'keys.discoverFromFile', items: [] }])
    expect(asked(createSchedule.id)).toEqual([
      {
        job: 31,
        title: 'Check known hosts again',
        target: 'known-hosts',
        rule: { kind: 'weekly', days: [1, 5], time: '23:30' },
        zone: 'Asia/Tokyo',
        windowMinutes: 90,
        missed: 'once',
      },
    ])
  })

  test('renews what expires within the days that were chosen', async () => {
    const asked = await open(paths.newSchedule)
    const offer = page.getByRole('region', { name: 'Renew certificates that expire soon' })
    await offer.getByRole('combobox', { name: 'Expire within' }).selectOptions('60 days')
    await offer.getByRole('button', { name: 'Schedule…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Schedule job' })
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Scan tills at night' })).toBeVisible()
    expect(asked(planJob.id)).toMatchObject([
      { endpoint: 'keys.renewCertificate', input: { withinDays: '60' }, items: [] },
    ])
    expect(asked(createSchedule.id)).toMatchObject([
      { title: 'Renew certificates that expire within 60 days', target: 'due-certificates' },
    ])
  })

  test('says at each field what is wrong, and why a rule has no next run', async () => {
    const problem = 'Runs must be at least 10 minutes apart'
    const asked = await openDialog({ [previewSchedule.id]: { upcoming: [], problem } })
    const dialog = page.getByRole('dialog', { name: 'Schedule job' })
    await expect.element(dialog.getByText(problem)).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Title' }).fill(' ')
    await dialog.getByRole('radio', { name: 'Once', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Time' }).fill('25:00')
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    for (const said of ['Enter a title', 'Choose a day', 'Enter a time such as 02:30'])
      await expect.element(dialog.getByText(said)).toBeVisible()
    expect(asked(planJob.id)).toEqual([])
  })
})
