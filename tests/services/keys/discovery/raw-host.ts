import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface RawHost {
  port: number
  /** How many connections were open at once at most. */
  max: () => number
  /** What was received, connection by connection. */
  received: () => Buffer[]
}

/** A host that does with each connection what it is told, until the test ends; at every address of 127.0.0.0/8. */
export async function rawHost(behave: (socket: Socket) => void): Promise<RawHost> {
  const open = new Set<Socket>()
  const received: Buffer[] = []
  let max = 0
  const server = createServer((socket) => {
    open.add(socket)
    max = Math.max(max, open.size)
    const at = received.push(Buffer.alloc(0)) - 1
    socket.on('data', (piece: Buffer) => {
      received[at] = Buffer.concat([received[at] ?? Buffer.alloc(0), piece])
    })
    socket.on('error', () => undefined)
    socket.once('close', () => open.delete(socket))
    behave(socket)
  })
  server.listen({ port: 0, host: '0.0.0.0', backlog: 1024 })
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  return { port: (server.address() as AddressInfo).port, max: () => max, received: () => received }
}
