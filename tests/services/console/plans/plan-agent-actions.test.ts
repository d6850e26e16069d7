// Jobs for the agents of many computers, planned by the console: before a desktop server that a test controls.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Job, notPlanned, planning } from '#contract/console/jobs.ts'
import { desktopAnswers, startProxy } from '../../../support/proxy.ts'
import { json } from '../../../support/upstream.ts'
import { callsOf, pace } from '../jobs/job-world.ts'

type Row = Record<string, unknown>
type Server = {
  rows: Row[]
  ignoresIds?: boolean
  rejectsIds?: boolean
  ignoresPage?: boolean
  total?: false
  /** What becomes of the filter by status. */
  ofStatus?: 'ignored' | 'rejected'
}

let proxy: Awaited<ReturnType<typeof startProxy>>
let calls: ReturnType<typeof callsOf>
let cookie: string
let server: Server
let asked: URLSearchParams[]
let sent: number

const idsUpTo = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1))
const computer = (id: string, more: Row = {}): Row => ({
  resource_id: id,
  resource_name: `PC ${id}`,
  domain_netbios_name: 'OFFICE',
  os_name: '--',
  installation_status: 21,
  ...more,
})

beforeEach(async () => {
  proxy = await startProxy({ ownToken: true, jobPace: pace })
  calls = callsOf(proxy)
  cookie = await proxy.signIn('chief')
  asked = []
  sent = 0
  server = { rows: idsUpTo(250).map((id) => computer(id)) }
  proxy.desktop.answer((request, response) => {
    if (request.method === 'POST' && request.url.includes('/som/computers/')) sent += 1
    if (!request.url.includes('/som/computers')) return desktopAnswers(request, response)
    const { searchParams } = new URL(request.url, 'http://test')
    asked.push(searchParams)
    const ids = searchParams.get('residfilter')?.split(',')
    if (ids && server.rejectsIds)
      return json(response, { error_code: '1007', error_description: 'Invalid residfilter' }, 400)
    const states = searchParams.get('installstatusfilter')?.split(',')
    if (states && server.ofStatus === 'rejected')
      return json(response, { error_code: '1007', error_description: 'Invalid installstatusfilter' }, 400)
    const rows = server.rows.filter(
      (row) =>
        (!ids || server.ignoresIds || ids.includes(String(row.resource_id))) &&
        (!states || server.ofStatus || states.includes(String(row.installation_status))),
    )
    const [limit, page] = ['pagelimit', 'page'].map((name) => Number(searchParams.get(name) ?? 0))
    const from = server.ignoresPage ? 0 : (page ?? 0) * (limit ?? 0)
    const body = {
      ...(server.total !== false && { total: rows.length }),
      computers: rows.slice(from, from + (limit ?? 0)),
    }
    return json(response, {
      message_type: 'computers',
      message_response: body,
      message_version: '1.0',
      status: 'success',
    })
  })
})
afterEach(() => proxy.stop())

async function plan(ids: readonly string[], action = 'install') {
  const order = { action, title: `Install agent on ${ids.length} computers`, ids }
  const { id, ...job } = await calls.call<Job>('console.planAgentAction', order, cookie)
  await expect.poll(async () => (await calls.read(id, cookie)).why, { timeout: 60_000 }).toBeUndefined()
  const items = await calls.items(id, cookie)
  return {
    id,
    job,
    items,
    skipped: items.flatMap(({ subject, remark, outcome }) => (outcome === 'skipped' ? [[subject, remark]] : [])),
  }
}

test('a job for many computers is planned by one request, with the reasons for those that are skipped', async () => {
  server.rows = server.rows.filter(({ resource_id }) => resource_id !== '7')
  server.rows[0] = computer('1', { installation_status: 22 })
  const { id, job, items, skipped } = await plan(idsUpTo(250))
  expect(job).toMatchObject({
    state: 'planned',
    endpoint: 'desktop.installAgents',
    kind: 'computer',
    why: { code: 'PLANNING' },
  })
  expect(skipped).toEqual([
    ['1', 'The agent is already installed.'],
    ['7', 'The server no longer lists this computer'],
  ])
  expect(items.find(({ subject }) => subject === '150')).toMatchObject({
    label: 'PC 150',
    detail: 'OFFICE',
    outcome: 'waiting',
  })
  expect(await calls.read(id, cookie)).toMatchObject({
    state: 'planned',
    total: 250,
    counts: { waiting: 248, skipped: 2 },
  })
  expect(asked.map((one) => one.get('residfilter')?.split(',').length)).toEqual([100, 100, 50])
  expect(sent).toBe(0)
})

