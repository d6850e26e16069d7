// What becomes of a held request later: decided just before a process ends, decided by nobody, or started by a schedule.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { lapseDays } from '#contract/console/approvals.ts'
import type { Job } from '#contract/console/jobs.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { startProxy } from '../../../support/proxy.ts'
import { callsOf, devices, pace } from '../jobs/job-world.ts'
import { administratorsWithout, type ApprovalWorld, reason, startApprovals } from './approvals-world.ts'

const dayMs = 86_400_000
const patience = { timeout: 60_000, interval: 50 }

describe.each([
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
])('what was approved on $name just before its process ended', ({ name, skip }) => {
  let world: ApprovalWorld
  beforeEach(async () => {
    if (skip) return
    const url = name === 'PostgreSQL' ? await (await startPostgres()).createDatabase('decided') : undefined
    world = await startApprovals(url ? { url } : {})
  })
  afterEach(() => world?.proxy.stop())

  test.skipIf(skip)('is sent once by another process', async () => {
    await world.limit()
    const { id } = await world.startWipes(await world.signIn('first'), 30)
    const second = await world.signIn('second')
    const other = await startProxy({ ownToken: true, jobPace: pace, beside: world.proxy })
    await world.call('console.approveJob', { job: id, by: 'first' }, second)
    await world.proxy.close()
    await callsOf(other).until(id, second, { state: 'ended', counts: { waiting: 0, sent: 0, failed: 0 } })
    expect(world.wipedDevices().toSorted()).toEqual(devices(30).toSorted())
    await other.stop()
  })

  test.skipIf(skip)('and was sent without an answer is unknown, and sent no second time', async () => {
    await world.limit()
    const { id } = await world.startWipes(await world.signIn('first'), 30)
    const second = await world.signIn('second')
    world.server.instead = () => 'silent'
    await world.call('console.approveJob', { job: id, by: 'first' }, second)
    await expect.poll(() => world.wipedDevices().length, patience).toBe(30)
    const other = await startProxy({ ownToken: true, jobPace: pace, beside: world.proxy })
    await world.proxy.close()
    await expect
      .poll(async () => (await callsOf(other).read(id, second)).counts, patience)
      .toMatchObject({ waiting: 0, sent: 0 })
    const { counts } = await callsOf(other).read(id, second)
    expect(counts.unknown + counts.done + counts.accepted).toBe(30)
    expect([...world.server.ledger().values()].every((times) => times.length === 1)).toBe(true)
    await other.stop()
  })
})

describe('a held request', () => {
  let world: ApprovalWorld
  let now = Date.parse('2027-03-01T12:00Z')
  beforeAll(async () => {
    world = await startApprovals({ scheduleClock: { clock: () => now, lookMs: 50, failedMs: 50 } })
  })
  afterAll(() => world.proxy.stop())
  beforeEach(() => world.forget())
  afterEach(() => void vi.useRealTimers())

  test('expires when nobody decides it in time, and is not sent', async () => {
    await world.limit()
    const { id } = await world.startWipes(await world.signIn('first'), 30)
    const asked = Date.now()
    const stateOf = () =>
      world.proxy.tables
        .selectFrom('console_job')
        .innerJoin('console_approval', 'console_approval.job', 'console_job.id')
        .select(['state', 'why_code', 'decision', 'skipped'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    vi.useFakeTimers({ toFake: ['Date'], now: asked + lapseDays * dayMs - 60_000 })
    expect(await stateOf()).toMatchObject({ state: 'held', decision: null })
    vi.setSystemTime(asked + lapseDays * dayMs + 60_000)
    await expect
      .poll(stateOf, patience)
      .toMatchObject({ state: 'ended', why_code: 'LAPSED', decision: 'lapsed', skipped: 30 })
    vi.useRealTimers()
    const second = await world.signIn('second')
    expect(await world.answer('console.approveJob', { job: id, by: 'first' }, second)).toMatchObject({ status: 409 })
    // Sent again, it is held again.
    const asker = await world.signIn('first')
    await world.call('console.retryJob', { job: id, outcomes: ['skipped'] }, asker)
    expect(await stateOf()).toMatchObject({ state: 'held', decision: null })
    expect(world.server.sent).toEqual([])
  })

  test('whose requester was disabled meanwhile is not sent when it is approved', async () => {
    await world.limit()
    world.proxy.desktop.answer(administratorsWithout([]))
    const { id } = await world.startWipes(await world.signIn('first'), 30)
    const second = await world.signIn('second')
    world.proxy.desktop.answer(administratorsWithout(['first']))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4_000, shouldAdvanceTime: true })
    await world.call('console.approveJob', { job: id, by: 'first' }, second)
    const job = world.proxy.tables.selectFrom('console_job').select(['state', 'why_message']).where('id', '=', id)
    const why_message = 'The account of first is disabled. The job resumes when it is enabled and they sign in again.'
    await expect.poll(() => job.executeTakeFirst(), patience).toEqual({ state: 'paused', why_message })
    expect(world.server.sent).toEqual([])
    vi.useRealTimers()
    world.proxy.desktop.answer(administratorsWithout([]))
    await world.signIn('first')
    await world.until(id, second, { state: 'ended', counts: { done: 30 } })
  })

  test('whose process ended just after it was refused ends', async () => {
    await world.limit()
    const { id } = await world.startWipes(await world.signIn('first'), 30)
    await world.proxy.tables
      .updateTable('console_approval')
      .set({ decision: 'refused', decided_by: 'second', decided_at: Date.now() - 61_000, note: 'Ask first' })
      .where('job', '=', id)
      .execute()
    const job = world.proxy.tables.selectFrom('console_job').select(['state', 'why_message', 'skipped', 'credential'])
    await expect
      .poll(() => job.where('id', '=', id).executeTakeFirst(), patience)
      .toEqual({ state: 'ended', why_message: 'Not approved by second. Ask first', skipped: 30, credential: '' })
    expect(world.server.sent).toEqual([])
  })

  test('that a schedule has started is held like any other', async () => {
    await world.limit()
    const asker = await world.signIn('first')
    const { id: job } = await world.planWipes(asker, 30)
    const rule = { kind: 'once', at: '2027-03-02T02:00' }
    const timing = { rule, zone: 'Europe/Berlin', missed: 'once', title: 'Wipe tills', target: 'items' }
    await world.call('console.createSchedule', { job, ...timing, reason }, asker)
    now = Date.parse('2027-03-02T01:00:30Z')
    const held = async () =>
      (await world.call<{ rows: Job[] }>('console.listJobs', { state: 'held' }, await world.signIn('second'))).rows
    await expect.poll(held, { ...patience, interval: 500 }).toMatchObject([{ counts: { waiting: 30 } }])
    expect(world.server.sent).toEqual([])
  })
})
