import { expect, test, vi } from 'vitest'
import { newWalk, walkOn } from '#ui/table/state/all-rows.ts'

const all = Array.from({ length: 450 }, (_, at) => `row ${at}`)
const rowId = (row: string) => row
const given = (pageOf: Parameters<typeof walkOn<string>>[1]['pageOf'], signal = new AbortController().signal) => ({
  pageOf,
  limit: 200,
  rowId,
  signal,
})
const pages = async (offset: number, limit: number) => ({ rows: all.slice(offset, offset + limit), total: all.length })

test('every page is fetched once, in order', async () => {
  const [walk, pageOf] = [newWalk<string>(), vi.fn(pages)]
  await walkOn(walk, given(pageOf), () => {})
  expect([...walk.rows.values()]).toEqual(all)
  expect(pageOf.mock.calls.map(([offset]) => offset)).toEqual([0, 200, 400])
})

test('a server that gives fewer rows than asked is asked on', async () => {
  const walk = newWalk<string>()
  await walkOn(
    walk,
    given(async (offset) => ({ rows: all.slice(offset, offset + 50), total: all.length })),
    () => {},
  )
  expect(walk.rows.size).toBe(450)
})

test('where nobody says how many there are, a page that is not full is the last', async () => {
  const walk = newWalk<string>()
  await walkOn(
    walk,
    given(async (offset, limit) => ({ rows: all.slice(offset, offset + limit) })),
    () => {},
  )
  expect(walk.rows.size).toBe(450)
})

test('what failed goes on where it failed', async () => {
  const walk = newWalk<string>()
  const failing = vi.fn(async (offset: number, limit: number) => {
    if (offset === 200) throw new Error('The server is busy')
    return pages(offset, limit)
  })
  await expect(walkOn(walk, given(failing), () => {})).rejects.toThrow('busy')
  expect(walk.rows.size).toBe(200)
  const mended = vi.fn(pages)
  await walkOn(walk, given(mended), () => {})
  expect(mended.mock.calls.map(([offset]) => offset)).toEqual([200, 400])
  expect([...walk.rows.values()]).toEqual(all)
})

test('a row that moved from one page to the next counts once', async () => {
  const walk = newWalk<string>()
  await walkOn(
    walk,
    given(async (offset) => ({ rows: offset === 0 ? ['a', 'b'] : ['b', 'c'], total: 4 })),
    () => {},
  )
  expect([...walk.rows.values()]).toEqual(['a', 'b', 'c'])
})

test('a list that shrinks meanwhile ends', async () => {
  const walk = newWalk<string>()
  await walkOn(
    walk,
    given(async (offset) => ({ rows: offset === 0 ? ['a', 'b'] : [], total: 4 })),
    () => {},
  )
  expect(walk.ended).toBe(true)
})

test('what somebody stops asks for no further page', async () => {
  const stop = new AbortController()
  const pageOf = vi.fn(async (offset: number, limit: number) => {
    stop.abort()
    return pages(offset, limit)
  })
  await expect(walkOn(newWalk<string>(), given(pageOf, stop.signal), () => {})).rejects.toThrow('aborted')
  expect(pageOf).toHaveBeenCalledOnce()
})
