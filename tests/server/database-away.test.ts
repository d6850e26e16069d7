import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildIfStale } from '#server/build.ts'
import { noPostgres, startOwnPostgres } from '../platform/database/postgres.ts'
import { type Called, consoleClient } from '../support/console-client.ts'
import { withinMs } from '../support/runs.ts'
import { startServer } from '../support/server.ts'

type Server = Awaited<ReturnType<typeof startServer>>
let postgres: Awaited<ReturnType<typeof startOwnPostgres>>
let server: Server
let url: string
const client = consoleClient()

beforeAll(async () => {
  if (noPostgres) return
  await buildIfStale()
  postgres = await startOwnPostgres()
  url = await postgres.createDatabase('triptych')
  server = await startServer({ TRIPTYCH_DATABASE_URL: url })
  await client.signIn(server.ready.console, 'operator', server.password)
}, 120_000)
afterAll(async () => {
  await client.close()
  await server?.stop()
  await postgres?.stop()
})

/** Made by a process of its own, which names the database that it cannot open, as each start does. Discovery comes last. */
async function untilDemoDataIsMade() {
  const database = new Client({ connectionString: url })
  await database.connect()
  const found = async () =>
    (await database.query("select 1 from key_certificate where source = 'discovered' limit 1")).rowCount
  await expect.poll(found, { timeout: 150_000, interval: 500 }).toBe(1)
  await database.end()
  const parents = () => execFileSync('ps', ['-A', '-o', 'ppid='], { encoding: 'utf8' }).split(/\s+/)
  await expect.poll(parents, { timeout: 60_000, interval: 200 }).not.toContain(String(server.pid))
}

const away = (called: Called) => called.status === 503 && called.value.code === 'DATABASE_AWAY'

/** Reads and changes from six browsers, all the time; tells what became of them when it is stopped. */
function underLoad() {
  const seen = { reads: [] as Called[], writes: [] as Called[], saved: new Set<string>() }
  const running = new AbortController()
  const work = async (worker: number) => {
    for (let at = 0; !running.signal.aborted; at += 1) {
      seen.reads.push(await client.call(server.ready.console, 'mdm.listDevices', { limit: '5' }))
      if (worker % 2) continue
      const name = `away-${Date.now()}-${worker}-${at}`
      const written = await client.call(server.ready.console, 'mdm.createGroup', { name })
      seen.writes.push(written)
      if (written.status < 300) seen.saved.add(name)
    }
  }
  const workers = Promise.all(Array.from({ length: 6 }, (_, worker) => work(worker)))
  return {
    seen,
    async stop() {
      running.abort()
      await workers
      return seen
    },
  }
}

async function groupNames(): Promise<Set<string>> {
  const names = new Set<string>()
  for (let offset = 0; ; offset += 100) {
    const { value } = await client.call(server.ready.console, 'mdm.listGroups', {
      limit: '100',
      offset: String(offset),
    })
    const groups = value.groups as { name: string }[]
    for (const { name } of groups) names.add(name)
    if (groups.length < 100) return names
  }
}

const serves = async () => (await client.call(server.ready.console, 'mdm.listDevices', { limit: '1' })).status === 200

test.skipIf(noPostgres)(
  'connections that an administrator ends are replaced: reads do not notice, changes are refused or done',
  async () => {
    const load = underLoad()
    for (let round = 0; round < 5; round += 1) {
      const before = load.seen.reads.length
      await expect.poll(() => load.seen.reads.length, { timeout: 30_000 }).toBeGreaterThan(before + 20)
      await postgres.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'triptych'`)
    }
    const { reads, writes, saved } = await load.stop()
    expect(reads.filter(({ status }) => status !== 200)).toEqual([])
    const failed = writes.filter(({ status }) => status >= 300)
    expect(failed.filter((call) => !away(call) && call.value.code !== 'NOT_RECORDED')).toEqual([])
    expect(
      [...saved].filter(
        (
          (there) => (name: string) =>
            !there.has(name)
        )(await groupNames()),
      ),
    ).toEqual([])
  },
  120_000,
)

test.skipIf(noPostgres).each(['SIGINT', 'SIGQUIT'] as const)(
  'PostgreSQL that is restarted by %s under load is away for a moment, and nothing acknowledged is lost',
  async (signal) => {
    const load = underLoad()
    await expect.poll(() => load.seen.saved.size, { timeout: 30_000 }).toBeGreaterThan(5)
    await postgres.shutDown(signal)
    await postgres.start()
    const back = performance.now()
    await expect.poll(serves, { interval: 50, timeout: 30_000 }).toBe(true)
    expect(performance.now() - back).toBeLessThan(withinMs(2000))
    const { reads, writes, saved } = await load.stop()
    expect(reads.filter((call) => call.status !== 200 && !away(call))).toEqual([])
    const failed = writes.filter((call) => call.status >= 300 && !away(call) && call.value.code !== 'NOT_RECORDED')
    expect(failed).toEqual([])
    const there = await groupNames()
    expect([...saved].filter((name) => !there.has(name))).toEqual([])
  },
  120_000,
)

test.skipIf(noPostgres)(
  'while PostgreSQL is stopped, every call says so and when to try again, and the process lives',
  async () => {
    await untilDemoDataIsMade()
    await postgres.shutDown('SIGINT')
    const calls = await Promise.all([
      client.call(server.ready.console, 'mdm.listDevices', { limit: '1' }),
      client.call(server.ready.console, 'mdm.createGroup', { name: 'while away' }),
      client.call(server.ready.console, 'session.current'),
      client.call(server.ready.console, 'session.signIn', { username: 'admin', password: server.password }),
    ])
    for (const call of calls) {
      expect(call).toMatchObject({ status: 503, value: { code: 'DATABASE_AWAY' }, retryAfter: '2' })
    }
    expect(await client.ready(server.ready.console)).toEqual({
      status: 503,
      text: '{"status":"not ready","part":"database"}',
    })
    const mdm = await fetch(`${server.ready.mdm}/api/v1/mdm/devices`, { headers: { authorization: 'any' } })
    expect([mdm.status, mdm.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await mdm.json()).toMatchObject({ error_code: 'DATABASE_AWAY' })
    const desktop = await fetch(`${server.ready.desktop}/api/1.3/som/summary`, { headers: { authorization: 'any' } })
    expect(await desktop.json()).toMatchObject({ status: 'error', error_code: 'DATABASE_AWAY' })
    await delay(3000) // timers of all kinds meet it, too
    await postgres.start()
    await expect.poll(serves, { interval: 50, timeout: 30_000 }).toBe(true)
    await expect.poll(async () => (await client.ready(server.ready.console)).status).toBe(200)
    expect(server.stderr()).not.toMatch(/postgres:\/\/|Unhandled|uncaught/)
  },
  300_000,
)
