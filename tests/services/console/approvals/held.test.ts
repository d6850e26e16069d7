// Nobody wipes alone: what is above the ceiling waits for a second person, by whatever path it comes.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Job } from '#contract/console/jobs.ts'
import type { Mail } from '#services/mail/mail-transport.ts'
import { secret } from '../../../support/proxy.ts'
import { type Answer, json } from '../../../support/upstream.ts'
import { devices } from '../jobs/job-world.ts'
import {
  administrator,
  administrators,
  type ApprovalWorld,
  ceilingOf5,
  reason,
  startApprovals,
} from './approvals-world.ts'

/** Its password is answered by asking for a code. */
const withCode: Answer = ({ url }, response) => {
  if (url.endsWith('/otpValidate')) return json(response, administrator('first'))
  const two_factor_data = { unique_userID: secret.uid, is_TwoFactor_Enabled: true, OTP_Validation_Required: true }
  return json(response, {
    message_type: 'authentication',
    message_response: { authentication: { two_factor_data } },
    status: 'success',
  })
}
const numberOf = (name: string) => String(Number.parseInt(Buffer.from(name.slice(0, 6)).toString('hex'), 16))

let world: ApprovalWorld
const mails: Mail[] = []
beforeAll(async () => {
  const post = (mail: Mail) => {
    mails.push(mail)
    return Promise.resolve({ outcome: 'sent' as const })
  }
  world = await startApprovals({ mail: { by: 'smtp', post } })
})
afterAll(() => world.proxy.stop())
beforeEach(() => world.forget())

const limit = (above?: number) => world.limit(above)
const startWipes = (cookie: string, count: number) => world.startWipes(cookie, count)
const answer = (row: string, input: object, cookie: string) => world.answer(row, input, cookie)
const wipedDevices = () => world.wipedDevices()
const signIn = (name: string) => world.signIn(name)

test('thirty wipes with a limit of five: none is sent, thirty are held, and after approval each is sent once', async () => {
  await limit()
  const asker = await signIn('first')
  const held = await startWipes(asker, 30)
  expect(held).toMatchObject({ state: 'held', counts: { waiting: 30, sent: 0 }, approval: { action: 'wipe' } })
  expect(held.startedAt, 'it starts when it is approved').toBeUndefined()
  expect(world.server.sent).toEqual([])

  // Whoever asked has no path around it.
  const by = 'first'
  const input = { job: held.id }
  expect(await answer('console.approveJob', { ...input, by }, asker)).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  expect(await answer('console.startJob', { ...input, reason }, asker)).toMatchObject({ status: 403 })
  expect(await answer('console.resumeJob', input, asker)).toMatchObject({ status: 403 })
  expect(await answer('console.retryJob', { ...input, outcomes: ['skipped'] }, asker)).toMatchObject({ status: 403 })
  expect(await answer('console.releaseJob', { ...input, reason }, asker)).toMatchObject({ status: 403 })
  expect(await answer('console.pauseJob', input, asker)).toMatchObject({ status: 409 })
  expect(world.server.sent).toEqual([])

  // Without a fresh proof nobody decides, and of two at once one wins.
  const [second, third] = [await signIn('second'), await signIn('third')]
  const unproven = await world.proxy.signIn('second')
  expect(await answer('console.approveJob', { ...input, by }, unproven)).toMatchObject({ code: 'CONFIRM_IDENTITY' })
  const both = await Promise.all(
    [second, third].map((cookie) => answer('console.approveJob', { ...input, by }, cookie)),
  )
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  await world.until(held.id, second, { state: 'ended', counts: { done: 30 } })
  expect(wipedDevices().toSorted()).toEqual(devices(30).toSorted())
  const approved = await world.read(held.id, asker)
  expect(approved).toMatchObject({ approval: { decision: 'approved' } })
  expect(approved.startedAt).toBe(approved.approval?.at)
  const audit = world.proxy.tables.selectFrom('proxy_audit').select(['user_name', 'target'])
  const entries = await audit.where('action', '=', 'console.approveJob').where('result', '=', 'done').execute()
  expect(entries).toEqual([
    { user_name: expect.stringMatching(/second|third/) as unknown, target: `job: ${held.id}, by: first` },
  ])

  // What was approved is over once it is sent again.
  await world.proxy.tables
    .updateTable('console_job_item')
    .set({ outcome: 'failed' })
    .where('job', '=', held.id)
    .execute()
  await world.proxy.tables.updateTable('console_job').set({ failed: 30, done: 0 }).where('id', '=', held.id).execute()
  const again = await world.call<Job>('console.retryJob', { ...input, outcomes: ['failed'] }, asker)
  expect(again).toMatchObject({ state: 'held', approval: { action: 'wipe' } })
  expect(again.approval?.decision).toBeUndefined()
})

