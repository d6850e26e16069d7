// Two processes on one PostgreSQL, one of them killed amid a job: the other finishes it, and no device hears it twice.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildIfStale } from '#server/build.ts'
import { noPostgres, startPostgres } from '../platform/database/postgres.ts'
import { consoleClient } from '../support/console-client.ts'
import { startServer } from '../support/server.ts'

const password = 'a password of the tests 7c41'
const client = consoleClient()
let folder: string
beforeAll(async () => {
  await buildIfStale()
  folder = await mkdtemp(join(tmpdir(), 'triptych-jobs-'))
})
afterAll(async () => {
  await client.close()
  await rm(folder, { recursive: true, force: true })
})

type Job = { id: number; state: string; counts: Record<string, number> }
type History = { commands: { command_name: string }[] }
type Devices = { devices: { device_id: string }[] }

describe.skipIf(noPostgres)('a process that is killed amid a job', () => {
  test.each(['the one that sends', 'the one that does not'])(
    'is followed by the other one: %s',
    async (killed) => {
      const url = await (await startPostgres()).createDatabase('killed')
      const settings = {
        TRIPTYCH_DATA_DIR: folder,
        TRIPTYCH_DEMO_PASSWORD: password,
        TRIPTYCH_DATABASE_URL: url,
        TRIPTYCH_SEED: 'large:2500',
      }
      const servers = [await startServer(settings, 200_000), await startServer(settings, 200_000)]
      const [first, second] = servers
      if (!first || !second) throw new Error('Two were started')
      let asked = first
      await client.signIn(asked.ready.console, 'admin', password)
      const call = async <T>(row: string, input: object) => {
        const { status, value } = await client.call(asked.ready.console, row, input)
        if (status !== 200) throw new Error(`${row}: ${JSON.stringify(value)}`)
        return value as T
      }
      const ids: string[] = []
      while (ids.length < 2000) {
        const { devices } = await call<Devices>('mdm.listDevices', {
          limit: '200',
          offset: String(ids.length),
          managed_status: '2',
        })
        if (devices.length === 0) break
        ids.push(...devices.map(({ device_id }) => device_id))
      }
      let job: number | undefined
      for (let at = 0; at < ids.length; at += 2000) {
        const items = ids.slice(at, at + 2000).map((subject) => ({ subject, label: subject }))
        const plan = { endpoint: 'mdm.sendCommands', title: 'Scan', input: { action_name: 'scan' }, items }
        job = (await call<Job>('console.planJob', { ...plan, ...(job !== undefined && { job }) })).id
      }
      const scansOf = async (devices: readonly string[]) => {
        const counts: number[] = []
        for (const device_id of devices.filter((_, at) => at % 10 === 0)) {
          const { commands } = await call<History>('mdm.listDeviceCommands', { device_id, limit: '200' })
          counts.push(commands.filter(({ command_name }) => command_name === 'scan').length)
        }
        return counts
      }
      const before = await scansOf(ids)
      await call('console.startJob', { job })
      const read = () => call<Job>('console.readJob', { job })
      const sends = () => servers.find(({ stderr }) => stderr().includes('"route":"mdm.sendCommands"'))
      await expect
        .poll(async () => sends() && ((await read()).counts.waiting ?? 0) < ids.length - 300, {
          interval: 20,
          timeout: 30_000,
        })
        .toBe(true)
      const sender = sends() ?? first
      const idle = sender === first ? second : first
      const [victim, left] = killed === 'the one that sends' ? [sender, idle] : [idle, sender]
      await victim.kill()
      asked = left
      // What no device lists after three minutes is sent again, and where that has no answer either, once more.
      await expect
        .poll(async () => (await read()).counts, { timeout: 900_000, interval: 500 })
        .toMatchObject({ waiting: 0, sent: 0, unknown: 0 })
      const after = await scansOf(ids)
      // A device of the demo may be removed in the meantime; its server refuses the command.
      const filter = { job, outcome: 'refused', limit: 200 }
      const { rows } = await call<{ rows: { subject: string }[] }>('console.listJobItems', filter)
      const refused = new Set(rows.map(({ subject }) => subject))
      expect(refused.size).toBeLessThan(20)
      const sampled = ids.filter((_, at) => at % 10 === 0)
      const sent = sampled.map((id, at) => [id, (after[at] ?? 0) - (before[at] ?? 0)])
      expect(sent).toEqual(sampled.map((id) => [id, refused.has(id) ? 0 : 1]))
      await left.stop()
    },
    1_200_000,
  )
})
