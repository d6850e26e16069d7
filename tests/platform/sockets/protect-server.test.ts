// A server of ours before clients that open sockets and do nothing sensible with them.
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limitSockets } from '#platform/sockets/limit-sockets.ts'
import { protectServer, responseWith } from '#platform/sockets/protect-server.ts'

const headers = () => ({ 'x-content-type-options': 'nosniff' })
let sockets: Socket[]
beforeEach(() => {
  sockets = []
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
})

const listening = async (server: ReturnType<typeof createServer>) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
const open = async (port: number, localAddress = '127.0.0.1') => {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}
const closed = (socket: Socket) => socket.closed || once(socket, 'close')

async function protectedServer() {
  const server = createServer({
    ServerResponse: responseWith(headers),
    headersTimeout: 300,
    connectionsCheckingInterval: 100,
  })
  server.on('request', (_incoming, outgoing) => outgoing.end('answer'))
  protectServer(server, { headers, isExempt: () => false })
  return { server, port: await listening(server) }
}

test.each([
  ['nothing at all', ''],
  ['half of its headers', 'GET / HTTP/1.1\r\nHost: a\r\nx-slow: '],
  ['no HTTP', 'nonsense\r\n\r\n'],
  ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'],
])('a client that sends %s and never closes is gone from the server', async (_, bytes) => {
  const { server, port } = await protectedServer()
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  sockets.push(socket.on('error', () => undefined).pause())
  const [accepted] = (await once(server, 'connection')) as [Socket]
  socket.write(bytes)
  await closed(accepted)
  expect(accepted.destroyed).toBe(true)
  server.close()
})

test.each([
  ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['an expectation that nobody knows', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nConnection: close\r\n\r\n', 417],
  ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
  ['no HTTP', 'nonsense\r\n\r\n', 400],
  ['half of its headers', 'GET / HTTP/1.1\r\n', 408],
  ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
])('what Node answers by itself to %s has the headers of every answer', async (_, bytes, status) => {
  const { server, port } = await protectedServer()
  const socket = await open(port)
  socket.write(bytes)
  const answer = await text(socket)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff')
  server.close()
})

test('a newcomer displaces the oldest client that has asked nothing, not one that is served', async () => {
  const server = createServer((_incoming, outgoing) => void outgoing.writeHead(200).write('to be continued'))
  limitSockets(server, { max: 3, maxPerNetwork: 3, isExempt: () => false })
  const port = await listening(server)
  const served = await open(port)
  served.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(served, 'data')
  const [silent, halfSent] = [await open(port), await open(port)]
  halfSent.write('GET / HTTP/1.1\r\n')
  const newcomer = await open(port)
  await closed(silent)
  expect([served, halfSent, newcomer].map(({ closed }) => closed)).toEqual([false, false, false])
  await open(port)
  await closed(halfSent)
  expect(served.closed).toBe(false)
  server.close()
})

test('where all are served, the newcomer has to come again', async () => {
  const server = createServer((_incoming, outgoing) => void outgoing.writeHead(200).write('to be continued'))
  limitSockets(server, { max: 2, maxPerNetwork: 2, isExempt: () => false })
  const port = await listening(server)
  for (const client of [await open(port), await open(port)]) {
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(client, 'data')
  }
  await closed((await open(port)).resume())
  expect(sockets.filter(({ closed }) => !closed)).toHaveLength(2)
  server.close()
})

test('one address cannot take the places of the others, and a trusted proxy can', async () => {
  const server = createServer()
  limitSockets(server, { max: 100, maxPerNetwork: 2, isExempt: (address) => address === '127.0.0.9' })
  const port = await listening(server)
  const neighbor = await open(port, '127.0.0.3')
  const strangers = [await open(port, '127.0.0.2'), await open(port, '127.0.0.2'), await open(port, '127.0.0.2')]
  await closed(strangers[0] ?? neighbor)
  const trusted = [await open(port, '127.0.0.9'), await open(port, '127.0.0.9'), await open(port, '127.0.0.9')]
  expect([neighbor, ...strangers.slice(1), ...trusted].filter(({ closed }) => closed)).toEqual([])
  server.close()
})

test('thousands of clients that do nothing keep nobody out, and leave no descriptor behind', async () => {
  const { server, port } = await protectedServer()
  const before = readdirSync('/proc/self/fd').length
  for (let at = 0; at < 1_500; at += 1) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${2 + (at % 200)}` })
    sockets.push(socket.on('error', () => undefined))
    if (at % 3 === 0) socket.write('GET / HTTP/1.1\r\n')
    if (at % 3 === 1) socket.write('CONNECT a:443 HTTP/1.1\r\n\r\n')
  }
  const connecting = sockets.filter((socket) => socket.connecting)
  await Promise.all(connecting.map((socket) => once(socket, 'connect').catch(() => undefined)))
  const answer = await request(`http://127.0.0.1:${port}/healthz`)
  expect(await answer.body.text()).toBe('answer')
  const count = () => new Promise<number>((resolve) => server.getConnections((_, number) => resolve(number)))
  await expect.poll(count, { timeout: 30_000 }).toBeLessThan(5)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => readdirSync('/proc/self/fd').length, { timeout: 30_000 }).toBeLessThan(before + 20)
  server.close()
  await delay(0)
})
