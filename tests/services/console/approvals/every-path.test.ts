// A stolen administrator's session cannot exceed the ceiling: whatever endpoint it calls, nothing guarded is sent.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approvals } from '#contract/console/approvals.ts'
import type { Job } from '#contract/console/jobs.ts'
import { type Endpoint, type Input, isDangerous } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type Applied, applied, isComposite } from '#contract/jobs/applied.ts'
import { ruledActions } from '#contract/console/guarded-actions.ts'
import { toWireInput } from '#contract/http/http.ts'
import { type FilePart, isFilePart } from '#contract/http/file-part.ts'
import { type Json, stringifyJson } from '#contract/json.ts'
import { firstOf } from '../../../contract/arbitrary.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { startProxy } from '../../../support/proxy.ts'
import { asPageCalls } from '../../../support/why.ts'
import { type AuditedProxy, startAuditedProxy } from '../audit/audited-proxy.ts'
import { devices, type JobWorld, pace, startJobs } from '../jobs/job-world.ts'

const all: Endpoint[] = [...endpoints.values()]
const guarded = all.filter(({ guards }) => guards)
const chance = { count: 25, seed: 7 }
const isGuarded = ({ guards }: Endpoint, input: object) => guards?.(input as never) !== undefined
const guardedInput = (endpoint: Endpoint) =>
  firstOf<object>(endpoint.input, chance, (one) => isGuarded(endpoint, one)) ?? expect.unreachable(endpoint.id)

/** What jobs may be of, where at least one of its calls is guarded. */
const guardedJobs = [...applied.values()].filter((one) =>
  isComposite(one) ? one.job.steps.some(({ endpoint }) => endpoint.guards) : one.guards,
)
function orderOf(one: Applied) {
  const items = devices(3).map((subject) => ({ subject, label: subject }))
  if (isComposite(one)) {
    const account = (subject: string) => ({ resourceName: subject, userName: 'app' })
    const input = { keyName: 'web', formerKey: 'old' }
    const accounts = items.map((item) => ({ ...item, input: account(item.subject) }))
    return { endpoint: one.id, title: 'Remove', input, items: accounts }
  }
  const input = guardedInput(one)
  const wire = Object.entries(toWireInput(one as Endpoint, input))
  const common = Object.fromEntries(wire.filter(([name]) => name !== one.job.subject && name !== 'groups'))
  return { endpoint: one.id, title: 'Scan', input: common, items }
}

/** Irreversible, but not of the kind that one administrator must not do to many. */
const unguarded = [
  'keys.addProfile',
  'keys.applyCredentials',
  'keys.changeProfile',
  'keys.createAuthority',
  'keys.deactivateAcmeAccount',
  'keys.deployCertificate',
  'keys.forgetHostKey',
  'keys.regenerateApiKey',
  'keys.removeHostCredentials',
  'keys.removeProfile',
  'keys.removeSshResource',
  'keys.replaceHostKeys',
  'keys.revokeApiKey',
  'keys.setAcme',
  'keys.setAuthorityProfiles',
  'keys.setHostCredentials',
  'mdm.deleteApp',
  'mdm.deleteGroup',
  'mdm.deleteProfile',
  'mdm.deleteProfiles',
  'mdm.deleteUser',
  'mdm.regenerateApiKey',
  'mdm.revokeApiKey',
]

test('every operation that erases, revokes or removes keys is guarded, and so is loosening these rules', () => {
  const isOfServers = ({ id }: Endpoint) => /^(mdm|keys)\./.test(id)
  const open = all.filter((one) => one.danger && !one.guards && isOfServers(one)).map(({ id }) => id)
  expect(open.toSorted()).toEqual(unguarded)
  expect(guarded.map(({ id }) => id).toSorted()).toEqual(
    [
      'console.setApprovalRule',
      'console.setEmergencyRelease',
      'keys.deleteCertificate',
      'keys.deleteRequest',
      'keys.deleteSshKey',
      'keys.deleteVaultKey',
      'keys.dissociateKey',
      'keys.revokeCertificate',
      'keys.updateVaultKey',
      'mdm.sendCommand',
      'mdm.sendCommands',
      'mdm.wipeCorporateData',
      'mdm.wipeCorporateDataOfDevices',
      'mdm.wipeDevice',
      'mdm.wipeDevices',
    ].toSorted(),
  )
})

