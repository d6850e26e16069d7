import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'

/** A running server of the lab. */
export interface Listening {
  address: string
  port: number
  close: () => Promise<void>
}

/** @param port 0 for any free port */
export async function listen(server: Server, address: string, port: number): Promise<Listening> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined) // clients may disconnect at any time
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen({ port, host: address })
  await once(server, 'listening')
  return {
    address,
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
