import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultDialect } from '#contract/dialect.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { clientHeader } from '#platform/network/client-header.ts'
import { openUpstream } from '#platform/upstream/upstream.ts'
import { own, startProxy } from '../../support/proxy.ts'
import { json } from '../../support/upstream.ts'

let servers: Awaited<ReturnType<typeof startProxy>>
let proxy: Awaited<ReturnType<typeof startProxy>>
let cookie: string
/** What the service was told of answers that are known, and what it answered. */
const asked: { known: string | undefined; status: number }[] = []
let etag = '"one"'
const page = () => JSON.stringify({ devices: Array.from({ length: 300 }, (_, at) => ({ device_id: `${etag} ${at}` })) })

const embedded = () => ({
  name: 'mdm',
  dialect: defaultDialect,
  baseUrl: servers.mdm.url,
  clientHeader: clientHeader(Buffer.alloc(32, 1)),
})
const { signal } = new AbortController()

beforeAll(async () => {
  servers = await startProxy()
  const sites = [
    {
      name: 'test',
      title: 'Test',
      connections: {
        desktop: { name: 'desktop', dialect: defaultDialect, baseUrl: servers.desktop.url },
        mdm: embedded(),
      },
    },
  ]
  proxy = await startProxy({ sites, beside: servers })
  cookie = await proxy.signIn()
  servers.mdm.answer(({ headers }, response) => {
    const known = headers['if-none-match']?.toString()
    const status = known === etag ? 304 : 200
    asked.push({ known, status })
    response.setHeader('etag', etag)
    return status === 304 ? response.writeHead(304).end() : json(response, page())
  })
})
afterAll(async () => {
  await proxy.stop()
  await servers.stop()
})

const ask = async (headers: Record<string, string> = {}) => {
  asked.length = 0
  const { status, bytes } = await proxy.send('/api/mdm.listDevices', 'POST', { ...own, cookie, ...headers }, '{}')
  const text = headers['accept-encoding'] === 'br' ? brotliDecompressSync(bytes).toString() : bytes.toString()
  return { status, text }
}

test('an embedded service sends an answer once, and then says that it still holds', async () => {
  const first = await ask()
  expect(asked).toEqual([{ known: undefined, status: 200 }])
  expect(first).toEqual({ status: 200, text: page() })
  for (const encoding of ['identity', 'br', 'br']) {
    expect(await ask({ 'accept-encoding': encoding })).toEqual(first)
    expect(asked).toEqual([{ known: etag, status: 304 }])
  }
})

test('one that changed comes anew', async () => {
  await ask()
  etag = '"two"'
  expect(await ask({ 'accept-encoding': 'br' })).toEqual({ status: 200, text: page() })
  expect(asked).toEqual([{ known: '"one"', status: 200 }])
  expect((await ask()).text).toBe(page())
})

test('what one credential was answered is not known to another', async () => {
  const upstream = openUpstream('mdm', embedded())
  const askWith = async (secret: string) => {
    asked.length = 0
    const request = toRequest(listDevices, {})
    await upstream.request(listDevices, request, secret, signal, undefined, { asItComes: true })
    return asked
  }
  expect(await askWith('one')).toEqual([{ known: undefined, status: 200 }])
  expect(await askWith('one')).toEqual([{ known: etag, status: 304 }])
  expect(await askWith('another')).toEqual([{ known: undefined, status: 200 }])
  await upstream.close()
})

test('of other servers nothing is kept', async () => {
  const cookieThere = await servers.signIn()
  for (const _ of [1, 2]) await servers.call('mdm.listDevices', {}, cookieThere)
  expect(asked.slice(-2)).toEqual([
    { known: undefined, status: 200 },
    { known: undefined, status: 200 },
  ])
})
