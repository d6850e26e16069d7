// A schedule runs as the person who created it, as long as they may; others are told why it stands still.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ScheduleRule } from '#contract/console/schedules.ts'
import { desktopAnswers } from '../../../support/proxy.ts'
import { json } from '../../../support/upstream.ts'
import { answerAccount } from '../jobs/job-world.ts'
import { type ScheduleWorld, startSchedules } from './schedule-world.ts'

let world: ScheduleWorld
let cookie: string
let day = 1
beforeAll(async () => {
  world = await startSchedules()
})
afterAll(() => world.stop())
afterEach(() => vi.useRealTimers())
beforeEach(async () => {
  answerAccount(world.proxy, { write: ['MDM_Write', 'KeyManagement_Write'] })
  await world.proxy.tables.deleteFrom('console_schedule').execute()
  await world.proxy.tables.deleteFrom('console_schedule_run').execute()
  world.server.sent.length = 0
  cookie = await world.proxy.signIn('writer')
  day += 2
  world.setTime(`2027-04-${String(day).padStart(2, '0')}T12:00Z`)
})
/** Accounts are read again after four seconds. */
const passFourSeconds = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4_000, shouldAdvanceTime: true })
const nightly: ScheduleRule = { kind: 'daily', time: '02:00' }
const dueAt = () => `2027-04-${String(day + 1).padStart(2, '0')}T00:00:30Z`
const due = () => world.setTime(dueAt())
const ran = [{ state: 'started', job: { state: 'ended', counts: { done: 3 } } }]
/** Read without a call, which would be made by somebody. */
const stateOf = (id: number) =>
  world.proxy.tables
    .selectFrom('console_schedule')
    .select(['state', 'why_code', 'why_message'])
    .where('id', '=', id)
    .executeTakeFirst()
/** Whoever is slow to say what an account may do is asked again ten minutes later. */
const untilState = (id: number, wanted: object) => {
  let checkedAt = Date.parse(dueAt())
  const state = () => {
    world.setTime((checkedAt += 11 * 60_000))
    return stateOf(id)
  }
  return expect.poll(state, { timeout: 55_000, interval: 1000 }).toMatchObject(wanted)
}

test('it starts its jobs after its owner has signed out', async () => {
  const { id } = await world.create(cookie, nightly)
  await world.proxy.call('session.signOut', {}, cookie)
  due()
  const untilItRan = world.proxy.tables.selectFrom('console_schedule_run').select('state').where('schedule', '=', id)
  await expect.poll(() => untilItRan.executeTakeFirst(), { timeout: 60_000 }).toEqual({ state: 'started' })
  await world.untilRuns(id, await world.proxy.signIn('writer'), ran)
})

test('signing out everywhere pauses it, and the next sign-in resumes it', async () => {
  const { id } = await world.create(cookie, nightly)
  await world.proxy.call('session.signOutEverywhere', {}, cookie)
  expect(await stateOf(id)).toMatchObject({ state: 'paused', why_code: 'SIGNED_OUT' })
  due()
  await world.untilRuns(id, await world.proxy.signIn('writer'), ran)
})

test('a disabled account pauses it with the reason, and missed runs are made up for after the next sign-in', async () => {
  const { id } = await world.create(cookie, nightly)
  answerAccount(world.proxy, 'disabled', '10006')
  passFourSeconds()
  const stateOfCall = async () => (await world.proxy.call('console.listSchedules', {}, cookie)).value.code
  await expect.poll(stateOfCall, { timeout: 60_000 }).toBe('SIGNED_OUT')
  due()
  await untilState(id, {
    state: 'paused',
    why_code: 'SIGNED_OUT',
    why_message: 'The account of writer is disabled. The schedule resumes when it is enabled and they sign in again.',
  })
  expect(world.server.sent).toEqual([])
  answerAccount(world.proxy, { write: ['MDM_Write'] })
  await world.untilRuns(id, await world.proxy.signIn('writer'), ran)
})

