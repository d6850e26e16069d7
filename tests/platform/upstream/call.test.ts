import { expect, onTestFinished, test } from 'vitest'
import { configuredDialect } from '#contract/dialect.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { call } from '#platform/upstream/call.ts'
import { openUpstream } from '#platform/upstream/upstream.ts'
import { json, startUpstream } from '../../support/upstream.ts'

test('a call of the console itself goes to the address that the API root gives', async () => {
  const server = await startUpstream(({ url }, response) =>
    url === '/api/v1'
      ? json(response, { devices: '/inventory/phones' })
      : json(response, { devices: [{ device_id: '7' }] }, url === '/inventory/phones' ? 200 : 405),
  )
  const dialect = configuredDialect.parse({ apiRoot: '/api/v1' })
  const upstream = openUpstream('mdm', { name: 'mdm', baseUrl: server.url, dialect })
  onTestFinished(async () => {
    await upstream.close()
    await server.stop()
  })
  const { signal } = new AbortController()
  const { rows } = await call(listDevices, {}, { upstream, secret: 'key', signal })
  expect(rows).toMatchObject([{ device_id: '7' }])
})