test('single calls pass up to the limit; the next one is held unchanged, and is sent once it is approved', async () => {
  await limit()
  const asker = await signIn('first')
  const wipe = (device_id: string) => world.proxy.call('mdm.wipeDevice', { device_id, reason }, asker)
  const answers = await Promise.all(devices(9).map(wipe))
  expect(answers.filter(({ value }) => value.code === 'HELD')).toHaveLength(4)
  expect(world.server.sent).toHaveLength(5)
  // The same once more changes nothing.
  world.server.sent.length = 0
  const second = await signIn('second')
  const { rows } = await world.call<{ rows: Job[] }>('console.listJobs', { state: 'held' }, second)
  expect(rows).toHaveLength(4)
  const [job] = rows
  if (!job) throw new Error('Nothing is held')
  expect(job).toMatchObject({ title: 'Wipe devices', by: 'first', kind: 'device', reason, counts: { waiting: 1 } })
  const decided = await world.call<Job>('console.approveJob', { job: job.id, by: 'first' }, second)
  expect(decided).toMatchObject({ approval: { decision: 'approved', by: 'second' } })
  await world.until(job.id, second, { state: 'ended', counts: { done: 1 } })
  expect(world.server.sent).toHaveLength(1)
})

test('a running job that reaches the limit is held with its unsent items', async () => {
  await limit(200)
  const asker = await signIn('first')
  let answerFirst: (() => void) | undefined
  world.server.instead = ({ device_ids }, response) => {
    world.server.instead = undefined
    const list = device_ids.map((device_id) => ({ device_id, status: 'SCHEDULED', remarks: '' }))
    answerFirst = () =>
      void json(response, { total_count: list.length, success_count: list.length, success_list: list, na_list: [] })
    return 'silent'
  }
  const { id, state } = await startWipes(asker, 150)
  expect(state).toBe('running')
  await expect.poll(() => answerFirst, { timeout: 60_000 }).toBeDefined()
  await world.proxy.tables.updateTable('console_approval_rule').set({ above: 120 }).execute()
  answerFirst?.()
  await world.until(id, asker, { state: 'held', counts: { waiting: 50 } })
  expect(wipedDevices()).toHaveLength(100)
  await world.call('console.approveJob', { job: id, by: 'first' }, await signIn('second'))
  await world.until(id, asker, { state: 'ended', counts: { done: 150 } })
  expect(wipedDevices()).toHaveLength(150)
})

test('a part is approved and the rest skipped, refused items are not sent, and unsent items can be canceled', async () => {
  await limit()
  const [asker, second] = [await signIn('first'), await signIn('second')]
  const { id } = await startWipes(asker, 30)
  const [one, two] = await world.items(id, second)
  expect(one).toMatchObject({ target: 'device_ids: d1' })
  await world.call('console.approveJob', { job: id, by: 'first', items: [one?.n, two?.n] }, second)
  await world.until(id, second, { state: 'ended', counts: { done: 2, skipped: 28 } })
  expect(wipedDevices()).toEqual(['d1', 'd2'])
  const skipped = await world.items(id, second, { outcome: 'skipped' })
  expect(skipped[0]).toMatchObject({ remark: 'Not approved by second' })

  const refused = await startWipes(asker, 30)
  await world.call('console.refuseJob', { job: refused.id, by: 'first', note: 'Ask the owner first' }, second)
  expect(await world.read(refused.id, asker)).toMatchObject({
    state: 'ended',
    counts: { skipped: 30 },
    approval: { decision: 'refused', by: 'second', note: 'Ask the owner first' },
  })

  await startWipes(asker, 30)
  expect(await world.call('console.stopAllJobs', {}, second)).toEqual({ jobs: 1, items: 30 })
  expect(wipedDevices()).toHaveLength(2)
})