test('a revoked permission pauses it, and only its owner resumes it, with the permission', async () => {
  const { id: schedule } = await world.create(cookie, nightly)
  answerAccount(world.proxy, { write: [] })
  passFourSeconds()
  await world.untilSchedule(schedule, cookie, { isPermitted: false })
  due()
  const why_message = 'The account of writer no longer has the permission.'
  await untilState(schedule, { state: 'paused', why_code: 'RIGHT_LOST', why_message })
  const { value } = await world.proxy.call('console.resumeSchedule', { schedule }, cookie)
  expect(value).toMatchObject({ code: 'FORBIDDEN', message: 'Your account needs MDM_Write' })
  answerAccount(world.proxy, { write: ['MDM_Write'] })
  passFourSeconds()
  await world.untilSchedule(schedule, cookie, { isPermitted: true })
  await world.call('console.resumeSchedule', { schedule }, cookie)
  await world.untilRuns(schedule, cookie, ran)
})

test('a job waiting for a sign-in when its window closes resumes with the next run', async () => {
  world.server.status = 1 // nothing is executed, and so the job goes on
  const { id } = await world.create(cookie, nightly, { windowMinutes: 60 })
  due()
  await world.untilRuns(id, cookie, [{ state: 'started', job: { counts: { accepted: 3 } } }])
  const jobs = world.proxy.tables.selectFrom('console_job').selectAll().where('is_template', '=', 0)
  const job = () => jobs.orderBy('id', 'desc').executeTakeFirst()
  await world.proxy.call('session.signOutEverywhere', {}, cookie)
  expect(await job()).toMatchObject({ state: 'paused', why_code: 'SIGNED_OUT' })
  // As if not all had been sent by then.
  await world.proxy.tables.updateTable('console_job').set({ waiting: 1 }).where('state', '=', 'paused').execute()
  world.setTime(Date.parse(dueAt()) + 61 * 60_000)
  await expect.poll(job, { timeout: 60_000 }).toMatchObject({ state: 'paused', why_code: 'WINDOW' })
  world.server.status = 2
})

test('others with the permission can view, pause and delete it, but not change or resume it', async () => {
  const { id: schedule } = await world.create(cookie, nightly)
  const { tables, call } = world.proxy
  await tables.updateTable('console_schedule').set({ owner: 'test user 1' }).where('id', '=', schedule).execute()
  expect(await world.readSchedule(schedule, cookie)).toMatchObject({ isMine: false, isPermitted: true, by: 'writer' })
  const timing = { title: 'Mine', rule: nightly, zone: 'UTC', missed: 'skip' }
  const notTheirs = {
    code: 'FORBIDDEN',
    message: 'This schedule runs with the account of writer. Only they can do this.',
  }
  expect((await call('console.updateSchedule', { schedule, ...timing }, cookie)).value).toMatchObject(notTheirs)
  await world.call('console.pauseSchedule', { schedule }, cookie)
  expect((await call('console.resumeSchedule', { schedule }, cookie)).value).toMatchObject(notTheirs)
  answerAccount(world.proxy, { write: [] })
  const helpdesk = await world.proxy.signIn('helpdesk')
  expect((await call('console.readSchedule', { schedule }, helpdesk)).value).toMatchObject({ code: 'NOT_FOUND' })
  await world.call('console.deleteSchedule', { schedule }, cookie)
})

test('irreversible operations are scheduled once only, with a reason and reauthentication', async () => {
  world.proxy.desktop.answer(desktopAnswers)
  const wipe = { endpoint: 'mdm.wipeCorporateDataOfDevices', title: 'Corporate wipe', input: {} }
  const once = { kind: 'once', at: '2027-06-01T02:00' }
  const tryIt = async (by: string, rule: object, said: object) => {
    const { id: job } = await world.plan(by, 2, wipe)
    const input = { job, title: 'Corporate wipe', target: 'items', rule, zone: 'UTC', missed: 'skip', ...said }
    return (await world.proxy.call('console.createSchedule', input, by)).value
  }
  const why = { reason: 'The shop closes', ticket: 'T-7' }
  const unconfirmed = await world.proxy.signIn('chief')
  expect(await tryIt(unconfirmed, once, why)).toMatchObject({ code: 'CONFIRM_IDENTITY' })
  const confirmed = await world.proxy.signInConfirmed('chief')
  expect(await tryIt(confirmed, nightly, why)).toMatchObject({ code: 'INVALID_INPUT', field: 'rule' })
  expect(await tryIt(confirmed, once, {})).toMatchObject({ code: 'INVALID_INPUT', field: 'reason' })
  expect(await tryIt(confirmed, once, why)).toMatchObject({ state: 'active', ...why })
})

