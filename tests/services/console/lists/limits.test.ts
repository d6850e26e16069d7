// How much memory lists may take, with limits that are reached at once.
import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { defaultDialect } from '#contract/dialect.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import type { ConsoleCaller, People } from '#platform/console.ts'
import { listAnswer } from '#platform/upstream/list-answer.ts'
import type { AnnotatedRows } from '#services/console/annotations/annotated-rows.ts'
import { cachedLists } from '#services/console/lists/cached-lists.ts'
import { listHandlers } from '#services/console/lists/list-handlers.ts'
import { listThread } from '#services/console/lists/list-thread.ts'
import { certificateAt } from '../../../support/many-certificates.ts'

const usual = { lists: 8, size: 1_000_000, rows: 1000 }
const key = (at: number) => ({ KeyName: `key-${at}`, FingerPrint: 'x'.repeat(100) })

/** A server with so many rows in every list; `reads`: which lists were read. */
function serving(count: number, max: typeof usual, heapMiB?: number, row: (at: number) => object = key) {
  const reads: string[] = []
  let pause: Promise<void> | undefined
  const callAs: People['callAs'] = async (_, endpoint, __, ___, rows) => {
    reads.push(endpoint.id)
    rows?.begin()
    for (let from = 0; from < count; from += 100) {
      const part = Array.from({ length: Math.min(100, count - from) }, (____, at) => row(from + at))
      await rows?.add(part, JSON.stringify(part).length)
    }
    await pause
    return { rows: [] } as never
  }
  const lists = cachedLists({ callAs, bearerFor: () => Promise.resolve(undefined) }, listThread(heapMiB), max)
  closing.push(lists.close)
  const caller = {
    site: { name: '', upstreams: new Map([['keys', { name: 'keys' }]]) },
    person: { site: '', owner: 'me', session: 'one', name: 'me', permissions: ['KeyManagement_Admin'] },
    signal: new AbortController().signal,
  } as unknown as ConsoleCaller
  const annotated = {
    resolved: (_: object, query: object) => Promise.resolve(query),
    widened: (_: object, found: object) => Promise.resolve({ ...found, annotationFields: [] }),
  } as AnnotatedRows
  const { findSshKeys, findRequests, findIssued } = listHandlers(lists, annotated)
  const page = { offset: 0, limit: 10 }
  return {
    reads,
    holdUp: (until: Promise<void>) => void (pause = until),
    keys: () => findSshKeys(page, caller),
    requests: () => findRequests(page, caller),
    issued: () => findIssued(page, caller),
  }
}
const closing: (() => Promise<void>)[] = []
afterEach(async () => void (await Promise.all(closing.splice(0).map((close) => close()))))

test('a list above the limits is refused and never shown in part', async () => {
  await expect(serving(1001, usual).requests()).rejects.toMatchObject({
    code: 'ANSWER_TOO_LARGE',
    message: 'The list has more than 1,000 rows',
  })
  await expect(serving(1000, { ...usual, size: 5000 }).requests()).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE' })
  expect((await serving(1000, usual).requests()).total).toBe(1000)
})

test('the oldest list is evicted for the next, by number and by size', async () => {
  for (const max of [
    { ...usual, lists: 1 },
    { ...usual, size: 20_000 },
  ]) {
    const { reads, requests, issued } = serving(100, max)
    await requests()
    await issued()
    await requests()
    expect(reads).toEqual(['keys.listRequests', 'keys.listIssued', 'keys.listRequests'])
  }
})

test('lists read at the same time share the limit: one gets a retry', async () => {
  const { holdUp, requests, issued } = serving(100, { ...usual, size: 20_000 })
  const { promise, resolve } = Promise.withResolvers<void>()
  holdUp(promise)
  const first = requests()
  await expect(issued()).rejects.toMatchObject({ code: 'BUSY' })
  resolve()
  expect((await first).total).toBe(100)
})

test('a list that does not fit into the memory of its thread is refused, and the next is read', async () => {
  let isLong = true
  const row = (at: number) => (isLong ? { ...certificateAt(at, 0), DOMAIN_NAME: `${at} `.repeat(2000) } : key(at))
  const { requests } = serving(10_000, { ...usual, rows: 20_000, size: 1e10 }, 48, row)
  await expect(requests()).rejects.toMatchObject({
    code: 'ANSWER_TOO_LARGE',
    message: 'The list does not fit into the memory of this console',
  })
  isLong = false
  expect((await requests()).total).toBe(10_000)
}, 60_000)

test('a response is read up to its limit only', async () => {
  let sent = 0
  const body = Readable.from(
    (function* () {
      yield '{"details":['
      for (; sent < 10_000; sent += 1) yield `${sent ? ',' : ''}{"CertID":${sent},"Issuer":"${'x'.repeat(1000)}"}`
    })(),
    { objectMode: false },
  )
  const read = listAnswer(listCertificates, { statusCode: 200, headers: {} }, body, {
    speaks: defaultDialect,
    onRows: () => undefined,
    maxMiB: 1,
  })
  await expect(read).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE', message: 'The list is longer than 1 MiB' })
  expect(sent).toBeLessThan(2000)
})
