// A server of the tests: it records what reaches it, and answers as a test says.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface Received {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
  bytes: Buffer
}
export type Answer = (request: Received, response: ServerResponse) => unknown

export const json = (response: ServerResponse, value: unknown, status = 200) =>
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(typeof value === 'string' ? value : JSON.stringify(value))

export async function startUpstream(usual: Answer) {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  let answer = usual
  const server = createServer((request, response) => {
    const answered = (bytes: Buffer) => {
      const { method = '', url = '', headers } = request
      received.push({ method, url, headers, body: bytes.toString(), bytes })
      return answer(received.at(-1) as Received, response)
    }
    void buffer(request).then(answered, () => undefined) // a request that breaks off gets no answer
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    received,
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    /** Sockets that are open to it now. */
    open: () => sockets.size,
    answer: (next: Answer) => {
      answer = next
    },
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