test('who approves sees devices by the names that the console knows, whatever the requester called them', async () => {
  await limit()
  const unread = { site: 'test', walk: 1, gone_at: 0, listed: '', read_at: 0, is_changed: 0, failures: 0 }
  const indexed = [
    { device_id: 'd1', device_name: 'Amara Okafor’s phone' },
    { device_id: 'd2', device_name: 'Till 2, Leeds' },
  ]
  const rows = indexed.map((one) => Object.assign(one, unread))
  await world.proxy.tables.insertInto('fleet_device').values(rows).execute()
  const [asker, second] = [await signIn('first'), await signIn('second')]
  const items = devices(30).map((subject) => ({ subject, label: subject === 'd4' ? '' : 'A test device' }))
  const { id } = await world.plan(asker, 30, { endpoint: 'mdm.wipeDevices', title: 'Wipe', input: {}, items })
  await world.call('console.startJob', { job: id, reason }, asker)

  const names = ['Amara Okafor’s phone', 'Till 2, Leeds', 'A test device (d3)']
  const held = await world.call<{ rows: Job[] }>('console.listJobs', { state: 'held' }, second)
  expect(held.rows).toMatchObject([{ id, names }])
  expect(await world.read(id, second)).toMatchObject({ names })
  const shown = (await world.items(id, second)).map((item) => item.names)
  expect(shown.slice(0, 4)).toEqual([...names.map((name) => [name]), ['d4']])
  await world.call('console.stopJob', { job: id }, asker)
  expect(await world.read(id, second)).not.toHaveProperty('names')

  // A key is named as it is sent.
  const deletion = { ...ceilingOf5, action: 'delete-key', mode: 'always' } as const
  await world.proxy.tables.insertInto('console_approval_rule').values(deletion).execute()
  const key = [{ subject: 'web-root', label: 'An unused key' }]
  const planned = await world.plan(asker, 1, { endpoint: 'keys.deleteSshKey', title: 'Delete', input: {}, items: key })
  await world.call('console.startJob', { job: planned.id, reason }, asker)
  expect(await world.read(planned.id, second)).toMatchObject({ state: 'held', names: ['web-root'] })
})

test('accounts that one person has recently created or changed share their limit', async () => {
  await limit()
  const wipe = (cookie: string, device_id: string) => answer('mdm.wipeDevice', { device_id, reason }, cookie)
  const [asker, unrelated] = [await signIn('first'), await signIn('sixth')]
  for (const device of devices(3)) expect(await wipe(asker, device)).toMatchObject({ status: 200 })
  await world.call('desktop.resetAccountPassword', { user_id: numberOf('second') }, asker)
  const made = { user_name: 'fourth', email: '', role: 'administrator' }
  await world.call('desktop.createAccount', made, await signIn('second'))
  const [second, fourth] = [await signIn('second'), await signIn('fourth')]
  for (const device of ['d4', 'd5']) expect(await wipe(second, device)).toMatchObject({ status: 200 })
  for (const cookie of [asker, second, fourth])
    expect(await wipe(cookie, 'd6')).toMatchObject({ status: 409, code: 'HELD' })
  expect(await startWipes(fourth, 6)).toMatchObject({ state: 'held' })
  expect(await wipe(unrelated, 'd6')).toMatchObject({ status: 200 })
})

