// security: what a client can send besides a call, and how many of them.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secret, startProxy } from '../support/proxy.ts'
import { withinMs } from '../support/runs.ts'

let proxy: Awaited<ReturnType<typeof startProxy>>
beforeAll(async () => {
  proxy = await startProxy()
})
afterAll(() => proxy.stop())

const smuggled = [
  'authorization',
  'Authorization',
  'AUTHTOKEN',
  'authtoken',
  'Auth_Token',
  'proxy-authorization',
  'x-forwarded-for',
  'X_Forwarded_For',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-uri',
  'forwarded',
  'x-original-url',
  'x-rewrite-url',
  'x-http-method-override',
  'X_HTTP_Method_Override',
  'x-real-ip',
  'te',
  'trailer',
  'x-custom',
  'cookie2',
  'via',
  'accept-language',
  'if-none-match',
  'range',
]

test.each(smuggled)('a header %s of the browser goes no further', async (name) => {
  const cookie = await proxy.signIn()
  const canary = 'canary-of-a-header'
  const before = proxy.mdm.received.length
  await proxy.call('mdm.listDevices', {}, cookie, { [name]: canary })
  const [heard] = proxy.mdm.received.slice(before)
  expect(Object.keys(heard?.headers ?? {}).toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'authorization',
    'connection',
    'host',
    'user-agent',
    'x-request-id',
  ])
  expect(JSON.stringify(heard)).not.toContain(canary)
  expect(heard?.headers.authorization).toBe(secret.apiKey)
})

test('a header that Connection names counts as any other', async () => {
  const cookie = await proxy.signIn()
  const headers = {
    'x-triptych': '1',
    cookie,
    'content-type': 'application/json',
    connection: 'close, cookie, x-triptych',
  }
  const call = request(`${proxy.origin}/api/mdm.listDevices`, {
    method: 'POST',
    headers: { ...headers, 'content-length': 2 },
  })
  call.end('{}')
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  expect(answer.resume().statusCode).toBe(200)
})

test('five hundred clients that never finish their headers keep nobody out', { timeout: 120_000 }, async () => {
  const cookie = await proxy.signIn()
  expect(proxy.server.headersTimeout).toBe(10_000)
  proxy.server.headersTimeout = 1_000
  const sockets: Socket[] = []
  for (let at = 0; at < 500; at += 1) {
    const socket = connect(proxy.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('POST /api/mdm.listDevices HTTP/1.1\r\nHost: 127.0.0.1\r\nx-slow: ')
    sockets.push(socket)
  }
  await Promise.all(sockets.filter(({ connecting }) => connecting).map((socket) => once(socket, 'connect')))
  const start = performance.now()
  expect((await proxy.call('mdm.listDevices', {}, cookie)).status).toBe(200)
  expect(performance.now() - start).toBeLessThan(withinMs(2_000))
  // Each is answered and let go within the time that headers may take, and the two seconds until the next look.
  await Promise.all(sockets.filter(({ closed }) => !closed).map((socket) => once(socket.resume(), 'close')))
  expect(performance.now() - start).toBeLessThan(withinMs(4_000))
})
