import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tierIdentity } from '#server/tiers/tier-certificates.ts'
import { startServer } from '../../tests/support/server.ts'

/** A product at a public address, behind a proxy that speaks TLS. Browsers take its certificate with `ignoreHTTPSErrors`. */
export async function startPublicProduct() {
  let port = ''
  const { cert, key } = await tierIdentity(randomBytes(32), 'localhost')
  const front = createServer({ cert, key }, (incoming, outgoing) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress }
    const { method, url: path } = incoming
    const onward = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
  const address = `https://localhost:${(front.address() as AddressInfo).port}`
  const server = await startServer({
    TRIPTYCH_SEED: 'large:20',
    TRIPTYCH_PUBLIC_URL: address,
    TRIPTYCH_TRUSTED_PROXIES: '127.0.0.1',
    TRIPTYCH_LAB: 'on',
    TRIPTYCH_DRAIN_SECONDS: '0',
  })
  ;[, port = ''] = /reaches it at \S+:(\d+)\./.exec(server.stdout()) ?? []
  return {
    address,
    password: server.password,
    ready: server.ready,
    log: server.stderr,
    [Symbol.asyncDispose]: async () => {
      front.close()
      front.closeAllConnections()
      await server.stop()
    },
  }
}
