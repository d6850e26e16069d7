import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listDevices } from '#contract/mdm/device-list.ts'
import { addressOf, csrfHeader, signIn } from '#contract/session.ts'
import { startServer } from '../support/server.ts'
import { startChild } from './child.ts'
import { figure } from './figures.ts'
import { load } from './load.ts'

const answerBytes = 50_000
const clients = 32
const rounds = 6
const seconds = 2

/**
 * What the console costs between a browser and a server, beside a proxy that does nothing but pass bytes on: both before
 * the same server, in turn. Counted is the processor time of each, which other work on the machine changes least.
 */
export async function benchProxy(databaseUrl: string | undefined) {
  const upstream = await startChild('bare-server.ts', String(answerBytes))
  const bare = await startChild('bare-proxy.ts', upstream.origin)
  const services = await startServer({ TRIPTYCH_SEED: 'empty' })
  const folder = await mkdtemp(join(tmpdir(), 'triptych-bench-'))
  const file = join(folder, 'connections.json')
  const connections = [
    { name: 'desktop', service: 'desktop', base_url: services.ready.desktop },
    { name: 'mdm', service: 'mdm', base_url: upstream.origin },
  ]
  await writeFile(file, JSON.stringify({ connections }))
  const product = await startServer({
    TRIPTYCH_CONNECTIONS: file,
    ...(databaseUrl && { TRIPTYCH_DATABASE_URL: databaseUrl }),
  })
  try {
    const kind = databaseUrl ? 'PostgreSQL' : 'SQLite'
    console.log(`\nThe proxy before a server with answers of ${answerBytes / 1000} kB, sessions in ${kind}`)
    const headers = await signedIn(product.ready.console, services.password)
    const ours: Measured = { origin: product.ready.console, pid: product.pid, headers, costs: [] }
    const theirs: Measured = { origin: bare.origin, pid: bare.pid, headers: {}, costs: [] }
    for (let round = 0; round < rounds; round += 1) {
      for (const one of [ours, theirs]) one.costs.push(await costOf(one))
    }
    const of = (one: Measured, what: keyof Cost) => median(one.costs.map((cost) => cost[what]))
    for (const [name, one] of [
      ['the console', ours],
      ['bare hono and undici', theirs],
    ] as const) {
      const more = `${of(one, 'cpuMs').toFixed(2)} ms of processor time each`
      figure(name, of(one, 'perSecond'), 'answers/s', { more })
    }
    const share = (what: (at: number) => number) => 100 * median(ours.costs.map((_, at) => what(at)))
    const rate = share((at) => (ours.costs[at]?.perSecond ?? 0) / (theirs.costs[at]?.perSecond ?? 1))
    const work = share((at) => (theirs.costs[at]?.cpuMs ?? 0) / (ours.costs[at]?.cpuMs ?? 1))
    figure('answers of the console, of the bare proxy', rate, '%', { goal: { atLeast: 60 } })
    figure('the same by processor time', work, '%', { goal: { atLeast: 60 } })
  } finally {
    upstream.stop()
    bare.stop()
    await product.stop()
    await services.stop()
    await rm(folder, { recursive: true })
  }
}
type Cost = { perSecond: number; cpuMs: number }
type Asked = { origin: string; pid: number; headers: Record<string, string> }
type Measured = Asked & { costs: Cost[] }

async function signedIn(origin: string, password: string) {
  const headers = { 'content-type': 'application/json', [csrfHeader]: '1' }
  const body = JSON.stringify({ username: 'admin', password })
  const answer = await fetch(origin + addressOf(signIn), { method: 'POST', headers, body })
  return { ...headers, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

async function costOf({ origin, pid, headers }: Asked): Promise<Cost> {
  const asked = () => ({ method: 'POST' as const, path: addressOf(listDevices), headers, body: '{"limit":50}' })
  let answers = 0
  const before = cpuMsOf(pid)
  const counted = () => {
    answers += 1
    return asked()
  }
  const { perSecond, failures } = await load(origin, counted, { clients, seconds })
  if (failures > 0) throw new Error(`${failures} answers of ${origin} failed`)
  return { perSecond, cpuMs: (cpuMsOf(pid) - before) / answers }
}

/** Of a process so far, all of its threads: proc(5), fields 14 and 15, in hundredths of a second. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