test('an account that the requester has recently created or changed cannot approve for them', async () => {
  await limit()
  const [asker, second] = [await signIn('first'), await signIn('second')]
  const { id } = await startWipes(asker, 30)
  await world.call('desktop.resetAccountPassword', { user_id: numberOf('second') }, asker)
  const input = { job: id, by: 'first' }
  expect(await answer('console.approveJob', input, second)).toMatchObject({
    status: 403,
    message: expect.stringContaining('created or changed your account') as string,
  })
  // However its number or name is written.
  const kim = await signIn('kim')
  await world.call('desktop.resetAccountPassword', { user_id: `00${numberOf('kim')}` }, asker)
  expect(await answer('console.approveJob', input, kim)).toMatchObject({ status: 403 })
  const greek = 'Ϊ\u0301ris'
  await world.call('desktop.createAccount', { user_name: greek, email: '', role: 'administrator' }, asker)
  const stored = await signIn(greek.normalize('NFKC').toLowerCase())
  expect(await answer('console.approveJob', input, stored)).toMatchObject({ status: 403 })
  // Whether the server created it is not known, or it said that it did not.
  world.proxy.desktop.answer((request, response) => {
    if (!request.url.endsWith('/accounts/create')) return administrators(request, response)
    const status = request.body.includes('lost') ? 502 : 400
    return json(response, { error_code: '10001' }, status)
  })
  for (const user_name of ['lost', 'refused'])
    await world.call('desktop.createAccount', { user_name, email: '', role: 'administrator' }, asker).catch(() => {})
  world.proxy.desktop.answer(administrators)
  expect(await answer('console.approveJob', input, await signIn('lost'))).toMatchObject({ status: 403 })
  expect(await answer('console.approveJob', input, await signIn('refused'))).toMatchObject({ status: 200 })
})

test('in an emergency the requester releases it alone, with a code, and everybody is notified', async () => {
  await limit()
  const asker = await signIn('first')
  const rule = { event: 'approval', isOn: true, filter: '', days: [], webhooks: [], delivery: 'at-once' }
  await world.call('console.saveNoticeRule', { ...rule, recipients: ['admins@example.com'] }, asker)
  const { id } = await startWipes(asker, 30)
  const subjects = () =>
    mails.filter(({ text }) => text.includes(`30 devices`) || text.includes('by first')).map(({ subject }) => subject)
  await expect.poll(subjects, { timeout: 60_000 }).toContain('An approval is pending: Wipe devices')
  const release = { job: id, reason: 'Nobody else is awake' }
  const message = expect.stringContaining('one-time code') as string
  expect(await answer('console.releaseJob', release, asker)).toMatchObject({ status: 403, message })

  // Of an account with a second factor: password, and then its code.
  world.proxy.desktop.answer((request, response) =>
    request.url.includes('/authentication') || request.url.endsWith('/otpValidate')
      ? withCode(request, response)
      : administrators(request, response),
  )
  const first = await world.proxy.call('session.signIn', { username: 'first', password: secret.password })
  const { cookie: signedIn } = await world.proxy.call('session.verifyOtp', { otp: secret.otp }, first.cookie)
  await world.proxy.call('session.confirmIdentity', { password: secret.password }, signedIn)
  const { cookie } = await world.proxy.call('session.confirmIdentity', { otp: secret.otp }, signedIn)
  const disabled = { ...ceilingOf5, action: 'emergency', mode: 'always' } as const
  await world.proxy.tables.insertInto('console_approval_rule').values(disabled).execute()
  expect(await answer('console.releaseJob', release, cookie)).toMatchObject({
    status: 403,
    message: expect.stringContaining('disabled at this site') as string,
  })
  await world.proxy.tables.deleteFrom('console_approval_rule').where('action', '=', 'emergency').execute()
  expect(await answer('console.releaseJob', release, cookie)).toMatchObject({ status: 200 })
  await world.until(id, cookie, { state: 'ended', counts: { done: 30 } })
  world.proxy.desktop.answer(administrators)
  const { rows } = await world.call<{ rows: Job[] }>('console.listJobs', { state: 'released' }, await signIn('second'))
  expect(rows).toMatchObject([{ id, approval: { decision: 'released', by: 'first', note: release.reason } }])
  await expect
    .poll(() => mails.map(({ subject, text }) => `${subject} ${text}`), { timeout: 60_000 })
    .toContainEqual(
      expect.stringMatching(
        /^A request was released without a second person: Wipe devices[^]+by first: Nobody else is awake/,
      ),
    )
})

test('a list of many held jobs lets other work in between', async () => {
  await limit()
  const asker = await signIn('first')
  for (let job = 0; job < 30; job++) await startWipes(asker, 6)
  const second = await signIn('second')
  let turns = 0
  let next = setImmediate(function count() {
    turns += 1
    next = setImmediate(count)
  })
  const { rows } = await world.call<{ rows: Job[] }>('console.listJobs', { state: 'held' }, second)
  clearImmediate(next)
  expect(rows).toHaveLength(30)
  expect(turns).toBeGreaterThan(30)
})
