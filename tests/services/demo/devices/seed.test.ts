import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startRunning } from '../../running.ts'

const devices = 3000
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-seed-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const start = (seed: string) => {
  const child = spawn(process.execPath, [
    fileURLToPath(new URL('../../start-process.ts', import.meta.url)),
    folder,
    seed,
  ])
  return { child, output: text(child.stdout), ended: once(child, 'exit') }
}

/** How many devices there are, in each table that has a row for a device. */
async function counts() {
  const running = await startRunning({ folder, seed: 'empty' })
  const tables = ['device', 'device_search', 'device_record'] as const
  const db = running.database.db.$extendTables<Record<(typeof tables)[number], { pk: number }>>()
  const found = await Promise.all(tables.map((table) => db.selectFrom(table).select('pk').execute()))
  await running.stop({ keepFolder: true })
  return { counts: found.map((rows) => rows.length), firstRun: running.firstRun, logged: running.logged.join('\n') }
}

test('a killed first start is completed by the next one, which then prints the accounts', async () => {
  const first = start(`large:${devices}`)
  await once(first.child.stdout, 'data') // it says how far it has come
  first.child.kill('SIGKILL')
  await first.ended
  const second = start(`large:${devices}`)
  const [code] = (await second.ended) as [number]
  expect(code).toBe(0)
  expect(await second.output).toMatch(/started first run/)
  expect((await counts()).counts).toEqual([devices, devices, devices])
}, 120_000)

test('two processes that start together on a new folder create one set of devices and accounts', async () => {
  const both = [start('large:1500'), start('large:1500')]
  const codes = await Promise.all(both.map(async ({ ended }) => (await ended)[0] as number))
  expect(codes).toEqual([0, 0])
  const outputs = (await Promise.all(both.map(({ output }) => output))).join('')
  expect(outputs.match(/started first run/g)).toHaveLength(1)
  expect((await counts()).counts).toEqual([1500, 1500, 1500])
}, 120_000)

test('the seed of the first start is kept; a later one is ignored and reported', async () => {
  await (await startRunning({ folder, seed: 'large:7' })).stop({ keepFolder: true })
  const later = await counts()
  expect(later.counts).toEqual([7, 7, 7])
  expect(later.firstRun).toBeUndefined()
  expect(later.logged).toContain('"event":"seed ignored"')
})
