// Three processes on one PostgreSQL behind nginx, under load: what fails while one of the parts is replaced.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listDevices } from '#contract/mdm/device-list.ts'
import { csrfHeader, addressOf, session } from '#contract/session.ts'
import { buildIfStale } from '#server/build.ts'
import { noPostgres, startOwnPostgres } from '../platform/database/postgres.ts'
import { noNginx, reserveBalancer } from '../support/nginx.ts'
import { freePort } from '../support/ports.ts'
import { startServer } from '../support/server.ts'

type Server = Awaited<ReturnType<typeof startProcess>>
type Outcome = { at: number; outcome: string }

const clients = 8
const away = new Set(['503 DATABASE_AWAY', '503 FAILED'])

/** READY names the public address, so the address behind nginx is chosen here. */
async function startProcess(settings: Record<`TRIPTYCH_${string}`, string>) {
  const port = String(await freePort())
  const server = await startServer({ ...settings, TRIPTYCH_PORT: port }, 120_000)
  return { ...server, address: `127.0.0.1:${port}` }
}

describe.skipIf(Boolean(noPostgres ?? noNginx))('three processes behind nginx, under load', () => {
  let postgres: Awaited<ReturnType<typeof startOwnPostgres>>
  let balancer: Awaited<ReturnType<Awaited<ReturnType<typeof reserveBalancer>>['start']>>
  let servers: Server[] = []
  let settings: Record<`TRIPTYCH_${string}`, string>
  let folder: string
  let url: string
  let cookie: string
  const agent = new Agent({ connections: clients })

  const addresses = () => servers.map(({ address }) => address)
  const post = async (endpoint: { id: string }, input: object, as = cookie) => {
    const { statusCode, headers, body } = await request(url + addressOf(endpoint), {
      dispatcher: agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', [csrfHeader]: '1', cookie: as },
      body: JSON.stringify(input),
    })
    return {
      status: statusCode,
      text: await body.text(),
      cookie: [headers['set-cookie']].flat()[0]?.split(';')[0] ?? '',
    }
  }

  beforeAll(async () => {
    await buildIfStale()
    postgres = await startOwnPostgres()
    folder = await mkdtemp(join(tmpdir(), 'triptych-failover-'))
    const masterKeyFile = join(folder, 'master.key')
    await writeFile(masterKeyFile, randomBytes(32).toString('hex'), { mode: 0o600 })
    const place = await reserveBalancer()
    url = place.url
    settings = {
      TRIPTYCH_DATABASE_URL: await postgres.createDatabase('failover'),
      TRIPTYCH_MASTER_KEY_FILE: masterKeyFile,
      TRIPTYCH_PUBLIC_URL: url,
      TRIPTYCH_TRUSTED_PROXIES: '127.0.0.1',
      TRIPTYCH_DEMO_PASSWORD: randomBytes(18).toString('base64url'),
    }
    servers = await Promise.all([1, 2, 3].map(() => startProcess(settings)))
    balancer = await place.start(addresses())
    const signedIn = await post(session.signIn, { username: 'helpdesk', password: settings.TRIPTYCH_DEMO_PASSWORD }, '')
    expect(signedIn.status, signedIn.text).toBe(200)
    cookie = signedIn.cookie
  })
  afterAll(async () => {
    await agent.destroy()
    await balancer?.stop()
    for (const server of servers) await server.stop()
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Calls all the time while something happens; what each came to, and when. */
  async function underLoad(happens: () => Promise<void>): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    const end = new AbortController()
    const worker = async () => {
      while (!end.signal.aborted) {
        const outcome = await post(listDevices, { limit: '25' }).then(
          ({ status, text }) => (status === 200 ? 'ok' : `${status} ${codeIn(text)}`),
          (error: Error & { code?: string }) => error.code ?? error.message,
        )
        outcomes.push({ at: Date.now(), outcome })
      }
    }
    const load = Promise.all(Array.from({ length: clients }, worker))
    await delay(1_000)
    await happens()
    await delay(2_000)
    end.abort()
    await load
    return outcomes
  }
  const failures = (outcomes: readonly Outcome[]) => outcomes.filter(({ outcome }) => outcome !== 'ok')

  test('a killed process loses only the calls that it was answering', async () => {
    const outcomes = await underLoad(async () => {
      await servers.shift()?.kill()
    })
    expect(outcomes.length).toBeGreaterThan(3 * clients)
    expect(failures(outcomes).length, JSON.stringify(failures(outcomes))).toBeLessThanOrEqual(clients)
  })

  test('a rolling upgrade fails no call', async () => {
    const outcomes = await underLoad(async () => {
      for (let left = servers.length; left > 0; left -= 1) {
        const next = await startProcess(settings)
        const old = servers.shift()
        servers.push(next)
        await balancer.use(addresses())
        await delay(500)
        await old?.stop()
      }
    })
    expect(failures(outcomes)).toEqual([])
  })

  test('a restart of PostgreSQL ends no process; calls say that the database is away, and work 2 s after its return', async () => {
    let back = 0
    const outcomes = await underLoad(async () => {
      await postgres.shutDown('SIGINT')
      await delay(1_000)
      await postgres.start()
      back = Date.now()
    })
    const failed = failures(outcomes)
    expect([...new Set(failed.map(({ outcome }) => outcome))].filter((outcome) => !away.has(outcome))).toEqual([])
    expect(Math.max(0, ...failed.map(({ at }) => at - back))).toBeLessThan(2_000)
    for (const { pid } of servers) expect(() => process.kill(pid, 0)).not.toThrow()
  })

  const codeIn = (text: string) => {
    try {
      return String((JSON.parse(text) as { code?: unknown }).code)
    } catch {
      return text.slice(0, 60)
    }
  }
})
