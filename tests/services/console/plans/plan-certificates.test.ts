// How a plan of certificates fills: what is asked and answered is set by each test.
import { expect, test } from 'vitest'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { Problem } from '#contract/problem.ts'
import { patiently } from '#services/console/plans/patiently.ts'
import { certificatePlans } from '#services/console/plans/plan-certificates.ts'
import { type FillerParts, planFiller } from '#services/console/plans/plan-filler.ts'
import { planFills } from '#services/console/plans/plan-fills.ts'

type Parts = FillerParts
type Plans = ReturnType<typeof certificatePlans>
type Order = Parameters<Plans['planCertificates']>[0]
const pem = { operation: 'export', input: { fileType: 'PEM' } } as const
type Item = Parameters<Parts['planJob']>[0]['items'][number]

/** One job that stands in the list as created at `row.createdAt`; undefined once it is removed. */
function plansOf(answer: (offset: number, signal: AbortSignal) => Promise<{ rows: unknown[]; total: number }>) {
  const row: { createdAt: number | undefined; why: string; items: Item[] } = { createdAt: 1, why: '', items: [] }
  const fills = planFills()
  const orders: { input: unknown }[] = []
  const askers: unknown[] = []
  const job = { id: 1, createdAt: 1 }
  const begin = planFiller({
    planJob: (({ items, input }: { items: Item[]; input: unknown }) => {
      orders.push({ input })
      row.items.push(...items)
      return Promise.resolve(job)
    }) as unknown as Parts['planJob'],
    store: {
      change: (_job, _from, { why_code }, createdAt) => {
        if (createdAt !== row.createdAt) return Promise.resolve(false)
        row.why = why_code ?? row.why
        return Promise.resolve(true)
      },
    },
    fills,
    people: {
      callAs: ((person: unknown, _row: unknown, { offset }: { offset: number }, signal: AbortSignal) => {
        askers.push(person)
        return answer(offset, signal)
      }) as unknown as Parts['people']['callAs'],
    },
    log: () => undefined,
  })
  const readJob = (() => Promise.resolve(job)) as unknown as Parameters<typeof certificatePlans>[0]['readJob']
  const { planCertificates } = certificatePlans({ begin, readJob })
  const plan = (ids?: string[], of: Pick<Order, 'operation' | 'input'> = pem) =>
    planCertificates({ ...of, title: 'Export', ids }, {
      person: { site: 'a', owner: 'ada', session: 'of before' },
      signal: new AbortController().signal,
    } as unknown as Parameters<typeof planCertificates>[1])
  return { row, fills, plan, orders, askers }
}
/** Without a common name it is left out before its details are read. */
const certificate = (id: string) => ({ id, name: '', expiry: {}, revocation: {} }) as InventoryRow
const patience = { timeout: 20_000 }

test('a certificate that is no longer in the list is skipped with its ID', async () => {
  const { row, plan } = plansOf((offset) => Promise.resolve({ rows: [certificate(String(offset + 1))], total: 2 }))
  await plan(['2', '7'])
  await expect.poll(() => row.why, patience).toBe('')
  await expect.poll(() => row.items.length, patience).toBe(2)
  expect(row.items[0]).toMatchObject({ subject: '2' })
  expect(row.items[1]).toEqual({ subject: '7', label: 'ID 7', skip: 'It is not in the list any more.' })
})

test('a temporarily busy server does not fail a plan', async () => {
  let calls = 0
  const { row, plan } = plansOf(() => {
    if (++calls < 3) return Promise.reject(new Problem('BUSY', 'Busy', { status: 503, retryAfterSeconds: 0 }))
    return Promise.resolve({ rows: [certificate('1')], total: 1 })
  })
  await plan()
  await expect.poll(() => row.items.length, patience).toBe(1)
  expect(calls).toBe(3)
})

test('temporary failures are retried up to five times within a minute, permanent ones not', async () => {
  const waits: number[] = []
  const wait = (ms: number) => Promise.resolve(void waits.push(ms))
  const busy = new Problem('BUSY', 'Busy', { status: 429, retryAfterSeconds: 900 })
  await expect(patiently(() => Promise.reject(busy), wait)).rejects.toBe(busy)
  expect(waits).toEqual([60_000, 60_000, 60_000, 60_000])
  const refused = new Problem('FORBIDDEN', 'Refused', { status: 403 })
  await expect(patiently(() => Promise.reject(refused), wait)).rejects.toBe(refused)
  expect(waits).toHaveLength(4)
})

test('nothing is added to a later job that reuses the number', async () => {
  const { promise, resolve } = Promise.withResolvers<{ rows: unknown[]; total: number }>()
  const { row, fills, plan } = plansOf(() => promise)
  await plan()
  row.createdAt = 2
  row.why = 'of the other'
  resolve({ rows: [certificate('1')], total: 1 })
  await fills.close()
  expect(row).toEqual({ createdAt: 2, why: 'of the other', items: [] })
})

test('planning ends before its job is removed', async () => {
  const { row, fills, plan } = plansOf(
    (_offset, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Problem('FAILED')))),
  )
  await plan()
  row.createdAt = undefined
  await fills.end(1)
  expect(row.items).toEqual([])
})

test('shutting down does not wait for a long plan, whose job reports it', async () => {
  const { row, fills, plan } = plansOf(() => Promise.resolve({ rows: [certificate('1')], total: 1 }))
  await plan(Array.from({ length: 200_000 }, (_, at) => String(at)))
  await expect.poll(() => row.items.length, patience).toBeGreaterThan(0)
  await fills.close()
  expect(row.items.length).toBeLessThan(200_000)
  expect(row.why).toBe('NOT_PLANNED')
})

test('planning continues when its owner reauthenticates, which renews the session', async () => {
  const { row, plan, orders, askers } = plansOf(() => Promise.resolve({ rows: [certificate('1')], total: 1 }))
  await plan(undefined, { operation: 'renew', input: { anything: 'else' } })
  await expect.poll(() => row.items.length, patience).toBe(1)
  await plan(undefined, { operation: 'revoke', input: { revoke_reason: 1, common_name: 'other' } })
  await expect.poll(() => row.items.length, patience).toBe(2)
  await plan()
  await expect.poll(() => row.items.length, patience).toBe(3)
  const kept = [...new Set(orders.map(({ input }) => JSON.stringify(input)))]
  expect(kept).toEqual(['{}', '{"revoke_reason":1}', '{"fileType":"PEM"}'])
  expect(askers[0]).toEqual({ site: 'a', owner: 'ada' })
})
