import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { listen } from '#server/listen.ts'

const request = 'GET / HTTP/1.1\r\nhost: console\r\n\r\n'

async function started() {
  const { port, serve, stop } = await listen('127.0.0.1', 0)
  serve((_incoming, outgoing) => outgoing.end('here'))
  return { stop, client: () => connect(port, '127.0.0.1') }
}

test('whoever connected before the end is answered', async () => {
  const { stop, client } = await started()
  const clients = Array.from({ length: 16 }, client)
  for (const socket of clients) socket.write(request)
  const stopped = stop()
  const answers = await Promise.all(clients.map((socket) => text(socket)))
  await stopped
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 200 .*here/s)
})

test('a kept-alive client sends what it began to; whoever comes after the end is refused', async () => {
  const { stop, client } = await started()
  const kept = client()
  kept.write(request)
  await once(kept, 'data')
  const stopped = stop()
  const attempt = async () => {
    const late = client()
    const outcome = await once(late, 'connect').catch((error: NodeJS.ErrnoException) => error.code)
    late.destroy()
    return outcome
  }
  await expect.poll(attempt).toBe('ECONNREFUSED')
  kept.write(request)
  expect(await text(kept)).toMatch(/^HTTP\/1\.1 200 .*^connection: close\r$/ims)
  await stopped
})