test.each<[string, Partial<Server>]>([
  ['ignores', { ignoresIds: true }],
  ['rejects', { rejectsIds: true }],
  ['ignores, without counting its computers,', { ignoresIds: true, total: false }],
])('the list of a server that %s IDs is read once, and they are found in it', async (_, kind) => {
  const listed = idsUpTo(1200).filter((id) => id !== '7')
  server = { rows: listed.map((id) => computer(id, id === '1100' ? { installation_status: 22 } : {})), ...kind }
  const { skipped } = await plan(['5', '7', ...idsUpTo(1100).slice(1000)])
  expect(skipped).toEqual([
    ['7', 'The server no longer lists this computer'],
    ['1100', 'The agent is already installed.'],
  ])
  expect(asked.filter((one) => !one.has('residfilter')).map((one) => one.get('page') ?? '0')).toHaveLength(
    kind.rejectsIds ? 3 : 2,
  )
})

test('computers that a server does not reveal are left to its decision', async () => {
  server = { rows: idsUpTo(1500).map((id) => computer(id)), ignoresIds: true, ignoresPage: true }
  const { items, skipped } = await plan(['5', '1400'])
  expect(skipped).toEqual([])
  expect(items.map(({ label }) => label).toSorted()).toEqual(['1400', 'PC 5'])
})

describe('all computers of a list are planned by its filters', () => {
  const planAll = async (filter: object, except: string[] = []) => {
    const order = { action: 'install', title: 'Install agent', filter, except }
    const { id } = await calls.call<Job>('console.planAgentAction', order, cookie)
    await expect.poll(async () => (await calls.read(id, cookie)).why?.code, { timeout: 60_000 }).not.toBe(planning)
    const { why, total, counts } = await calls.read(id, cookie)
    return { why, total, skipped: counts.skipped, items: await calls.items(id, cookie) }
  }
  const states = [21, 22, 23]
  const failed = idsUpTo(2500).filter((id) => Number(id) % 3 === 2)
  beforeEach(() => {
    server.rows = idsUpTo(2500).map((id) => computer(id, { installation_status: states[Number(id) % 3] }))
  })

  test.each([undefined, 'ignored', 'rejected'] as const)('where the filter is %s', async (ofStatus) => {
    server.ofStatus = ofStatus
    const { items, total } = await planAll({ installstatusfilter: '23' }, ['2', '5'])
    expect(items.map(({ subject }) => subject)).toEqual(failed.slice(2, 2 + items.length))
    expect(total).toBe(failed.length - 2)
    expect(items[0]).toMatchObject({ label: 'PC 8', detail: 'OFFICE', outcome: 'waiting' })
  })

  test('those that are not eligible are skipped', async () => {
    expect(await planAll({})).toMatchObject({ total: 2500, skipped: 834 })
  })

  test.each(['ignored', 'rejected'] as const)(
    'not if the filter is %s and the rows do not have what it compares',
    async (ofStatus) => {
      server = { rows: server.rows.map((row) => ({ ...row, installation_status: undefined })), ofStatus }
      const { why, items } = await planAll({ installstatusfilter: '23' })
      expect(why).toMatchObject({
        code: notPlanned,
        message: expect.stringContaining('does not filter its computers') as unknown,
      })
      expect(items).toEqual([])
    },
  )

  test('not if the server does not list all of them', async () => {
    server.ignoresPage = true
    const { why, items } = await planAll({})
    expect(why?.message).toContain('does not list all computers that it counts')
    expect(items).toEqual([])
  })
})

test('only those who may use the agents plan for them', async () => {
  const reader = await proxy.signIn('reader')
  const order = { action: 'install', title: 'Install agent', ids: ['1'] }
  expect((await proxy.call('console.planAgentAction', order, reader)).status).toBe(403)
  expect(asked).toEqual([])
})
