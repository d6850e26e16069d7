import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Counter, Gauge, type GaugeConfiguration, Histogram, Registry } from 'prom-client'
import type { Database } from '#platform/database/open.ts'
import { measuredCalls, measuredUpstream } from '#platform/measurements.ts'
import { idleMs } from '#proxy/sessions/open-session.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { KeyTables } from '#services/keys/tables.ts'

type Options = { host: string; port: number; database: Database }

const callBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Prometheus metrics on a separate port without authentication. No label identifies a person. */
export async function serveMetrics({ host, port, database }: Options) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureCalls(registry)
  measureDatabase(registry, database)

  const server = createServer((incoming, outgoing) => {
    if (incoming.method !== 'GET' || incoming.url !== '/metrics') {
      outgoing.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => outgoing.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => outgoing.writeHead(503).end(),
    )
  })
  server.headersTimeout = 10_000
  server.maxConnections = 100
  server.listen(port, host)
  await once(server, 'listening')
  return { url: urlOf(server), close: () => closed(server) }
}

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`
}

async function closed(server: Server) {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

function measureCalls(register: Registry) {
  const requests = new Counter({
    name: 'triptych_http_requests_total',
    help: 'Requests by port, endpoint and HTTP status. Status 0: the client disconnected.',
    labelNames: ['port', 'endpoint', 'status'],
    registers: [register],
  })
  const duration = new Histogram({
    name: 'triptych_http_request_duration_seconds',
    help: 'Request duration by port and endpoint.',
    labelNames: ['port', 'endpoint'],
    buckets: callBuckets,
    registers: [register],
  })
  const upstream = new Histogram({
    name: 'triptych_upstream_request_duration_seconds',
    help: 'Upstream request duration by service. failed: no readable response.',
    labelNames: ['service', 'outcome'],
    buckets: callBuckets,
    registers: [register],
  })
  measuredCalls.subscribe(({ port, endpoint, status, seconds }) => {
    requests.inc({ port, endpoint, status })
    duration.observe({ port, endpoint }, seconds)
  })
  measuredUpstream.subscribe(({ seconds, ...labels }) => upstream.observe(labels, seconds))
}

/** Collected on scrape. While the database is unavailable, the last values are kept. */
function measureDatabase(register: Registry, { db, pool }: Database) {
  if (pool) measurePool(register, pool) // first, before the queries below occupy the pool
  const tables = db.$extendTables<ProxyTables & ConsoleTables & KeyTables>()
  const sessions = () =>
    tables
      .selectFrom('proxy_session')
      .select(({ fn }) => fn.countAll().as('value'))
      .where('kind', '=', 'signed-in')
      .where('expires_at', '>', Date.now())
      .where('seen_at', '>', Date.now() - idleMs)
      .executeTakeFirst()
  const chains = {
    console: () => tables.selectFrom('proxy_audit_head').select('last as value').executeTakeFirst(),
    keys: () => tables.selectFrom('key_audit_head').select('last as value').executeTakeFirst(),
  }
  measure({
    name: 'triptych_sessions',
    help: 'Active sessions.',
    registers: [register],
    async collect() {
      const found = await sessions().catch(() => undefined)
      if (found) this.set(Number(found.value))
    },
  })
  measure({
    name: 'triptych_audit_entries',
    help: 'Audit entries by chain.',
    labelNames: ['chain'],
    registers: [register],
    async collect() {
      for (const [chain, read] of Object.entries(chains)) {
        const found = await read().catch(() => undefined)
        if (found) this.set({ chain }, found.value)
      }
    },
  })
}

function measurePool(register: Registry, pool: NonNullable<Database['pool']>) {
  measure({
    name: 'triptych_database_pool_connections',
    help: 'Connections to PostgreSQL, by state.',
    labelNames: ['state'],
    registers: [register],
    collect() {
      const { open, idle } = pool()
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'in_use' }, open - idle)
    },
  })
  measure({
    name: 'triptych_database_pool_waiting',
    help: 'Statements waiting for a PostgreSQL connection.',
    registers: [register],
    collect() {
      this.set(pool().waiting)
    },
  })
}

/** A gauge that reads its value on scrape and registers itself. */
const measure = <Label extends string>(configuration: GaugeConfiguration<Label>) => new Gauge(configuration)
