// Certificates of an internal authority are renewed by a schedule before they expire, once each, by the real key service.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import type { Job, JobItem } from '#contract/console/jobs.ts'
import type { Schedule, ScheduleRun } from '#contract/console/schedules.ts'
import { defaultDialect } from '#contract/dialect.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { createAuthority, listIssued } from '#contract/keys/authorities.ts'
import { createCertificate, createRequest, listRequests, signRequest } from '#contract/keys/requests.ts'
import { call } from '#platform/upstream/call.ts'
import { openUpstream } from '#platform/upstream/upstream.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { leaveOutElsewhere } from '#services/console/schedules/leave-out-elsewhere.ts'
import { type Proxy, secret, startProxy } from '../../../support/proxy.ts'
import { type Running, startRunning } from '../../running.ts'
import { callsOf, pace } from '../jobs/job-world.ts'

const patience = { timeout: 60_000, interval: 100 }
const dayMs = 86_400_000
let now = Date.parse('2027-03-01T12:00Z')
let running: Running
let proxy: Proxy
let cookie: string
let ask: <R extends Endpoint>(endpoint: R, input: Input<R>) => Promise<Output<R>>
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  running = await startRunning({ keys: {}, demoPassword: secret.password })
  closing.push(() => running.stop())
  if (!running.keys) throw new Error('key management does not run')
  const [ca, key] = [await readFile(running.keys.ca, 'utf8'), await running.keys.key()]
  const vault = { name: 'vault', dialect: defaultDialect, baseUrl: new URL(running.keys.origin), ca }
  const desktop = { name: 'desktop', dialect: defaultDialect, baseUrl: new URL(running.desktop) }
  const keys = { ...vault, credential: () => Promise.resolve(key) }
  proxy = await startProxy({
    jobPace: pace,
    scheduleClock: { clock: () => now, lookMs: 50, failedMs: 50 },
    sites: [{ name: 'test', title: 'Test', connections: { desktop, keys } }],
  })
  closing.unshift(() => proxy.stop())
  const upstream = openUpstream('keys', vault)
  closing.unshift(() => upstream.close())
  ask = (endpoint, input) => call(endpoint, input, { upstream, secret: key, signal: new AbortController().signal })
  cookie = await proxy.signIn('admin')
})
afterAll(async () => {
  for (const close of closing) await close()
})

/** By our authority, for so many days from now, of which it has been valid for 60 more. */
async function issue(CNAME: string, days: number, root: { commonName?: string; serialNumber?: string }) {
  await ask(createRequest, { CNAME, ALG: 'EC', LEN: '384', ORG: 'Harbor, Inc.', ALT_NAMES: `${CNAME},www.${CNAME}` })
  const { rows } = await ask(listRequests, {})
  const CSR_ID = String(rows.find(({ DOMAIN_NAME }) => DOMAIN_NAME === CNAME)?.CSR_ID)
  await ask(signRequest, {
    CSR_ID,
    signType: 'signWithRoot',
    rootCertificateCommonName: root.commonName ?? '',
    rootCertificateSerialNumber: root.serialNumber ?? '',
    Validity: days,
  })
  const tables = running.database.db.$extendTables<KeyTables>()
  const not_before = Date.now() - 60 * dayMs
  await tables
    .updateTable('key_certificate')
    // A minute earlier, since a renewal within the same second would end at the same time and be no successor.
    .set(({ eb }) => ({ not_before, not_after: eb('not_after', '-', 60_000) }))
    .where('common_name', '=', CNAME)
    .execute()
}

test('expiring certificates are renewed with the same names, and not again the next night', async () => {
  const root = await ask(createAuthority, { CNAME: 'Harbor Root', ALG: 'EC' })
  await issue('soon.example', 20, root)
  await issue('later.example', 80, root)
  await ask(createCertificate, { CNAME: 'own.example', ALG: 'EC', VALIDITY: '5' })

  const world = callsOf(proxy)
  const plan = { endpoint: 'keys.renewCertificate', title: 'Renew', input: { withinDays: '30' }, items: [] }
  const { id: job } = await world.call<{ id: number }>('console.planJob', plan, cookie)
  const timing = { rule: { kind: 'daily', time: '02:00' }, zone: 'UTC', missed: 'once', title: 'Renew' }
  const schedule = { job, target: 'due-certificates', ...timing }
  const { id } = await world.call<Schedule>('console.createSchedule', schedule, cookie)
  // Another schedule that finds the same at the same time.
  const again = await world.call<{ id: number }>('console.planJob', plan, cookie)
  const other = await world.call<Schedule>('console.createSchedule', { ...schedule, job: again.id }, cookie)
  const runsOf = async (schedule: number) =>
    (await world.call<{ rows: ScheduleRun[] }>('console.listScheduleRuns', { schedule }, cookie)).rows
  const runs = () => runsOf(id)
  const ended = ([run]: readonly ScheduleRun[]) => run?.state === 'skipped' || run?.job?.state === 'ended'

  now += dayMs
  await expect.poll(async () => [ended(await runs()), ended(await runsOf(other.id))], patience).toEqual([true, true])
  const both = [...(await runs()), ...(await runsOf(other.id))]
  expect(both.reduce((sum, { job }) => sum + (job?.counts.done ?? 0), 0)).toBe(1)
  const run = both.find(({ job }) => job?.counts.done === 1)
  const items = await world.call<{ rows: JobItem[] }>('console.listJobItems', { job: run?.job?.id }, cookie)
  expect(items.rows).toMatchObject([{ label: 'soon.example', outcome: 'done' }])

  const named = async (name: string) =>
    (
      await world.call<{ rows: InventoryRow[] }>(
        'console.findCertificates',
        { name, fresh: true, offset: 0, limit: 10 },
        cookie,
      )
    ).rows
  expect(await named('soon.example')).toMatchObject([{ bits: '384' }, { bits: '384', issuer: 'Harbor Root' }])
  expect(await named('later.example')).toHaveLength(1)
  expect(await named('own.example')).toHaveLength(1)

  now += dayMs
  const nothing = [{ state: 'skipped', message: 'There was nothing to do.' }, {}]
  await expect.poll(runs, patience).toMatchObject(nothing)
  await expect.poll(() => runsOf(other.id), patience).toMatchObject(nothing)
  expect(await named('soon.example')).toHaveLength(2)
})

