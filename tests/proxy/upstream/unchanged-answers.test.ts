import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultDialect } from '#contract/dialect.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { openUpstream } from '#platform/upstream/upstream.ts'
import { forward } from '#proxy/upstream/forward.ts'
import { json, startUpstream } from '../../support/upstream.ts'

const devices = Array.from({ length: 200 }, (_, at) => ({ device_id: String(at), device_name: `Laptop ${at}` }))
const body = JSON.stringify({ devices, metadata: { total_record_count: devices.length } })
let server: Awaited<ReturnType<typeof startUpstream>>
beforeAll(async () => {
  server = await startUpstream((_request, response) => json(response, body))
})
afterAll(() => server.stop())

/** The server, with responses that cannot be decoded. */
function undecodable() {
  const upstream = openUpstream('mdm', { name: 'mdm', baseUrl: server.url, dialect: defaultDialect })
  const request: typeof upstream.request = async (...given) => {
    const decoded = () => {
      throw new Error('The response was decoded')
    }
    return Object.defineProperty(await upstream.request(...given), 'text', { get: decoded })
  }
  return { ...upstream, request }
}

test('a response without a secret is passed on as bytes and never decoded', async () => {
  const upstream = undecodable()
  const bearer = { value: 'Bearer of-the-console', whose: 'console' } as const
  const { signal } = new AbortController()
  const forwarded = await forward(listDevices, { limit: 200 }, { upstream, bearer, signal })
  expect(Buffer.from(forwarded.body as Uint8Array).toString()).toBe(body)
  await upstream.close()
})
