// A discovery of 2,000 hosts and a command to 5,000 devices, with no browser, while their process is killed amid both.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plannedAtOnce } from '#contract/console/jobs.ts'
import { openDatabase } from '#platform/database/open.ts'
import { buildIfStale } from '#server/build.ts'
import { migrations } from '#server/migrations.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { noPostgres, startPostgres } from '../platform/database/postgres.ts'
import { consoleClient } from '../support/console-client.ts'
import { startServer } from '../support/server.ts'

const password = 'a password of the tests 7c41'
const [deviceCount, hostCount] = [5000, 2000]
const startsWithinMs = 400_000
const client = consoleClient()
let folder: string
beforeAll(async () => {
  await buildIfStale()
  folder = await mkdtemp(join(tmpdir(), 'triptych-large-jobs-'))
})
afterAll(async () => {
  await client.close()
  await rm(folder, { recursive: true, force: true })
})

type Job = { id: number; state: string; total: number; counts: Record<string, number> }
type Devices = { devices: { device_id: string }[] }
type Plan = { endpoint: string; title: string; input: object }

describe.each([
  { name: 'SQLite, started again', skip: undefined },
  { name: 'PostgreSQL, beside another process', skip: noPostgres },
])('a process that is killed amid two large jobs on $name', ({ name, skip }) => {
  test.skipIf(skip)(
    'leaves nothing undone and nothing done twice',
    async () => {
      const isShared = name.startsWith('PostgreSQL')
      const url = isShared ? await (await startPostgres()).createDatabase('large_jobs') : undefined
      const own = join(folder, isShared ? 'shared' : 'alone')
      const settings = {
        TRIPTYCH_DATA_DIR: own,
        TRIPTYCH_DEMO_PASSWORD: password,
        TRIPTYCH_SEED: 'large:6500',
        ...(url && { TRIPTYCH_DATABASE_URL: url }),
      }
      const start = () => startServer(settings, startsWithinMs)
      const servers = isShared ? [await start(), await start()] : [await start()]
      let [asked] = servers
      const call = async <T>(row: string, input: object) => {
        const { status, value } = await client.call(asked?.ready.console ?? '', row, input)
        if (status !== 200) throw new Error(`${row}: ${status} ${JSON.stringify(value)}\n${asked?.stderr()}`)
        return value as T
      }
      await client.signIn(asked?.ready.console ?? '', 'admin', password)

      const devices: string[] = []
      while (devices.length < deviceCount) {
        const page = { limit: '200', offset: String(devices.length), managed_status: '2' }
        const found = (await call<Devices>('mdm.listDevices', page)).devices.map(({ device_id }) => device_id)
        expect(found).not.toEqual([])
        devices.push(...found)
      }
      const hosts = Array.from({ length: hostCount }, (_, at) => `127.7.${at >> 8}.${at & 255}:4443`)
      const planned = async (plan: Plan, subjects: readonly string[]) => {
        let job: number | undefined
        for (let at = 0; at < subjects.length; at += plannedAtOnce) {
          const items = subjects.slice(at, at + plannedAtOnce).map((subject) => ({ subject, label: subject }))
          job = (await call<Job>('console.planJob', { ...plan, items, ...(job !== undefined && { job }) })).id
        }
        return job
      }
      const scan = { endpoint: 'mdm.sendCommands', title: 'Scan', input: { action_name: 'scan' } }
      const command = await planned(scan, devices.slice(0, deviceCount))
      const look = { endpoint: 'keys.discoverFromFile', title: 'Discover', input: { TIMEOUT: '5' } }
      const discovery = await planned(look, hosts)
      const before = await lastCommand(own, url)
      for (const job of [command, discovery]) await call('console.startJob', { job })

      const read = (job: number | undefined) => call<Job>('console.readJob', { job })
      const isAmid = async (job: number | undefined) => {
        const { counts, total } = await read(job)
        return (counts.waiting ?? 0) < total * 0.9
      }
      const amid = async () => [await isAmid(command), await isAmid(discovery)]
      await expect.poll(amid, { timeout: 60_000, interval: 20 }).toEqual([true, true])
      const victim = servers.find(({ stderr }) => stderr().includes('"route":"mdm.sendCommands"')) ?? asked
      await victim?.kill()
      asked = isShared ? servers.find((one) => one !== victim) : await start()

      // What no device lists after three minutes is sent again, and where that has no answer either, once more.
      for (const job of [command, discovery]) {
        await call('console.listJobItems', { job, limit: 200 })
        await expect
          .poll(async () => (await read(job)).counts, { timeout: 900_000, interval: 500 })
          .toMatchObject({ waiting: 0, sent: 0, unknown: 0 })
      }
      const { counts } = await read(discovery)
      expect((counts.done ?? 0) + (counts.failed ?? 0)).toBe(hostCount)
      const { counts: sent } = await read(command)
      await asked?.stop()
      const ledger = await scansSince(own, url, before)
      expect([...ledger.values()].filter((times) => times > 1)).toEqual([])
      expect(ledger.size).toBe(deviceCount - (sent.refused ?? 0))
    },
    2_400_000,
  )
})

const withCommands = async <T>(
  folder: string,
  url: string | undefined,
  work: (db: Kysely<DeviceTables>) => Promise<T>,
) => {
  const database = await openDatabase({ url, folder, migrations })
  try {
    return await work(database.db.$extendTables<DeviceTables>())
  } finally {
    await database.close()
  }
}

/** The lab's own list of what arrived: no page and no job has any part in it. */
const lastCommand = (folder: string, url: string | undefined) =>
  withCommands(folder, url, async (db) => {
    const { last } = await db
      .selectFrom('device_command')
      .select(({ fn }) => fn.max('pk').as('last'))
      .executeTakeFirstOrThrow()
    return last
  })
const scansSince = (folder: string, url: string | undefined, before: number) =>
  withCommands(folder, url, async (db) => {
    const rows = await db
      .selectFrom('device_command')
      .select(['device_pk', ({ fn }) => fn.countAll<number>().as('times')])
      .where('pk', '>', before)
      .where('command', 'like', sql.lit('%"command_name":"scan"%'))
      .groupBy('device_pk')
      .execute()
    return new Map(rows.map(({ device_pk, times }) => [device_pk, times]))
  })
