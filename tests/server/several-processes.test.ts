import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import ssh2 from 'ssh2'
import { request } from 'undici'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildIfStale } from '#server/build.ts'
import { noPostgres, startPostgres } from '../platform/database/postgres.ts'
import { consoleClient } from '../support/console-client.ts'
import { startServer } from '../support/server.ts'

type Server = Awaited<ReturnType<typeof startServer>>
const client = consoleClient()
let folder: string
let running: Server[] = []
beforeAll(() => buildIfStale())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-several-'))
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()))
  await rm(folder, { recursive: true, force: true })
})
afterAll(() => client.close())

const password = 'a password of the tests 7c41'
const start = async (settings: Record<`TRIPTYCH_${string}`, string> = {}) => {
  const server = await startServer(
    { TRIPTYCH_DATA_DIR: folder, TRIPTYCH_DEMO_PASSWORD: password, ...settings },
    120_000,
  )
  running.push(server)
  return server
}

type Host = { name: string; address: string; port: number }
type Lab = { ssh_hosts?: { hosts: Host[] } }
const labOf = async ({ ready }: Server) => (await (await request(ready.lab)).body.json()) as Lab
const runsLab = (server: Server) => /"event":"lease taken","name":"lab"/.test(server.stderr())

/** What an SSH client sees first; whose password is accepted. */
const hostKeyOf = ({ address, port }: Host, login = { username: 'root', password }) =>
  new Promise<string>((resolve, reject) => {
    let key = ''
    const connection = new ssh2.Client()
    connection
      .on('ready', () => {
        connection.end()
        resolve(key)
      })
      .on('error', reject)
      .connect({
        host: address,
        port,
        ...login,
        hostVerifier: (bytes: Buffer) => {
          key = createHash('sha256').update(bytes).digest('base64')
          return true
        },
      })
  })

test.each(['SQLite', 'PostgreSQL'])(
  'three first starts at the same moment on %s make one installation; its lab has one owner, and an heir',
  async (kind) => {
    if (kind === 'PostgreSQL' && noPostgres) return expect(noPostgres).toContain('not installed')
    const settings: Record<`TRIPTYCH_${string}`, string> =
      kind === 'PostgreSQL' ? { TRIPTYCH_DATABASE_URL: await (await startPostgres()).createDatabase('several') } : {}
    const servers = await Promise.all([start(settings), start(settings), start(settings)])
    expect(servers.filter((server) => server.stdout().includes('First run'))).toHaveLength(1)
    expect(servers.filter((server) => server.stdout().includes('Key management API key:'))).toHaveLength(1)
    for (const { ready } of servers) {
      expect(await client.ready(ready.console)).toEqual({ status: 200, text: '{"status":"ready"}' })
      await client.signIn(ready.console, 'admin', password)
      const { value } = await client.call(ready.console, 'mdm.listDevices', { limit: '1' })
      expect(
        value.total ?? (value.metadata as { total_record_count?: number } | undefined)?.total_record_count,
      ).not.toBe(0)
    }

    const owners = servers.filter(runsLab)
    expect(owners).toHaveLength(1)
    const hostsOf = async (server: Server) => (await labOf(server)).ssh_hosts?.hosts ?? []
    await expect
      .poll(async () => (await Promise.all(servers.map(hostsOf))).map(({ length }) => length))
      .toEqual([3, 3, 3])
    const [hosts = [], ...same] = await Promise.all(servers.map(hostsOf))
    expect(same).toEqual([hosts, hosts])
    const keysBefore = await Promise.all(hosts.map((host) => hostKeyOf(host)))
    expect(new Set(keysBefore).size).toBe(3)

    const [owner] = owners
    running = running.filter((server) => server !== owner)
    await owner?.kill()
    await expect.poll(() => running.filter(runsLab), { timeout: 30_000 }).toHaveLength(1)
    const [one, two] = running
    if (!one || !two) throw new Error('Two are left')
    const labAnswers = async () => Promise.all((await hostsOf(one)).map((host) => hostKeyOf(host)))
    await expect.poll(() => labAnswers().catch(() => []), { timeout: 30_000 }).toEqual(keysBefore)
    expect(await hostsOf(two)).toEqual(await hostsOf(one))
    const { value } = await client.call(two.ready.console, 'keys.listSshResources')
    const listed = JSON.stringify(value)
    for (const { port } of await hostsOf(one)) expect(listed).toContain(String(port))
  },
  240_000,
)

test('a first start that is killed is finished by the one that waits', async () => {
  const starts = [1, 2].map(() =>
    start({ TRIPTYCH_SEED: 'large:4000' }).then(
      (server) => server,
      () => undefined,
    ),
  )
  const file = join(folder, 'triptych.db')
  const read = (query: string) => {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      return database.prepare(query).get()
    } catch {
      return undefined // not yet
    } finally {
      database.close()
    }
  }
  const begun = () => existsSync(file) && Number(read('select made from fleet')?.made ?? 0) > 0
  await expect.poll(begun, { interval: 20, timeout: 60_000 }).toBe(true)
  const { holder } = read(`select holder from lease where name = 'first start'`) as { holder: string }
  process.kill(Number(holder.split(' ')[2]), 'SIGKILL') // boot, container, number
  const [left, ...others] = (await Promise.all(starts)).filter((server) => server !== undefined)
  expect(others).toEqual([])
  expect(await client.ready(left?.ready.console ?? '')).toMatchObject({ status: 200 })
  expect(read('select made from fleet')).toEqual({ made: 4000 })
}, 240_000)
