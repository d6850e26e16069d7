// npm run conformance -- --connection <name>: asks every row that only reads, and says how the server differs.
import { parseArgs } from 'node:util'
import { authenticate } from '#contract/desktop/authentication.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { serviceOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { openUpstream, type Upstream, type UpstreamService } from '#platform/upstream/upstream.ts'
import { call } from '#proxy/upstream/call.ts'
import { readConnections } from '#server/connections/read-connections.ts'
import { embeddedConnections, type ServiceConnection } from './embedded.ts'
import { isReadOnly } from './inputs.ts'
import { probe } from './probe.ts'
import { report } from './report.ts'

const { values } = parseArgs({ options: { connection: { type: 'string', default: 'embedded' } } })
const { connections, close, signIn } = await connectionsCalled(values.connection)
let failed = false
try {
  for (const connection of connections) {
    const { service, baseUrl } = connection
    const upstream = openUpstream(service, connection)
    const readOnly = [...endpoints.values()].filter(
      (endpoint: Endpoint) => serviceOf(endpoint) === service && isReadOnly(endpoint),
    )
    const findings = await probe(readOnly, upstream, await tokenFor(connection, upstream))
    console.log(`\n${service} at ${baseUrl.origin}\n${report(findings)}`)
    failed ||= findings.some(({ outcome }) => outcome === 'fails')
    await upstream.close()
  }
} finally {
  await close()
}
process.exitCode = failed ? 1 : 0

async function connectionsCalled(name: string) {
  if (name === 'embedded') return embeddedConnections()
  const path = process.env.TRIPTYCH_CONNECTIONS
  if (!path) throw new Error('TRIPTYCH_CONNECTIONS names no file of connections; without it there is only "embedded"')
  const all = (await readConnections(path, process.env)).flatMap(({ name: site, connections: ofSite }) =>
    Object.entries(ofSite).map(([service, connection]) =>
      Object.assign(connection, { site, service: service as UpstreamService }),
    ),
  )
  const found = all.filter((connection) => connection.name === name || connection.site === name)
  if (found.length > 0) return { connections: found, close: () => Promise.resolve(), signIn: undefined }
  throw new Error(`${path} has no connection or site called ${name}; it has ${all.map((one) => one.name).join(', ')}`)
}

/** The connection's own credential; for the embedded desktop service, a sign-in. */
async function tokenFor({ credential, service }: ServiceConnection, upstream: Upstream): Promise<string | undefined> {
  if (credential) return credential()
  if (service !== 'desktop' || !signIn) return undefined
  const input = { ...signIn, auth_type: 'local_authentication' as const }
  const { auth_data } = await call(authenticate, input, { upstream, signal: new AbortController().signal })
  return auth_data?.auth_token
}
