import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticate } from '#contract/desktop/authentication.ts'
import { type Dialect, defaultDialect } from '#contract/dialect.ts'
import { type Endpoint, serviceOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { openUpstream, type UpstreamService } from '#platform/upstream/upstream.ts'
import { call } from '#proxy/upstream/call.ts'
import { embeddedConnections } from '../conformance/embedded.ts'
import { isReadOnly } from '../conformance/inputs.ts'
import { type Finding, probe } from '../conformance/probe.ts'
import { report } from '../conformance/report.ts'
import { startRunning, type Running } from '../services/running.ts'
import { startUpstream } from '../support/upstream.ts'

let running: Running
beforeAll(async () => {
  running = await startRunning({ seed: 'demo' })
})
afterAll(() => running.stop())

async function signedIn(origin: string, password: string): Promise<string> {
  const desktop = openUpstream('desktop', { name: 'test', baseUrl: new URL(origin), dialect: defaultDialect })
  const input = { username: 'admin', password, auth_type: 'local_authentication' } as const
  const { auth_data } = await call(authenticate, input, { upstream: desktop, signal: new AbortController().signal })
  await desktop.close()
  return auth_data?.auth_token ?? ''
}

const readOnly = (service: UpstreamService) =>
  [...endpoints.values()].filter((endpoint: Endpoint) => serviceOf(endpoint) === service && isReadOnly(endpoint))

async function findings(service: UpstreamService, url: string, token: string, dialect: Partial<Dialect> = {}) {
  const upstream = openUpstream(service, {
    name: 'test',
    baseUrl: new URL(url),
    dialect: { ...defaultDialect, ...dialect },
  })
  const found = await probe(readOnly(service), upstream, token)
  await upstream.close()
  return found
}

test('the embedded services answer every row that only reads as it is described', async () => {
  const embedded = await embeddedConnections()
  const all: Finding[] = []
  for (const connection of embedded.connections) {
    const { service, baseUrl, credential } = connection
    const token = credential ? await credential() : await signedIn(baseUrl.origin, embedded.signIn.password)
    const upstream = openUpstream(service, connection)
    all.push(...(await probe(readOnly(service), upstream, token)))
    await upstream.close()
  }
  await embedded.close()
  expect(report(all)).not.toMatch(/^(fails|skipped|differs)/m)
  for (const service of ['desktop', 'mdm', 'keys']) {
    expect(all.filter(({ endpoint }) => serviceOf(endpoint) === service).length, service).toBeGreaterThan(12)
  }
}, 120_000)

test('a server that is elsewhere or counts otherwise is told, with the setting that would mend it', async () => {
  const text = report(await findings('mdm', running.mdm, await running.mdmKey(), { prefix: '/api/v2' }))
  expect(text).toMatch(/^fails +mdm\.listDevices .*400/m)
  expect(text).toContain('prefix: "/api/v1/mdm" would mend it')

  const other = await startRunning({ seed: 'demo', speaks: { ...defaultDialect, pageBase: 1 } })
  const counted = report(await findings('desktop', other.desktop, await signedIn(other.desktop, other.password)))
  expect(counted).toContain('pageBase: 1 would mend it')
  await other.stop()
})

test('fields that are new or of another type are named, and cost no more than themselves', async () => {
  const upstream = await startUpstream((_request, response) =>
    response.end('{"devices":[{"device_id":"7","device_name":["Reception"],"color":"blue"}]}'),
  )
  const text = report(await findings('mdm', upstream.url.href, 'key'))
  expect(text).toMatch(/differs +mdm\.listDevices/)
  expect(text).toContain('not in the reference: color')
  expect(text).toContain('of another type: device_name (list)')
  await upstream.stop()
})
