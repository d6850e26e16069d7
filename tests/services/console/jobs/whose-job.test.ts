// A job runs as a person: with their rights, as long as they have them, and with what they typed kept sealed.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Job } from '#contract/console/jobs.ts'
import { desktopAnswers } from '../../../support/proxy.ts'
import { json } from '../../../support/upstream.ts'
import { answerAccount, devices, type JobWorld, pace, startJobs } from './job-world.ts'
import { withinMs } from '../../../support/runs.ts'

let world: JobWorld
let cookie: string
beforeAll(async () => {
  world = await startJobs({ jobPace: { ...pace, absentMs: 300 } })
})
afterAll(() => world.proxy.stop())
afterEach(() => vi.useRealTimers())
beforeEach(async () => {
  answerAccount(world.proxy, { write: ['MDM_Write'] })
  world.server.sent.length = 0
  world.server.instead = undefined
  world.server.status = 2
  cookie = await world.proxy.signIn('writer')
})
/** Accounts are read again after four seconds. */
const passFourSeconds = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4_000, shouldAdvanceTime: true })
/** As long as nothing is executed, the job goes on. */
const followed = async () => {
  world.server.status = 1
  const { id } = await world.start(cookie, 3)
  await world.until(id, cookie, { counts: { accepted: 3 } })
  return id
}

const stateOf = (id: number) => {
  const job = world.proxy.tables.selectFrom('console_job').select(['state', 'why_message'])
  return job.where('id', '=', id).executeTakeFirst()
}

test('it continues when its owner signs out', async () => {
  const id = await followed()
  await world.proxy.call('session.signOut', {}, cookie)
  world.server.status = 2
  await world.until(id, await world.proxy.signIn('writer'), { state: 'ended', counts: { done: 3 } })
})

test('its rate is that of the current run: pauses and what was done before do not count', async () => {
  world.server.instead = ({ device_ids }, response) => {
    if (device_ids.includes('d1')) return undefined
    response.setHeader('retry-after', '60')
    return json(response, { error_code: 'COM0002' }, 429) && 'refused'
  }
  const { id } = await world.start(cookie, 150)
  await world.until(id, cookie, { state: 'running', counts: { accepted: 100, waiting: 50 }, run: { left: 150 } })
  await world.call('console.pauseJob', { job: id }, cookie)
  const paused = await world.read(id, cookie)
  expect(paused.run).toBeUndefined()
  world.server.instead = undefined
  const resumed = await world.call<Job>('console.resumeJob', { job: id }, cookie)
  expect(resumed.run).toEqual({ at: expect.any(Number) as number, left: 50 })
  expect(resumed.run?.at).toBeGreaterThanOrEqual(paused.changedAt)
  expect(resumed.startedAt).toBe(paused.startedAt)
  await world.until(id, cookie, { state: 'ended', counts: { done: 150 } })
})

test('signing out everywhere pauses it, and the next sign-in resumes it', async () => {
  const id = await followed()
  await world.proxy.call('session.signOutEverywhere', {}, cookie)
  expect(await stateOf(id)).toMatchObject({
    state: 'paused',
    why_message: expect.stringContaining('signed out everywhere') as string,
  })
  world.server.status = 2
  await world.until(id, await world.proxy.signIn('writer'), { state: 'ended', counts: { done: 3 } })
})

const isDisabled = 'The account of writer is disabled. The job resumes when it is enabled and they sign in again.'
test.each([
  { by: 'desktop management, with the reason', code: '10006', refusesTokens: false, why_message: isDisabled },
  { by: 'both servers, one with the reason', code: '10006', refusesTokens: true, why_message: isDisabled },
  {
    by: 'a server that does not say why',
    code: '10002',
    refusesTokens: false,
    why_message: 'The sign-in of writer is no longer valid. The job resumes when they sign in again.',
  },
])('a disabled account pauses it within five seconds, refused by $by; the next sign-in resumes it', async (refusal) => {
  const id = await followed()
  world.server.refusesTokens = refusal.refusesTokens
  answerAccount(world.proxy, 'disabled', refusal.code)
  passFourSeconds()
  const paused = { state: 'paused', why_message: refusal.why_message }
  await expect.poll(() => stateOf(id), { timeout: withinMs(5000) }).toEqual(paused)
  world.server.refusesTokens = false
  answerAccount(world.proxy, { write: ['MDM_Write'] })
  world.server.status = 2
  await world.until(id, await world.proxy.signIn('writer'), { state: 'ended', counts: { done: 3 } })
})

