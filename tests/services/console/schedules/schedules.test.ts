// Jobs start when they are due: once for each time, over any number of processes, in the name of whoever planned them.
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ScheduleRule } from '#contract/console/schedules.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { type ScheduleWorld, startSchedules } from './schedule-world.ts'

const nightly: ScheduleRule = { kind: 'daily', time: '02:00' }

describe.each([
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
])('a schedule on $name', ({ name, skip }) => {
  let world: ScheduleWorld
  let cookie: string
  beforeEach(async () => {
    if (skip) return
    const url = name === 'PostgreSQL' ? await (await startPostgres()).createDatabase('schedules') : undefined
    world = await startSchedules(url)
    cookie = await world.proxy.signIn('writer')
  })
  afterEach(() => world?.stop())

  test.skipIf(skip)('starts one job per due time, whichever of two processes comes first', async () => {
    const { server, setTime, create, untilRuns } = world
    const { id, nextAt } = await create(cookie, nightly)
    expect(nextAt).toBe(Date.parse('2027-03-02T01:00Z'))
    setTime('2027-03-02T01:00Z')
    await untilRuns(id, cookie, [{ state: 'started', job: { state: 'ended', counts: { done: 3 } } }])
    setTime('2027-03-03T01:00:20Z')
    await untilRuns(id, cookie, [
      { dueAt: Date.parse('2027-03-03T01:00Z'), state: 'started', job: { state: 'ended', counts: { done: 3 } } },
      { dueAt: Date.parse('2027-03-02T01:00Z'), state: 'started' },
    ])
    expect([...server.ledger().values()].map((times) => times.length)).toEqual([2, 2, 2])
    const jobs = await world.jobsOf(cookie)
    expect(jobs).toMatchObject([
      { title: 'Scan tills', schedule: id },
      { title: 'Scan tills', schedule: id },
    ])
    expect(await world.readSchedule(id, cookie)).toMatchObject({
      state: 'active',
      by: 'writer',
      total: 3,
      nextAt: Date.parse('2027-03-04T01:00Z'),
      upcoming: ['2027-03-04', '2027-03-05', '2027-03-06', '2027-03-07', '2027-03-08'].map((day) =>
        Date.parse(`${day}T01:00Z`),
      ),
      last: { state: 'started' },
    })
  })

  test.skipIf(skip)('for one time ends with it, and keeps no session', async () => {
    const { id } = await world.create(cookie, { kind: 'once', at: '2027-03-02T02:00' })
    world.setTime('2027-03-02T01:00Z')
    await world.untilRuns(id, cookie, [{ state: 'started', job: { state: 'ended' } }])
    await world.untilSchedule(id, cookie, { state: 'ended', upcoming: [] })
    const row = world.proxy.tables.selectFrom('console_schedule').select(['credential', 'session']).where('id', '=', id)
    await expect.poll(() => row.executeTakeFirst(), { timeout: 60_000 }).toEqual({ credential: '', session: '' })
  })

  test.skipIf(skip)('that a process left amid its start is started by another, once', async () => {
    const { proxy, plan, create, setTime, untilRuns, server, jobsOf } = world
    const { id, nextAt = 0 } = await create(cookie, nightly)
    // As a process leaves it that ended after it had claimed the time and made a job of the items so far.
    const { id: left } = await plan(cookie, 2)
    await proxy.tables.updateTable('console_job').set({ schedule: id }).where('id', '=', left).execute()
    const due = proxy.tables.updateTable('console_schedule').where('id', '=', id)
    await due.set({ next_at: nextAt + 86_400_000 }).execute()
    const run = { schedule: id, due_at: nextAt, state: 'starting', message: '', job: left, window_end: 0 } as const
    const claim = { claim: 'of an ended process', claimed_at: nextAt }
    await proxy.tables
      .insertInto('console_schedule_run')
      .values({ ...run, ...claim })
      .execute()
    setTime(nextAt + 6 * 60_000)
    await untilRuns(id, cookie, [{ state: 'started', job: { state: 'ended', counts: { done: 3 } } }])
    expect([...server.ledger().values()].map((times) => times.length)).toEqual([1, 1, 1])
    expect(await jobsOf(cookie)).toHaveLength(1)
  })

  test.skipIf(skip)('keeps what each item has of its own, sealed', async () => {
    const items = [{ subject: 'd1', label: 'Till', input: {} }]
    const { id } = await world.create(cookie, nightly, {}, 0, { items })
    world.setTime('2027-03-02T01:00Z')
    await world.untilRuns(id, cookie, [{ job: { state: 'ended', counts: { done: 1 } } }])
  })
})

describe('a missed run', () => {
  let world: ScheduleWorld
  let cookie: string
  beforeEach(async () => {
    world = await startSchedules()
    cookie = await world.proxy.signIn('writer')
  })
  afterEach(() => world?.stop())
  const missedDays = '2027-03-05T09:00Z'

  test('is made up for once, however many were missed', async () => {
    const { id } = await world.create(cookie, nightly)
    world.setTime(missedDays)
    await world.untilRuns(id, cookie, [{ dueAt: Date.parse('2027-03-02T01:00Z'), state: 'started' }])
    expect(await world.readSchedule(id, cookie)).toMatchObject({ nextAt: Date.parse('2027-03-06T01:00Z') })
  })

  test('is skipped and listed if so configured', async () => {
    const { id } = await world.create(cookie, nightly, { missed: 'skip' })
    world.setTime(missedDays)
    await world.untilRuns(id, cookie, [{ state: 'missed', message: 'The console could not start it at this time.' }])
    expect(await world.jobsOf(cookie)).toEqual([])
  })

  test('is skipped once its maintenance window has closed', async () => {
    const { id } = await world.create(cookie, nightly, { windowMinutes: 120 })
    world.setTime('2027-03-02T03:00Z')
    await world.untilRuns(id, cookie, [{ state: 'missed', message: expect.stringContaining('window') as string }])
    world.setTime('2027-03-03T02:59Z')
    await world.untilRuns(id, cookie, [{ state: 'started' }, { state: 'missed' }])
  })
})

