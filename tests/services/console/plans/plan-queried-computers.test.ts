// An action on all computers of a query, planned by the console from its index, at the embedded service.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Job } from '#contract/console/jobs.ts'
import { obstacleTo } from '#contract/desktop/status.ts'
import { startComputerIndex } from '../fleet/computer-index.ts'

const patience = { timeout: 60_000, interval: 100 }
let index: Awaited<ReturnType<typeof startComputerIndex>>
let { proxy, cookie, calls, untilRead } = {} as typeof index

beforeAll(async () => {
  index = await startComputerIndex()
  ;({ proxy, cookie, calls, untilRead } = index)
}, 180_000)
afterAll(() => index.stop())

type Row = { resource_id: string; resource_name: string; values: { installation_status: string } }
const found = async (query: string) =>
  (
    await calls.call<{ rows: Row[] }>(
      'console.queryComputers',
      { query, columns: ['installation_status'], limit: 200 },
      cookie,
    )
  ).rows
const order = (more: object) => ({ action: 'install', title: 'Install agent', ...more })
async function planned(more: object) {
  const { id } = await calls.call<Job>('console.planAgentAction', order(more), cookie)
  await expect.poll(async () => (await calls.read(id, cookie)).why?.code, patience).not.toBe('PLANNING')
  return { job: await calls.read(id, cookie), items: await calls.items(id, cookie) }
}

test('the computers of a query are planned by one request, except those left out and those with an agent', async () => {
  await untilRead()
  const line = '-office:Lisboa'
  const all = await found(line)
  const [first] = all
  expect(all.length).toBeGreaterThan(10)
  const { items } = await planned({ query: line, except: [first?.resource_id] })
  expect(items.map(({ subject }) => subject).toSorted()).toEqual(
    all
      .map(({ resource_id }) => resource_id)
      .filter((id) => id !== first?.resource_id)
      .toSorted(),
  )
  for (const { subject, label, outcome, remark } of items) {
    const row = all.find(({ resource_id }) => resource_id === subject)
    expect(label).toBe(row?.resource_name)
    const skip = obstacleTo('install', { installation_status: Number(row?.values.installation_status) })
    expect([outcome, remark], subject).toEqual(skip === undefined ? ['waiting', ''] : ['skipped', skip])
  }
  expect(items.some(({ outcome }) => outcome === 'skipped') && items.some(({ outcome }) => outcome === 'waiting')).toBe(
    true,
  )
})

test('an invalid query, or neither IDs nor a query, is refused', async () => {
  for (const [more, field] of [
    [{ query: 'offfice:Lisboa' }, 'query'],
    [{}, 'ids'],
    [{ query: '', ids: ['1'] }, 'ids'],
  ] as const) {
    const { status, value } = await proxy.call('console.planAgentAction', order(more), cookie)
    expect([status, value.field], JSON.stringify(more)).toEqual([400, field])
  }
})

test('a query without results is reported, and cannot be started', async () => {
  await untilRead()
  const { job } = await planned({ query: 'name="no such computer"' })
  expect(job).toMatchObject({ total: 0, why: { code: 'NOT_PLANNED' } })
  expect(job.why?.message).toContain('No computers match')
  expect((await proxy.call('console.startJob', { job: job.id }, cookie)).status).toBe(409)
})
