import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Host } from '#services/keys/ssh/connect.ts'

export type WireEnd = 'cut' | 'silence'

/** A wire to a host that is cut, or goes dead without a word, once the client has sent so many bytes. */
export async function unreliableWire(host: Host, after: { bytes: number; end: WireEnd }) {
  const sockets: Socket[] = []
  let sentBytes = 0
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: host.address, port: host.port, noDelay: true })
    sockets.push(client, upstream)
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy())
    upstream.on('data', (bytes) => sentBytes < after.bytes && client.write(bytes))
    client.on('data', (bytes) => {
      if (sentBytes < after.bytes) upstream.write(bytes.subarray(0, after.bytes - sentBytes))
      sentBytes += bytes.length
      if (sentBytes < after.bytes || after.end === 'silence') return
      client.destroy()
      upstream.end()
    })
    client.on('close', () => upstream.end())
    upstream.on('close', () => after.end === 'cut' && client.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: { ...host, port: (server.address() as AddressInfo).port },
    sentBytes: () => sentBytes,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
