import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#api/client.ts'
import { loadBehind } from '#components/area/load-behind.ts'

const early = new Map<string, Promise<Response>>()

beforeEach(() => {
  queryClient.clear()
  vi.useFakeTimers()
  vi.stubGlobal('window', { early })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what stands behind the rows waits for those that the page asks for right afterwards', async () => {
  const rows = Promise.withResolvers<string>()
  const load = vi.fn(async () => {})
  early.set('session.current {}', Promise.withResolvers<Response>().promise)
  loadBehind(load)
  void queryClient.query({ queryKey: ['rows'], queryFn: () => rows.promise })
  await vi.advanceTimersByTimeAsync(1000)
  expect(load, 'beside the rows').not.toHaveBeenCalled()
  expect(early.size, 'still to be taken').toBe(1)
  rows.resolve('rows')
  await vi.advanceTimersByTimeAsync(100)
  expect(load).toHaveBeenCalledOnce()
  expect(early.size).toBe(0)
})

test('it does not wait for ever', async () => {
  const load = vi.fn(async () => {})
  loadBehind(load)
  const rows = Promise.withResolvers<string>()
  const asked = queryClient.query({ queryKey: ['rows'], queryFn: () => rows.promise })
  await vi.advanceTimersByTimeAsync(4000)
  expect(load).toHaveBeenCalledOnce()
  rows.resolve('rows')
  await asked
})

test('a page that asks for nothing has what stands behind it soon', async () => {
  const load = vi.fn(async () => {})
  loadBehind(load)
  await vi.advanceTimersByTimeAsync(100)
  expect(load).toHaveBeenCalledOnce()
})