test('a job for any number of certificates is planned by the console, with the reason for each skipped one', async () => {
  const world = callsOf(proxy)
  const planned = async (input: object) => {
    const { id } = await world.call<Job>('console.planCertificates', input, cookie)
    await expect.poll(async () => (await world.read(id, cookie)).why?.message, patience).toBeUndefined()
    const { rows } = await world.call<{ rows: JobItem[] }>('console.listJobItems', { job: id }, cookie)
    return { id, items: new Map(rows.map(({ label, outcome, remark }) => [label, `${outcome} ${remark}`.trim()])) }
  }
  const { rows } = await world.call<{ rows: InventoryRow[] }>(
    'console.findCertificates',
    { fresh: true, offset: 0, limit: 100 },
    cookie,
  )
  const idOf = (name: string) => rows.find((row) => row.name === name)?.id
  const ids = [idOf('later.example'), idOf('own.example')]
  const revoked = await planned({ operation: 'revoke', title: 'Revoke', input: { revoke_reason: 4 }, ids })
  expect(revoked.items.get('later.example')).toBe('waiting')
  expect(revoked.items.get('own.example')).toContain('skipped Self-signed')
  const renewed = await planned({ operation: 'renew', title: 'Renew', input: {}, ids })
  expect(renewed.items.get('later.example')).toBe('waiting')
  expect(renewed.items.get('own.example')).toMatch(/^skipped .* cannot sign here/)

  const files = { operation: 'export', title: 'Export', input: { fileType: 'PEM' } }
  const exported = await planned({ ...files, filter: { search: 'later' } })
  expect([...exported.items]).toEqual([['later.example', 'waiting']])
  // Part of a plan is not what was asked for.
  const job = proxy.tables.updateTable('console_job').where('id', '=', exported.id)
  await job.set({ why_code: 'PLANNING', why_message: 'The console reads the certificates.' }).execute()
  expect((await proxy.call('console.startJob', { job: exported.id }, cookie)).status).toBe(409)
  await job.set({ why_code: '', why_message: '' }).execute()
  await world.call('console.startJob', { job: exported.id }, cookie)
  await world.until(exported.id, cookie, { state: 'ended', counts: { done: 1 }, files: { count: 1 } })
  const wrong = await proxy.call('console.planCertificates', { ...files, input: { fileType: 'EXE' } }, cookie)
  expect(wrong.value).toMatchObject({ code: 'INVALID_INPUT' })
})

test('revocations planned by the console are held like all others, and nothing is revoked', async () => {
  const rule = { site: 'test', action: 'revoke', mode: 'above', above: 1, minutes: 60, user_name: '', at: 0 } as const
  await proxy.tables.insertInto('console_approval_rule').values(rule).execute()
  const confirmed = await proxy.signInConfirmed('admin')
  const world = callsOf(proxy)
  const order = { operation: 'revoke', title: 'Read only', input: { revoke_reason: 4 }, filter: { search: 'example' } }
  const { id } = await world.call<Job>('console.planCertificates', order, confirmed)
  await expect.poll(async () => (await world.read(id, confirmed)).why?.message, patience).toBeUndefined()
  const planned = await world.read(id, confirmed)
  expect(planned.counts.waiting).toBeGreaterThan(1)

  const held = await world.call<Job>('console.startJob', { job: id, reason: 'Compromised' }, confirmed)
  expect(held).toMatchObject({ state: 'held', counts: planned.counts, approval: { action: 'revoke' } })
  const { value } = await proxy.call('console.resumeJob', { job: id }, confirmed)
  expect(value).toMatchObject({ code: 'FORBIDDEN' })
  expect((await ask(listIssued, {})).rows.filter((row) => row.revokedAt)).toEqual([])
  await world.call('console.stopJob', { job: id }, confirmed)
  await proxy.tables.deleteFrom('console_approval_rule').execute()
})

test('a job that waits for a person delays a due renewal for a day only', async () => {
  const world = callsOf(proxy)
  const plannedJob = async () => (await world.plan(cookie, 1)).id
  const [waiting, due] = [await plannedJob(), await plannedJob()]
  const outcome = async (changedAt: number) => {
    const job = proxy.tables.updateTable('console_job').where('id', '=', waiting)
    await job.set({ state: 'paused', changed_at: changedAt }).execute()
    await proxy.tables.transaction().execute((transaction) => leaveOutElsewhere(transaction, due))
    return (await world.items(due, cookie))[0]?.outcome
  }
  expect(await outcome(Date.now() - 2 * dayMs)).toBe('waiting')
  expect(await outcome(Date.now())).toBe('skipped')
})
