import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dialect, defaultDialect } from '#contract/dialect.ts'
import { type Row, serviceOf } from '#contract/endpoint.ts'
import type { ServiceName } from '#contract/problem.ts'
import { rows } from '#contract/rows.ts'
import { openUpstream } from '#proxy/upstream.ts'
import { signInTo } from '../services/desktop/sign-in.ts'
import { startRunning, type Running } from '../services/running.ts'
import { startUpstream } from '../support/upstream.ts'
import { isReadOnly } from '../conformance/inputs.ts'
import { probe } from '../conformance/probe.ts'
import { report } from '../conformance/report.ts'

let running: Running
beforeAll(async () => {
  running = await startRunning({ seed: 'demo' })
})
afterAll(() => running.stop())

const signedIn = async (server: Running) => (await signInTo(server).withPassword('admin')).auth_data?.auth_token ?? ''

async function findings(service: ServiceName, url: string, token: string, dialect: Partial<Dialect> = {}) {
  const upstream = openUpstream(service, {
    name: 'test',
    baseUrl: new URL(url),
    dialect: { ...defaultDialect, ...dialect },
  })
  const readOnly = [...rows.values()].filter((row: Row) => serviceOf(row) === service && isReadOnly(row))
  const found = await probe(readOnly, upstream, token)
  await upstream.close()
  return found
}

test('the embedded services answer every row that only reads as it is described', async () => {
  const token = await signedIn(running)
  const all = [
    ...(await findings('desktop', running.desktop, token)),
    ...(await findings('mdm', running.mdm, await running.mdmKey())),
  ]
  expect(report(all)).not.toMatch(/^(fails|skipped|differs)/m)
  expect(all.length).toBeGreaterThan(40)
})

test('a server that is elsewhere or counts otherwise is told, with the setting that would mend it', async () => {
  const text = report(await findings('mdm', running.mdm, await running.mdmKey(), { prefix: '/api/v2' }))
  expect(text).toMatch(/^fails +mdm\.listDevices .*400/m)
  expect(text).toContain('prefix: "/api/v1/mdm" would mend it')

  const other = await startRunning({ seed: 'demo', speaks: { ...defaultDialect, pageBase: 1 } })
  const counted = report(await findings('desktop', other.desktop, await signedIn(other)))
  expect(counted).toContain('pageBase: 1 would mend it')
  await other.stop()
})

test('fields that are new or of another type are named, and cost no more than themselves', async () => {
  const upstream = await startUpstream((_request, response) =>
    response.end('{"devices":[{"device_id":"7","device_name":["Reception"],"colour":"blue"}]}'),
  )
  const text = report(await findings('mdm', upstream.url.href, 'key'))
  expect(text).toMatch(/differs +mdm\.listDevices/)
  expect(text).toContain('not in the reference: colour')
  expect(text).toContain('of another type: device_name (list)')
  await upstream.stop()
})