describe('a schedule', () => {
  let world: ScheduleWorld
  let cookie: string
  beforeEach(async () => {
    world = await startSchedules()
    cookie = await world.proxy.signIn('writer')
  })
  afterEach(() => world?.stop())

  test('pauses its job when the window closes, and continues it in the next one', async () => {
    const { server, create, setTime, untilRuns, runsOf, call } = world
    server.instead = (_, response) => {
      response.writeHead(429, { 'retry-after': '1' }).end('{}')
      return 'refused'
    }
    const { id } = await create(cookie, nightly, { windowMinutes: 60 })
    setTime('2027-03-02T01:00Z')
    await untilRuns(id, cookie, [{ state: 'started', job: { state: 'running', counts: { waiting: 3 } } }])
    setTime('2027-03-02T02:00Z')
    await untilRuns(id, cookie, [{ job: { state: 'paused', counts: { waiting: 3 } } }])
    const [{ job } = {}] = await runsOf(id, cookie)
    expect(await call('console.readJob', { job: job?.id }, cookie)).toMatchObject({ why: { code: 'WINDOW' } })
    server.instead = undefined
    setTime('2027-03-03T01:00Z')
    await untilRuns(id, cookie, [
      { state: 'continued', job: { id: job?.id, state: 'ended', counts: { done: 3 } } },
      { state: 'started' },
    ])
  })

  test('pauses its job also if all items were sent when the window closed, and the server rejects them', async () => {
    const { server, create, setTime, untilRuns } = world
    const begun: Parameters<NonNullable<typeof server.instead>>[1][] = []
    server.instead = (_, response) => {
      begun.push(response)
      return 'refused'
    }
    const { id } = await create(cookie, nightly, { windowMinutes: 60 })
    setTime('2027-03-02T01:00Z')
    await untilRuns(id, cookie, [{ state: 'started', job: { counts: { sent: 3 } } }])
    setTime('2027-03-02T02:00Z')
    await delay(500) // ten looks
    const reject = (response: (typeof begun)[number]) => response.writeHead(429, { 'retry-after': '1' }).end('{}')
    server.instead = (_, response) => {
      reject(response)
      return 'refused'
    }
    for (const response of begun) reject(response)
    await untilRuns(id, cookie, [{ job: { state: 'paused', counts: { waiting: 3 } } }])
  })

  test('starts nothing while the job of an earlier run has not ended', async () => {
    const { server, create, setTime, untilRuns } = world
    server.status = 1 // nothing is executed, and so the job goes on
    const { id } = await create(cookie, nightly)
    setTime('2027-03-02T01:00Z')
    await untilRuns(id, cookie, [{ job: { state: 'running', counts: { accepted: 3 } } }])
    setTime('2027-03-03T01:00Z')
    await untilRuns(id, cookie, [
      { state: 'skipped', message: expect.stringContaining('of an earlier run has not ended') as string },
      {},
    ])
  })

  test('does not list its template as a job, and the template cannot be started', async () => {
    const { id: job } = await world.plan(cookie, 2)
    const timing = { rule: nightly, zone: 'UTC', missed: 'skip' }
    const input = { job, title: 'Scan tills', target: 'items', ...timing }
    await world.call('console.createSchedule', input, cookie)
    expect(await world.jobsOf(cookie)).toEqual([])
    const refused = async (row: string, of: object) => (await world.proxy.call(row, of, cookie)).value.code
    expect(await refused('console.startJob', { job })).toBe('NOT_FOUND')
    expect(await refused('console.createSchedule', input)).toBe('NOT_FOUND')
  })

  test('is changed, paused, resumed and deleted, and its jobs stay', async () => {
    const { call, create, setTime, untilRuns, jobsOf } = world
    const { id: schedule } = await create(cookie, nightly)
    const weekly = { rule: { kind: 'weekly', days: [5], time: '04:00' }, zone: 'UTC', missed: 'skip' }
    expect(await call('console.updateSchedule', { schedule, title: 'On Fridays', ...weekly }, cookie)).toMatchObject({
      title: 'On Fridays',
      nextAt: Date.parse('2027-03-05T04:00Z'),
    })
    expect(await call('console.pauseSchedule', { schedule }, cookie)).toMatchObject({
      state: 'paused',
      why: { message: 'Paused by writer.' },
    })
    expect(await call('console.listSchedules', { state: 'paused' }, cookie)).toMatchObject({ total: 1, paused: 1 })
    setTime('2027-03-06T00:00Z')
    expect(await call('console.resumeSchedule', { schedule }, cookie)).toMatchObject({
      state: 'active',
      nextAt: Date.parse('2027-03-12T04:00Z'),
    })
    setTime('2027-03-12T04:00Z')
    await untilRuns(schedule, cookie, [{ state: 'started', job: { state: 'ended' } }])
    await call('console.deleteSchedule', { schedule }, cookie)
    expect(await call('console.listSchedules', {}, cookie)).toMatchObject({ rows: [], total: 0 })
    expect(await jobsOf(cookie)).toMatchObject([{ title: 'On Fridays' }])
  })
})
