import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exchange } from '#platform/network/exchange.ts'
import { type Answer, startUpstream } from '../../support/upstream.ts'

let server: Awaited<ReturnType<typeof startUpstream>>
const agent = new Agent()
beforeAll(async () => {
  server = await startUpstream(() => undefined)
})
afterAll(async () => {
  await agent.destroy()
  await server.stop()
})

const ask = (answer: Answer, signal = new AbortController().signal) => {
  server.answer(answer)
  return exchange(agent, { origin: server.url.origin, path: '/', method: 'GET' }, signal)
}
const inTwoPackets: Answer = async (_request, response) => {
  response.writeHead(200, { 'content-length': 8 }).write('ab😀')
  await delay(30)
  response.end('cd')
}

test('a body is read whole, whether it has arrived or still arrives', async () => {
  const early = await ask((_request, response) => response.end('ab😀cd'))
  await delay(30)
  expect(Buffer.from(await early.body.bytes()).toString()).toBe('ab😀cd')
  const late = await ask(inTwoPackets)
  expect(Buffer.from(await late.body.bytes()).toString()).toBe('ab😀cd')
  const none = await ask((_request, response) => response.writeHead(204).end())
  expect((await none.body.bytes()).length).toBe(0)
})

test('a server sends no faster than its body is read', async () => {
  const part = Buffer.alloc(64 * 1024)
  const parts = 1024
  let sent = 0
  const { body } = await ask(async (_request, response) => {
    for (; sent < parts; sent += 1) if (!response.write(part)) await once(response, 'drain')
    response.end()
  })
  const standstill = async () => {
    for (let before = -1; sent > before; await delay(100)) before = sent
  }
  await standstill()
  expect(sent).toBeLessThan(parts) // what is missing does not fit into the sockets of both sides
  let read = 0
  for await (const some of body.stream()) {
    if (read === 0) await standstill()
    if (read === 0) expect(sent).toBeLessThan(parts)
    read += (some as Buffer).length
  }
  expect(read).toBe(parts * part.length)
})

test('a body that breaks off fails, however it is read', async () => {
  const broken: Answer = (_request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('{"devices":[')
    setTimeout(() => response.destroy(), 20)
  }
  await expect((await ask(broken)).body.bytes()).rejects.toThrow(/other side closed|terminated|aborted|reset/i)
  const stream = (await ask(broken)).body.stream().resume()
  expect(await once(stream, 'end').catch((error: unknown) => error)).toBeInstanceOf(Error)
})

test('whoever leaves gets the reason at once, and the connection ends', async () => {
  const leaving = new AbortController()
  const waiting = ask(() => undefined, leaving.signal)
  await expect.poll(() => server.received.length).toBeGreaterThan(0)
  leaving.abort(new DOMException('No answer in time', 'TimeoutError'))
  await expect(waiting).rejects.toThrow('No answer in time')
  await expect(ask(() => undefined, leaving.signal)).rejects.toThrow('No answer in time')

  const left = new AbortController()
  const { body } = await ask((_request, response) => response.writeHead(200).write('begun'), left.signal)
  const read = body.bytes()
  left.abort(new DOMException('Gone', 'AbortError'))
  await expect(read).rejects.toThrow('Gone')
  await expect.poll(() => server.open()).toBeLessThanOrEqual(1)
})
