import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#platform/database/open.ts'
import { type CallCountTables, forgetCalls, purgeCallCounts, takeCall } from '#services/call-counts.ts'
import { faultList } from '#services/lab/faults.ts'
import type { LabTables } from '#services/lab/lab-settings.ts'
import { rateLimit } from '#services/mdm/rate-limit.ts'
import { migrations } from '#services/migrations.ts'
import { noPostgres, startPostgres } from '../platform/database/postgres.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closers.splice(0).toReversed()) await close()
})

/** Two processes on one database. */
async function twoOn(kind: 'SQLite' | 'PostgreSQL') {
  const folder = await mkdtemp(join(tmpdir(), 'triptych-counts-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  const postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined
  const url = await postgres?.createDatabase('counts')
  const open = async () => {
    const database = await openDatabase({ url, folder, migrations })
    closers.push(() => database.close())
    return database.db.$extendTables<CallCountTables & LabTables>()
  }
  return [await open(), await open()] as const
}

describe.each(['SQLite', 'PostgreSQL'] as const)('with %s', (kind) => {
  const only = test.skipIf(kind === 'PostgreSQL' && noPostgres !== undefined)

  only('calls of one minute count together, whichever process they come to', async () => {
    const [one, two] = await twoOn(kind)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => takeCall(at % 2 ? one : two, 'key', 10)))
    expect(answers.filter((seconds) => seconds === undefined)).toHaveLength(10)
    for (const seconds of answers.filter((seconds) => seconds !== undefined)) {
      expect(seconds).toBeGreaterThan(50)
      expect(seconds).toBeLessThanOrEqual(60)
    }
    expect(await takeCall(two, 'another', 10)).toBeUndefined()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    expect(await takeCall(one, 'key', 1)).toBeUndefined()
    expect(await takeCall(two, 'key', 1)).toBe(60)
    // A clock that was set back keeps nobody out for longer than a minute.
    vi.setSystemTime(Date.now() - 3_600_000)
    expect(await takeCall(two, 'key', 1)).toBeUndefined()
    await forgetCalls(one, 'key')
    expect(await takeCall(two, 'key', 1)).toBeUndefined()
    vi.setSystemTime(Date.now() + 7_200_000)
    await purgeCallCounts(one)
    expect(await one.selectFrom('call_count').selectAll().execute()).toEqual([])
  })

  only('a limit that is set in one process holds in the other at once', async () => {
    const [one, two] = (await twoOn(kind)).map(rateLimit) as [
      ReturnType<typeof rateLimit>,
      ReturnType<typeof rateLimit>,
    ]
    await two.take('key')
    await one.set(2)
    expect(await two.get()).toBe(2)
    await one.take('key')
    await two.take('key')
    await expect(one.take('key')).rejects.toMatchObject({ code: 'COM0002', message: 'More than 2 calls in a minute' })
    await two.set(null)
    await one.take('key')
  })

  only('a fault that is switched on in one process is met in the other, as often as it says', async () => {
    const [one, two] = (await twoOn(kind)).map(faultList) as [
      ReturnType<typeof faultList>,
      ReturnType<typeof faultList>,
    ]
    await one.add({ service: 'mdm', code: 'COM0004', times: 3 })
    const met = await Promise.all(
      Array.from({ length: 8 }, (_, at) => (at % 2 ? one : two).take('mdm', '/api/v1/devices')),
    )
    expect(met.filter((fault) => fault !== undefined)).toHaveLength(3)
    expect(await two.list()).toEqual([])
    await two.add({ service: 'keys', latency_ms: 5, path: 'sshKeys' })
    expect(await one.take('mdm', '/x/sshKeys')).toBeUndefined()
    expect(await one.take('keys', '/x/sshKeys')).toMatchObject({ latency_ms: 5 })
    await one.clear()
    expect(await two.take('keys', '/x/sshKeys')).toBeUndefined()
  })
})
