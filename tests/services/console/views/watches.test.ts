// What is watched between two looks: who may go on, for how long, and what part of a list is.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listDevices } from '#contract/mdm/device-list.ts'
import { maxWatched } from '#contract/console/views/views.ts'
import { sealFor } from '#platform/seal.ts'
import { csvOfRows } from '#services/console/views/csv-of-rows.ts'
import { rowsOf } from '#services/console/views/read-rows.ts'
import { type Watch, watchStore } from '#services/console/views/watch-store.ts'
import { comparedRows, viewWatcher } from '#services/console/views/watch-views.ts'
import { type Proxy, startProxy } from '../../../support/proxy.ts'

let proxy: Proxy
beforeAll(async () => {
  proxy = await startProxy({})
})
afterAll(() => proxy.stop())

const of = { view: 7, site: 'test', owner: 'ada', user_name: 'ada', email: 'ada@example.com' }
const day = 86_400_000

test('a check that ends after a sign-out or a change of the query does not change the watch', async () => {
  const store = watchStore(proxy.tables, sealFor('view watch', Buffer.alloc(32)))
  const watch = async () => [...(await store.ofOwner('ada')).values()][0] ?? expect.unreachable()
  await store.begin(of, { session: 'one', credential: 'one' })
  const signedOut = await watch()
  await store.pauseOf('ada', 'Signed out')
  expect(await store.change(signedOut, { state: 'active', why: 'busy' })).toBe(false)
  expect(await watch()).toMatchObject({ state: 'paused', why: 'Signed out', credential: '' })
  await store.renew(await watch(), { session: 'two', credential: 'two' }, 1)
  const changed = await watch()
  await proxy.tables.updateTable('console_view_watch').set({ seen: null, next_at: 2 }).execute()
  expect(await store.change(changed, { seen: new Set(['of another question']) })).toBe(false)
  expect((await watch()).seen).toBeUndefined()
  expect(await store.change(await watch(), { seen: new Set(['row']) })).toBe(true)
})

test('a row of a week ago is not reported again, also after a paused watch', async () => {
  const now = Date.UTC(2026, 0, 31)
  const view = { id: 7, name: 'Till', page: '/devices', search: '' }
  const find = async (appearedAt: number) => {
    const appeared = [{ id: 'a', label: 'Till 1', at: appearedAt }]
    const watch = { ...of, state: 'paused', session: 'one', appeared, next_at: 0 } as unknown as Watch
    const parts = {
      views: { find: vi.fn().mockResolvedValue(view) },
      watches: { ofSite: vi.fn().mockResolvedValue([watch]) },
      people: { callAs: vi.fn(), credentialOf: vi.fn().mockResolvedValue(undefined) },
      clock: () => now,
    }
    return viewWatcher(parts as unknown as Parameters<typeof viewWatcher>[0])(
      { name: 'test' },
      new AbortController().signal,
    )
  }
  expect(await find(now - day)).toMatchObject([{ title: 'Till 1' }])
  expect(await find(now - 8 * day)).toEqual([])
})

test('a row missed by one check has not left, and is not new when it is found again', () => {
  const look = (before: Parameters<typeof comparedRows>[0], ...ids: string[]) => {
    const { fresh, gone, rows } = comparedRows(before, Object.fromEntries(ids.map((id) => [id, `Till ${id}`])))
    return { fresh, gone, seen: new Set(Object.keys(rows.labels)), rows }
  }
  const first = look({ seen: undefined, rows: { labels: {}, missed: [] } }, 'a', 'b')
  expect(first).toMatchObject({ fresh: [], gone: [] })
  const second = look(first, 'b')
  expect(second).toMatchObject({ fresh: [], gone: [] })
  expect(look(second, 'a', 'b')).toMatchObject({ fresh: [], gone: [], rows: { missed: [] } })
  const third = look(second, 'b')
  expect(third).toMatchObject({ fresh: [], gone: ['a'] })
  expect(look(third, 'a', 'b')).toMatchObject({ fresh: ['a'], gone: [] })
})

test('the number of watched views per account is limited', async () => {
  const cookie = await proxy.signIn('reader')
  const views: number[] = []
  for (let at = 0; at <= maxWatched; at += 1) {
    const question = { list: listDevices.id, input: {}, columns: [] }
    const given = { name: `View ${at}`, page: '/devices', search: '', audience: 'me', question }
    views.push((await proxy.call('console.saveView', given, cookie)).value.view as number)
  }
  const watch = async (view: number) =>
    (await proxy.call('console.watchView', { view, isWatched: true }, cookie)).status
  // One after the other or at once.
  const answers = await Promise.all(views.map(watch))
  expect(answers.filter((status) => status === 200)).toHaveLength(maxWatched)
  const unwatch = (view: number) => proxy.call('console.watchView', { view, isWatched: false }, cookie)
  for (const view of views) await unwatch(view)
  for (const view of views.slice(0, maxWatched)) expect(await watch(view)).toBe(200)
  expect(await watch(views[0] ?? 0)).toBe(200)
  expect(await watch(views[maxWatched] ?? 0)).toBe(400)
})

test('a server that repeats a page does not count as a complete list', async () => {
  const rows = Array.from({ length: 200 }, (_, at) => ({ device_id: String(at) }))
  const read = async (total: number | undefined) => {
    const owner = { site: 'test', owner: 'ada' }
    const asker = { callAs: vi.fn().mockResolvedValue({ rows, total }), owner, signal: new AbortController().signal }
    let count = 0
    for await (const _ of rowsOf(asker, { list: listDevices.id, input: {} }, 1000)) count += 1
    return count
  }
  expect(await read(200)).toBe(200)
  expect(await read(undefined)).toBe(200)
  await expect(read(450)).rejects.toMatchObject({ code: 'UNEXPECTED_CONTENT' })
})

test('writing a long file does not block other requests', async () => {
  const csv = csvOfRows([])
  for (let at = 0; at < 2500; at += 1) csv.add({ at })
  let isWritten = false
  let turns = 0
  const count = () => {
    turns += 1
    if (!isWritten) setImmediate(count)
  }
  setImmediate(count)
  const bytes = await csv.bytes()
  isWritten = true
  expect(turns).toBeGreaterThan(1)
  expect(bytes.toString().split('\r\n')).toHaveLength(2502)
})

test('a file above the limit is refused during reading, and late columns apply to all rows', async () => {
  const csv = csvOfRows([])
  csv.add({})
  csv.add({ a: 'x,"y"\r\n' })
  csv.add({ a: 1, b: 2, c: 3 })
  expect((await csv.bytes()).toString()).toBe('\uFEFFa,b,c\r\n,,\r\n"x,""y""\r\n",,\r\n1,2,3\r\n')
  const short = csvOfRows([], { maxBytes: 1000 })
  const fill = () => {
    for (let at = 0; at < 1000; at += 1) short.add({ at })
  }
  expect(fill).toThrow(/longer than/)
  // A column that comes late widens all lines before it: the file, not the sum of its lines, is what is limited.
  const late = csvOfRows([], { maxBytes: 1000 })
  for (let at = 0; at < 100; at += 1) late.add({})
  expect(() => late.add(Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`c${at}`, 1])))).toThrow(
    /longer than/,
  )
  const wide = csvOfRows([], { maxBytes: 1000 })
  // 300 characters, and 900 bytes.
  wide.add({ a: '漢'.repeat(300) })
  expect(() => wide.add({ a: '漢'.repeat(40) })).toThrow(/longer than/)
})