test('hosts determined at the start are those with known certificates by then', async () => {
  const asked: string[] = []
  const listed = [
    { 'Common Name': 'a', 'DNS Name/FQDN': 'A.example', Port: 443 },
    { 'Common Name': 'a', 'DNS Name/FQDN': 'a.example', Port: 443 },
    { 'Common Name': 'b', 'DNS Name/FQDN': '2001:db8::1', Port: 8443 },
    { 'Common Name': 'c', 'DNS Name/FQDN': '', Port: 0 },
  ]
  world.proxy.keys.answer(({ method, body }, response) => {
    const ok = { name: 'test', result: { status: 'Success', message: 'Done' }, totalRows: listed.length }
    if (method === 'GET') return json(response, { ...ok, details: listed })
    asked.push(body)
    return json(response, { ...ok, details: [] })
  })
  const items = { endpoint: 'keys.discoverFromFile', title: 'Discovery', input: { TIMEOUT: '5' }, items: [] }
  const { id, total, target } = await world.create(cookie, nightly, { target: 'known-hosts' }, 0, items)
  expect({ total, target }).toEqual({ total: 0, target: 'known-hosts' })
  due()
  await world.untilRuns(id, cookie, [{ state: 'started', job: { total: 2 } }])
  await expect.poll(() => asked.join(), { timeout: 60_000 }).toContain('2001:db8::1 8443\na.example 443')
})

test('devices determined at the start are those enrolled by then, and the security of each is read', async () => {
  const said: Record<string, object> = {
    '1': { is_encryption_enabled: true, passcode_present: true },
    '2': { is_encryption_enabled: false, passcode_present: false },
    '3': { is_encryption_enabled: true, device_rooted: true },
  }
  const devices = ['1', '2', '3'].map((device_id) => ({
    device_id,
    // One is named like a finding.
    device_name: device_id === '3' ? 'No passcode' : `Phone ${device_id}`,
    managed_status: 2,
    user: { user_name: 'Ada Obi' },
    platform_type: 'Platform B',
    serial_number: `SN-${device_id}`,
  }))
  // A server that neither filters nor pages.
  const never = { device_id: '4', device_name: 'Phone 4', managed_status: 1 }
  world.proxy.mdm.answer(({ url }, response) => {
    const [, id] = /devices\/(\d+)\/security/.exec(url) ?? []
    return json(response, id ? said[id] : { devices: [...devices, never] })
  })
  const items = { endpoint: 'mdm.getDeviceSecurity', title: 'Security check', input: {}, items: [] }
  const { id } = await world.create(cookie, nightly, { target: 'enrolled-devices' }, 0, items)
  due()
  await world.untilRuns(id, cookie, [{ state: 'started', job: { total: 3, state: 'ended' } }])
  const [run] = await world.runsOf(id, cookie)
  const { rows } = await world.call<{ rows: object[] }>('console.listJobItems', { job: run?.job?.id }, cookie)
  expect(rows).toMatchObject([
    { label: 'Phone 1', detail: 'Ada Obi, Platform B, SN-1', outcome: 'done', remark: 'Encryption on' },
    { label: 'Phone 2', outcome: 'failed', remark: 'Encryption off, No passcode' },
    { label: 'No passcode', outcome: 'failed', remark: 'Encryption on, Rooted or jailbroken' },
  ])
  const labelsOf = async (more: object) => {
    const page = await world.call<{ rows: { label: string }[]; total: number }>(
      'console.listJobItems',
      { job: run?.job?.id, ...more },
      cookie,
    )
    expect(page.total).toBe(page.rows.length)
    return page.rows.map(({ label }) => label)
  }
  expect(await labelsOf({ search: 'Encryption off' })).toEqual(['Phone 2'])
  expect(await labelsOf({ finding: 'No passcode' })).toEqual(['Phone 2'])
  expect(await labelsOf({ finding: 'Encryption on' })).toEqual(['Phone 1', 'No passcode'])
  expect(await labelsOf({ finding: 'Encryption' }), 'a part of a finding is none').toEqual([])
  expect(await labelsOf({ finding: 'Encryption on', outcome: 'done' })).toEqual(['Phone 1'])
})
