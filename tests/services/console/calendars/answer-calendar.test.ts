// How a reading goes: everything beside it is set by each test.
import { setImmediate as otherWork } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { calendarAddress } from '#contract/console/calendars/calendar-feeds.ts'
import type { ConsoleCaller } from '#platform/console.ts'
import { answerCalendar } from '#services/console/calendars/answer-calendar.ts'
import { feedHandlers } from '#services/console/calendars/feed-handlers.ts'
import { calendarReader } from '#services/console/calendars/read-calendar.ts'

type Parts = Parameters<typeof answerCalendar>[0]
const id = 'a'.repeat(16)
const feed = { id, site: 'a', owner: 'ada', session: 's', created_at: 0 }

function answering(read: Parts['read']) {
  const log = vi.fn()
  const store = {
    opened: () => Promise.resolve(feed),
    credentialOf: () => 'sealed',
    note: () => Promise.resolve(),
    isThere: () => Promise.resolve(true),
  }
  const answer = answerCalendar({
    store: store as unknown as Parts['store'],
    sites: { all: [{ name: 'a' }] } as unknown as Parts['sites'],
    people: { credentialOf: () => Promise.resolve(undefined) },
    guesses: { limited: vi.fn() },
    read,
    seenAt: () => Promise.resolve(0),
    clock: () => 1,
    log,
  })
  const origin = 'https://console.example'
  const headers = { authorization: `Basic ${btoa(`${id}:x`)}` }
  const ask = () =>
    answer({ request: new Request(new URL(calendarAddress(id), origin), { headers }), address: '192.0.2.1', origin })
  return { ask, log }
}

test('concurrent requests for a feed share one read', async () => {
  const { promise, resolve } = Promise.withResolvers<{ text: string; hash: string }>()
  const read = vi.fn(() => promise)
  const { ask } = answering(read)
  const both = Promise.all([ask(), ask()])
  await otherWork()
  resolve({ text: 'calendar', hash: 'h' })
  expect((await both).map(({ text }) => text)).toEqual(['calendar', 'calendar'])
  expect(read).toHaveBeenCalledOnce()
  await ask()
  expect(read).toHaveBeenCalledTimes(2)
})

test('an unexpected failure is in the log', async () => {
  const { ask, log } = answering(() => Promise.reject(new TypeError('of certificate www')))
  expect((await ask()).status).toBe(500)
  expect(log).toHaveBeenCalledWith('calendar feed not read', expect.objectContaining({ feed: id, kind: 'TypeError' }))
  expect(JSON.stringify(log.mock.calls)).not.toContain('www')
})

test('other work continues while events are written, which are dated by their first appearance', async () => {
  let now = Date.UTC(2026, 10, 21)
  const rows = Array.from({ length: 450 }, (_, at) => ({
    id: String(at),
    name: 'www',
    issuer: '',
    places: [] as string[],
    from: new Date(now + 1_000_000),
    expiry: { at: new Date(now + 86_400_000) },
  }))
  const callAs = (_owner: unknown, _row: unknown, asked: { filters: { from?: number }[] }) =>
    Promise.resolve(asked.filters[0]?.from === undefined ? { rows: [], total: 0 } : { rows, total: rows.length })
  const read = calendarReader({
    callAs: callAs as never,
    sites: { all: [] },
    places: { certificate: (one) => `/certificates/${one}` },
    clock: () => now,
  })
  const owner = { site: 'a', owner: 'ada', job: 0, credential: '', isConfirmed: false }
  const ask = () => read(owner, { feed, origin: 'https://console.example', signal: new AbortController().signal })
  let turns = 0
  const turn = () => {
    turns += 1
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  const first = await ask()
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(2)
  expect(first.text.match(/^DTSTAMP:20261121T000000Z\r$/gm)).toHaveLength(rows.length)
  now += 60_000
  expect(await ask()).toEqual(first)
  rows[0]?.places.push('www:443')
  const changed = await ask()
  expect(changed.hash).not.toBe(first.hash)
  expect(changed.text).toContain('DTSTAMP:20261121T000100Z\r\n')
})

test('a feed created while its owner signs out everywhere is revoked', async () => {
  const revoke = vi.fn(() => Promise.resolve(true))
  const store = { create: () => Promise.resolve({ id, password: 'x' }), revoke }
  const credentialOf = vi.fn(() => Promise.resolve<{ session: string; credential: string } | undefined>(undefined))
  credentialOf.mockResolvedValueOnce({ session: 's', credential: 'c' })
  const { createCalendarFeed } = feedHandlers(store as never, { credentialOf })
  const person = { site: 'a', owner: 'ada', session: 's', name: 'Ada' }
  await expect(createCalendarFeed({ name: '' }, { person } as unknown as ConsoleCaller)).rejects.toMatchObject({
    code: 'SIGNED_OUT',
  })
  expect(revoke).toHaveBeenCalledWith(id, person)
})