describe('with an administrator’s session above every limit', () => {
  let proxy: AuditedProxy
  let now = Date.parse('2027-03-01T12:00Z')
  beforeAll(async () => {
    proxy = await startAuditedProxy({ jobPace: pace, scheduleClock: { clock: () => now, lookMs: 50, failedMs: 50 } })
    const strict = { site: 'test', mode: 'always', above: 25, minutes: 60, user_name: '', at: 0 } as const
    const rules = [...ruledActions, 'emergency' as const].map((action) => Object.assign({ action }, strict))
    await proxy.tables.deleteFrom('console_approval_rule').execute()
    await proxy.tables.insertInto('console_approval_rule').values(rules).execute()
  })
  afterAll(() => proxy.stop())
  const isSent = (endpoint: Endpoint) => {
    const name = endpoint.path.split('/').at(-1) ?? ''
    const to = name.startsWith('{') ? /clear_passcode|reset_passcode/ : new RegExp(`/${name}([?/]|$)`)
    return [...proxy.mdm.received, ...proxy.keys.received].filter(({ method, url }) => method !== 'GET' && to.test(url))
  }
  const called = (endpoint: Endpoint, input: object, cookie: string) => {
    const wire = toWireInput(...(asPageCalls(endpoint, input) as [Endpoint, Input<Endpoint>]))
    const files = Object.entries(wire).filter((one): one is [string, FilePart & Json] => isFilePart(one[1]))
    if (files.length === 0) return proxy.call(endpoint.id, stringifyJson(wire), cookie)
    const texts = Object.fromEntries(Object.entries(wire).filter(([, value]) => !isFilePart(value)))
    const parts = files.map(([name, part]) => [name, new File([Uint8Array.from(part.bytes)], part.name)])
    return proxy.callWithFiles(endpoint.id, texts, Object.fromEntries(parts) as Record<string, File>, cookie)
  }

  test.each(guarded)('$id is held for a second person', async (endpoint) => {
    const { cookie } = await proxy.arrives()
    const input = guardedInput(endpoint)
    const strict = { ...input, ...(endpoint.id.startsWith('console.') && { mode: 'free', allowed: true }) }
    const { status, value } = await called(endpoint, strict, cookie)
    // A file is not stored until somebody approves it.
    expect([status, value.code]).toEqual(Object.values(input).some(isFilePart) ? [403, 'FORBIDDEN'] : [409, 'HELD'])
    expect(isSent(endpoint)).toEqual([])
  })

  test('no endpoint sends a guarded action, and none releases a held one', async () => {
    let { cookie } = await proxy.arrives()
    for (const endpoint of all) {
      if (endpoint.permission === 'proxy' || endpoint.permission === 'anyone') continue
      await called(endpoint, firstOf<object>(endpoint.input, chance) ?? expect.unreachable(endpoint.id), cookie).catch(
        () => undefined,
      )
      if (endpoint.id.startsWith('session.')) ({ cookie } = await proxy.arrives())
    }
    for (const endpoint of guarded) expect(isSent(endpoint), endpoint.id).toEqual([])
    const held = proxy.tables.selectFrom('console_job').select(({ fn }) => fn.countAll<number>().as('count'))
    const { count } = await held.where('state', '=', 'running').executeTakeFirstOrThrow()
    expect(count).toBe(0)
  }, 900_000) // several hundred calls

  test.each(guardedJobs)(
    'a job of $id is held, whatever job endpoint is called, and so is its schedule',
    async (one) => {
      const { cookie, name } = await proxy.arrives()
      const answer = async (row: string, input: object) => (await proxy.call(`console.${row}`, input, cookie)).value
      const order = orderOf(one)
      const reason = 'Stolen from the warehouse'
      const plan = async () => (await answer('planJob', order)).id
      const job = await plan()
      const held = { state: 'held' } satisfies Partial<Job>
      expect(await answer('startJob', { job, reason })).toMatchObject(held)
      const outcomes = ['skipped', 'failed', 'refused', 'unknown']
      for (const row of ['startJob', 'resumeJob', 'retryJob', 'approveJob', 'releaseJob'])
        expect([row, (await answer(row, { job, reason, outcomes, by: name })).code]).toEqual([row, 'FORBIDDEN'])
      expect(await answer('stopJob', { job })).toMatchObject({ state: 'ended' })
      expect(await answer('retryJob', { job, outcomes, input: order.input })).toMatchObject(held)

      const rule = { kind: 'once', at: new Date(now + 3_600_000).toISOString().slice(0, 16) }
      const timing = { rule, zone: 'UTC', missed: 'once', title: 'Later', target: 'items', reason }
      const { id: schedule } = await answer('createSchedule', { job: await plan(), ...timing })
      now += 3_601_000
      await expect
        .poll(async () => (await answer('listScheduleRuns', { schedule })).rows, { timeout: 60_000, interval: 100 })
        .toMatchObject([{ job: held }])
      for (const endpoint of guarded) expect(isSent(endpoint), endpoint.id).toEqual([])
    },
    180_000,
  )

  test('every endpoint of approvals that changes something requires reauthentication', () => {
    const changing = Object.values<Endpoint>(approvals).filter(({ changes }) => changes)
    expect(changing.filter((one) => !isDangerous(one, {})).map(({ id }) => id)).toEqual(['console.stopAllJobs'])
  })
})

describe.each([
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
])('two processes on $name', ({ name, skip }) => {
  let world: JobWorld
  beforeAll(async () => {
    if (skip) return
    const url = name === 'PostgreSQL' ? await (await startPostgres()).createDatabase('approvals') : undefined
    world = await startJobs(url ? { url } : {})
  })
  afterAll(() => world?.proxy.stop())

  test.skipIf(skip)('do not exceed the ceiling together', async () => {
    const rule = { site: 'test', action: 'wipe', mode: 'above', above: 5, minutes: 60, user_name: '', at: 0 } as const
    await world.proxy.tables.insertInto('console_approval_rule').values(rule).execute()
    const other = await startProxy({ ownToken: true, jobPace: pace, beside: world.proxy })
    const cookie = await world.proxy.signInConfirmed('chief')
    const reason = 'Stolen from the warehouse'
    const answers = await Promise.all(
      devices(20).map((device_id, at) =>
        (at % 2 ? other : world.proxy).call('mdm.wipeDevice', { device_id, reason }, cookie),
      ),
    )
    expect(answers.filter(({ value }) => value.code === 'HELD')).toHaveLength(15)
    expect(world.server.sent).toHaveLength(5)
    await other.stop()
  })
})
