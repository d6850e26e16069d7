import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WorkPool } from '#crypto/workers/pool.ts'
import { refusalFrom } from '../refusal-of.ts'
import type { MisbehavingJobs } from './misbehaving-jobs.ts'

let pool: WorkPool<MisbehavingJobs>

beforeEach(() => {
  pool = new WorkPool(new URL('misbehaving-jobs.ts', import.meta.url), { threads: 2, queue: 3, memoryMiB: 64 })
})
afterEach(() => pool.close())

test('jobs are done, several at once and many after each other, by the same threads', async () => {
  const values = Array.from({ length: 5 }, (_, index) => index)
  expect(await Promise.all(values.map((value) => pool.run('echo', [value])))).toEqual(values)
  const threads = new Set<number>()
  for (let round = 0; round < 10; round++) threads.add(await pool.run('workerNumber', []))
  expect(threads.size).toBeLessThanOrEqual(2)
})

test('a thread that has nothing to do ends, and the next job starts another', async () => {
  const thrifty = new WorkPool<MisbehavingJobs>(new URL('misbehaving-jobs.ts', import.meta.url), { idleMs: 20 })
  const first = await thrifty.run('workerNumber', [])
  // Asked again before it is idle for long enough, the same thread would answer.
  await vi.waitFor(
    async () => {
      await delay(60)
      expect(await thrifty.run('workerNumber', [])).not.toBe(first)
    },
    { timeout: 30_000 },
  )
  await thrifty.close()
})

test('a job that never ends is stopped at its deadline, and only that one', async () => {
  const stuck = [pool.run('hang', [], { deadlineMs: 300 }), pool.run('waitForEver', [], { deadlineMs: 300 })]
  const patient = pool.run('echo', ['still here'])
  for (const job of stuck) expect((await refusalFrom(job)).reason).toBe('too-slow')
  expect(await patient).toBe('still here')
})

test('a job that the machine delays may last longer than the processor time it has', async () => {
  const deadlineMs = 1_500
  expect(await pool.run('delayed', [2_000], { deadlineMs })).toBe('done')
  // Each has its own, although the same thread does them all.
  for (let job = 0; job < 5; job++) expect(await pool.run('busyFor', [350], { deadlineMs })).toBe('done')
})

test('a job that eats all memory costs its own thread only', async () => {
  const [greedy, modest] = [pool.run('eatMemory', []), pool.run('echo', ['modest'])]
  expect(await modest).toBe('modest')
  expect((await refusalFrom(greedy)).reason).toBe('too-costly')
  expect(await pool.run('echo', ['again'])).toBe('again')
})

test.for(['exit', 'crashLater', 'fail', 'recurse', 'answerAFunction'] as const)(
  'a job that ends by %s is an error to its caller, and the pool goes on',
  async (name) => {
    await expect(pool.run(name, [])).rejects.toThrow(Error)
    expect(await Promise.all([1, 2, 3].map((value) => pool.run('echo', [value])))).toEqual([1, 2, 3])
  },
)

test('input that cannot be copied to a thread is an error, not a hang', async () => {
  await expect(pool.run('echo', [() => 1])).rejects.toThrow('could not be cloned')
  expect(await pool.run('echo', [1])).toBe(1)
})

test('what Node says through the same port under --watch is not taken for the answer', async () => {
  expect(await pool.run('chatter', [])).toBe('the answer')
})

test('when enough is waiting, more is refused as busy', async () => {
  const waiting = Array.from({ length: 5 }, () => pool.run('waitForEver', [], { deadlineMs: 200 }))
  expect((await refusalFrom(pool.run('echo', [1]))).reason).toBe('busy')
  for (const job of waiting) expect((await refusalFrom(job)).reason).toBe('too-slow')
  expect(await pool.run('echo', [1])).toBe(1)
})

test('who gives up is let go at once, whether the job runs or waits', async () => {
  const leaving = new AbortController()
  const { signal } = leaving
  const jobs = Array.from({ length: 4 }, () => pool.run('hang', [], { signal }))
  const next = pool.run('echo', ['next'])
  leaving.abort()
  for (const job of [...jobs, pool.run('echo', [1], { signal })]) {
    expect((await refusalFrom(job)).reason).toBe('canceled')
  }
  expect(await next).toBe('next')
})

test('closing the pool ends everything', async () => {
  const jobs = Array.from({ length: 4 }, () => pool.run('hang', []))
  const outcomes = jobs.map(refusalFrom)
  await pool.close()
  for (const outcome of outcomes) expect((await outcome).reason).toBe('canceled')
  expect((await refusalFrom(pool.run('echo', [1]))).reason).toBe('canceled')
})
