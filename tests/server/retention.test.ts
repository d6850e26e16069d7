import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#platform/database/open.ts'
import type { LeaseTables } from '#platform/lease.ts'
import { migrations } from '#server/migrations.ts'
import { type Archiver, startRetention } from '#server/retention.ts'
import { withinMs } from '../support/runs.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-retention-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A process of the product, as far as it archives. */
async function startOne(archive: Archiver['archive']) {
  const database = await openDatabase({ folder, migrations })
  const logged: string[] = []
  const log = (event: string, facts?: object) => void logged.push(JSON.stringify({ event, ...facts }))
  const options = { name: 'retention', days: 30, db: database.db.$extendTables<LeaseTables>(), log, firstAfterMs: 10 }
  const stop = await startRetention(options, [{ of: 'test', archive }])
  return {
    logged,
    stop: async () => {
      await stop()
      await database.close()
    },
  }
}

test('soon after the start, one of the processes archives what is older; another goes on when that one ends', async () => {
  const asked: [process: number, before: number][] = []
  const processOf = (number: number) =>
    startOne((before) => {
      asked.push([number, before])
      return Promise.resolve({ entries: 3 })
    })
  const processes = [await processOf(1), await processOf(2)]
  await expect.poll(() => asked.length).toBe(1)
  expect(asked[0]?.[0]).toBe(1)
  expect(Date.now() - (asked[0]?.[1] ?? 0) - 30 * 86_400_000).toBeLessThan(withinMs(10_000))
  expect(processes[0]?.logged).toContain('{"event":"archived","of":"test","entries":3}')
  await processes[0]?.stop()
  await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(2)
  expect(asked[1]?.[0]).toBe(2)
  await processes[1]?.stop()
})

test('what is wrong is in the log, and does not end the process', async () => {
  const failing = await startOne(() => Promise.reject(new Error('the disk is full')))
  await expect.poll(() => failing.logged.join()).toContain('"event":"not archived","of":"test"')
  await failing.stop()
  const altered = await startOne(() => Promise.resolve({ entries: 0, problem: 'Entry 7 was changed' }))
  await expect.poll(() => altered.logged.join()).toContain('"reason":"Entry 7 was changed"')
  await altered.stop()
})

test('a stop ends what is under way', async () => {
  const state = { isRunning: false, isAborted: false }
  const one = await startOne(async (_before, signal) => {
    state.isRunning = true
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    state.isAborted = true
    return { entries: 0 }
  })
  await expect.poll(() => state.isRunning).toBe(true)
  await one.stop()
  expect(state.isAborted).toBe(true)
})
