// More strangers than a port has places for, from 249 addresses, and an honest client all the while.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildIfStale } from '#server/build.ts'
import { startServer } from '../support/server.ts'
import { besieged, honestCalls } from './besieged.ts'

let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  await buildIfStale()
  server = await startServer({ TRIPTYCH_SEED: 'empty' })
})
afterAll(() => server.stop())

test.each([0, 1, 2])('5,000 strangers on a port keep nobody out of it: port %i of three', async (at) => {
  const [, honest] = honestCalls(server.ready)[at] ?? []
  if (!honest) throw new Error('There are three ports')
  const siege = await besieged({ pid: server.pid, number: 5_000, lastsMs: 20_000, honest })
  expect(siege.refused).toEqual([])
  expect(siege.slowestMs).toBeLessThan(1_000)
  await expect.poll(siege.left, { timeout: 30_000 }).toBeLessThan(20)
})
