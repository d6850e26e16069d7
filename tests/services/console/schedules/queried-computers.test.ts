// An agent action whose computers a query finds when a run starts, at the embedded service.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import type { Schedule, ScheduleRun } from '#contract/console/schedules.ts'
import { scanComputers } from '#contract/desktop/inventory.ts'
import { installAgents, listComputers, uninstallAgents } from '#contract/desktop/som.ts'
import { startComputerIndex } from '../fleet/computer-index.ts'

let now = Date.parse('2027-03-01T12:00Z')
const patience = { timeout: 60_000, interval: 100 }
let index: Awaited<ReturnType<typeof startComputerIndex>>
let { proxy, cookie, calls, untilRead } = {} as typeof index
let ids: { installed: string[]; missing: string[] }

beforeAll(async () => {
  index = await startComputerIndex({ scheduleClock: { clock: () => now, lookMs: 50, failedMs: 50 } })
  ;({ proxy, cookie, calls, untilRead } = index)
  const { rows } = await index.running.call(listComputers, { page: 0, pagelimit: 1000 }, index.key)
  const having = (status: number) =>
    rows.flatMap(({ installation_status, resource_id = '' }) => (installation_status === status ? [resource_id] : []))
  ids = { installed: having(22), missing: having(21) }
}, 180_000)
afterAll(() => index.stop())

const tag = (id = '') => {
  const cells = [{ field: 'tags', before: '', after: 'rollout' }]
  const thing = { kind: 'computer', subject: id, label: id, identifiers: identifiersOf.computer({ id }), cells }
  return calls.call('console.changeAnnotation', thing, cookie)
}
/** The items of the planned job are not used; pages that do not load the computers send none. */
const schedule = async (query: string, endpoint: { id: string } = scanComputers, subjects = ids.installed) => {
  const items = subjects.slice(0, 1).map((subject) => ({ subject, label: subject }))
  const planned = { endpoint: endpoint.id, title: 'Scan', input: {}, items }
  const { id: job } = await calls.call<{ id: number }>('console.planJob', planned, cookie)
  const timing = { rule: { kind: 'daily', time: '02:00' }, zone: 'Europe/Berlin', missed: 'once' }
  return proxy.call(
    'console.createSchedule',
    { job, title: 'Scan of a rollout', target: 'queried-computers', query, ...timing },
    cookie,
  )
}

test('each run uses the computers that the query finds at its start, except those that cannot be scanned', async () => {
  await untilRead()
  const [first, second] = ids.installed
  const [without] = ids.missing
  await tag(first)
  const { status, value } = await schedule('tag:rollout', scanComputers, [])
  expect(status, JSON.stringify(value)).toBe(200)
  const { id, query } = value as unknown as Schedule
  expect(query).toBe('tag:rollout')
  await tag(second)
  await tag(without)
  now = Date.parse('2027-03-02T01:00Z')
  const runs = async () =>
    (await calls.call<{ rows: ScheduleRun[] }>('console.listScheduleRuns', { schedule: id }, cookie)).rows
  await expect.poll(runs, patience).toMatchObject([{ state: 'started', job: { total: 3 } }])
  const [run] = await runs()
  const items = await calls.items(run?.job?.id ?? 0, cookie)
  expect(
    new Map(items.map(({ subject, outcome, remark }) => [subject, outcome === 'skipped' ? remark : 'sent'])),
  ).toEqual(
    new Map([
      [first, 'sent'],
      [second, 'sent'],
      [without, 'No agent installed yet.'],
    ]),
  )
})

test('an invalid query and the removal of agents are refused', async () => {
  for (const query of ['offfice:Lisboa', '']) {
    const { status, value } = await schedule(query)
    expect([status, value.field]).toEqual([400, 'query'])
  }
  const { status, value } = await schedule('disk<10%', uninstallAgents)
  expect([status, value.field]).toEqual([400, 'target'])
  expect((await schedule('disk<10%', installAgents)).status).toBe(200)
})