test('a revoked permission pauses it, with the reason, until the owner has it and signs in again', async () => {
  const id = await followed()
  answerAccount(world.proxy, { write: [] })
  passFourSeconds()
  const why_message = 'The account no longer has MDM_Write. The job resumes when writer has it and signs in again.'
  await expect.poll(() => stateOf(id), { timeout: withinMs(5000) }).toEqual({ state: 'paused', why_message })
  const { value } = await world.proxy.call('console.resumeJob', { job: id }, cookie)
  expect(value).toMatchObject({ code: 'FORBIDDEN' })
  answerAccount(world.proxy, { write: ['MDM_Write'] })
  world.server.status = 2
  await world.until(id, await world.proxy.signIn('writer'), { state: 'ended', counts: { done: 3 } })
})

test('without the permission for commands it can be neither planned nor seen; others with it can stop, but not resume it', async () => {
  answerAccount(world.proxy, { write: ['MDM_Write'] })
  const id = await followed()
  const row = await world.proxy.tables.selectFrom('console_job').select('owner').where('id', '=', id).executeTakeFirst()
  await world.proxy.tables.updateTable('console_job').set({ owner: 'test user 1' }).where('id', '=', id).execute()
  expect(await world.read(id, cookie)).toMatchObject({ isMine: false, isPermitted: true, by: 'writer' })
  await world.call('console.pauseJob', { job: id }, cookie)
  const { value } = await world.proxy.call('console.resumeJob', { job: id }, cookie)
  expect(value).toMatchObject({
    code: 'FORBIDDEN',
    message: 'This job runs with the account of writer. Only they can do this.',
  })
  expect(await world.call<Job>('console.stopJob', { job: id }, cookie)).toMatchObject({
    state: 'ended',
    why: { message: 'Stopped by writer.' },
  })
  answerAccount(world.proxy, { write: [] })
  const helpdesk = await world.proxy.signIn('helpdesk')
  expect((await world.proxy.call('console.readJob', { job: id }, helpdesk)).value).toMatchObject({ code: 'NOT_FOUND' })
  const plan = { endpoint: 'mdm.sendCommands', title: 'Scan', input: { action_name: 'scan' }, items: [] }
  expect((await world.proxy.call('console.planJob', plan, helpdesk)).value).toMatchObject({
    code: 'FORBIDDEN',
    message: 'Your account needs MDM_Write',
  })
  expect(row?.owner).toContain('test user')
})

test('an irreversible job requires a reason and reauthentication when it is started', async () => {
  answerAccount(world.proxy, { write: ['MDM_Write'] })
  world.proxy.desktop.answer(desktopAnswers)
  const plan = { endpoint: 'mdm.wipeCorporateDataOfDevices', title: 'Corporate wipe', input: {} }
  const unconfirmed = await world.proxy.signIn('chief')
  const { id } = await world.plan(unconfirmed, 2, plan)
  const start = (said: object, by: string) => world.proxy.call('console.startJob', { job: id, ...said }, by)
  expect((await start({}, unconfirmed)).value).toMatchObject({ code: 'INVALID_INPUT', field: 'reason' })
  const why = { reason: 'Stolen from the warehouse', ticket: 'T-7' }
  expect((await start(why, unconfirmed)).value).toMatchObject({ code: 'CONFIRM_IDENTITY' })
  const confirmed = await world.proxy.signInConfirmed('chief')
  expect((await start(why, confirmed)).value).toMatchObject({ state: 'running', reason: why.reason })
  await world.until(id, confirmed, { state: 'ended', counts: { done: 2 } })
  const audit = world.proxy.tables.selectFrom('proxy_audit').select(['reason', 'ticket', 'result'])
  expect(await audit.where('action', '=', 'mdm.wipeCorporateDataOfDevices').execute()).toEqual([
    { ...why, result: 'done' },
  ])
})

test('a passcode is stored sealed, erased at the end, and required again for a retry', async () => {
  const input = { action_name: 'enable_lost_mode', passcode: 'canary-4711' }
  world.server.status = 0
  cookie = await world.proxy.signInConfirmed('writer')
  const { id } = await world.start(cookie, 2, { title: 'Lost mode', input })
  expect(await world.proxy.stored()).not.toContain('canary-4711')
  await world.until(id, cookie, { state: 'ended', counts: { failed: 2 }, erased: ['passcode'] })
  const row = await world.proxy.tables.selectFrom('console_job').selectAll().where('id', '=', id).executeTakeFirst()
  expect(row).toMatchObject({ credential: '', session: '' })
  const retry = { job: id, outcomes: ['failed'] }
  expect((await world.proxy.call('console.retryJob', retry, cookie)).value).toMatchObject({ field: 'passcode' })
  world.server.status = 2
  await world.call('console.retryJob', { ...retry, input: { passcode: 'canary-4712' } }, cookie)
  await world.until(id, cookie, { state: 'ended', counts: { done: 2 } })
  expect(world.proxy.log.join()).not.toContain('canary')
})

test('an item returned by its server after the job was stopped is not sent again', async () => {
  let answer: (() => void) | undefined
  world.server.instead = (_, response) => {
    if (answer) return undefined
    answer = () => json(response, { error_code: 'COM0002' }, 429)
    return 'refused'
  }
  const { id } = await world.start(cookie, 3)
  await expect.poll(() => answer, { timeout: 60_000 }).toBeDefined()
  await world.call('console.stopJob', { job: id }, cookie)
  answer?.()
  await world.until(id, cookie, { state: 'ended', why: { code: 'STOPPED' }, counts: { skipped: 3 } })
  expect(world.server.sent).toEqual([])
})

test('a server’s Retry-After is respected', async () => {
  let refused = 0
  world.server.instead = (_, response) => {
    refused += 1
    if (refused > 1) return undefined
    response.setHeader('retry-after', '1')
    return json(response, { error_code: 'COM0002' }, 429) && 'refused'
  }
  const start = performance.now()
  const { id } = await world.start(cookie, 3)
  await world.until(id, cookie, { state: 'ended', counts: { done: 3 } })
  expect(performance.now() - start).toBeGreaterThan(900)
  expect(world.server.sent).toHaveLength(1)
})

test('a server is not called for an hour at most, also after the clock is set back', async () => {
  let isRefused = true
  world.server.instead = (_, response) => {
    if (!isRefused) return undefined
    response.setHeader('retry-after', '864000')
    return json(response, { error_code: 'COM0002' }, 429) && 'refused'
  }
  const { id } = await world.start(cookie, 3)
  const job = world.proxy.tables.selectFrom('console_job').select('resume_at').where('id', '=', id)
  const leftMs = async () => ((await job.executeTakeFirst())?.resume_at ?? 0) - Date.now()
  await expect.poll(leftMs, { timeout: 60_000 }).toBeGreaterThan(0)
  expect(await leftMs()).toBeLessThanOrEqual(3_600_000)
  isRefused = false
  const resume_at = Date.now() + 2 * 3_600_000
  await world.proxy.tables.updateTable('console_job').set({ resume_at }).where('id', '=', id).execute()
  await world.until(id, cookie, { state: 'ended', counts: { done: 3 } })
})

test('a command that its device does not list is sent again; a wipe only by a person’s decision', async () => {
  let calls = 0
  world.server.instead = (_, response) => {
    calls += 1
    return calls <= 2 && json(response, { error_code: 'COM0004' }, 500) && 'refused'
  }
  const { id } = await world.start(cookie, 3)
  await world.until(id, cookie, { state: 'ended', counts: { done: 3 } })
  expect(world.server.sent).toHaveLength(1)

  calls = 0
  world.proxy.desktop.answer(desktopAnswers)
  const chief = await world.proxy.signInConfirmed('chief')
  const plan = { endpoint: 'mdm.wipeCorporateDataOfDevices', title: 'Corporate wipe', input: {} }
  const wipe = await world.plan(chief, 2, plan)
  await world.call('console.startJob', { job: wipe.id, reason: 'Stolen from the warehouse' }, chief)
  await world.until(wipe.id, chief, { counts: { unknown: 2 } })
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(await world.read(wipe.id, chief)).toMatchObject({ counts: { unknown: 2 } })
  expect(calls).toBe(1)
})

test('five thousand items are planned and shown quickly, and each is sent once', async () => {
  const items = devices(5000).map((subject) => ({ subject, label: `Till ${subject}` }))
  const plan = { endpoint: 'mdm.sendCommands', title: 'Scan', input: { action_name: 'scan' } }
  const start = performance.now()
  const { id: job } = await world.call<Job>('console.planJob', { ...plan, items: items.slice(0, 2000) }, cookie)
  for (const at of [2000, 4000])
    await world.call('console.planJob', { ...plan, job, items: items.slice(at, at + 2000) }, cookie)
  expect(performance.now() - start).toBeLessThan(withinMs(5000))
  const shown = performance.now()
  expect(await world.items(job, cookie, { page: 24 })).toHaveLength(200)
  expect(performance.now() - shown).toBeLessThan(withinMs(1000))
  world.server.status = 1
  await world.call('console.startJob', { job }, cookie)
  await world.until(job, cookie, { counts: { waiting: 0, sent: 0 } }, 30_000)
  expect(world.server.sent).toHaveLength(50)
  expect(world.server.ledger().size).toBe(5000)
  await world.call('console.stopJob', { job }, cookie)
})
