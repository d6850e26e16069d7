import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { WireResponse } from '#contract/http.ts'
import type { Problem } from '#contract/problem.ts'
import { drain } from '#services/drain.ts'
import { breaksOff, faultProblem, garbage, truncate } from '#services/lab/break-wire.ts'
import type { Fault } from '#services/lab/faults.ts'
import type { Log } from '#services/log.ts'
import type { KeyRequest } from './key-request.ts'

/** PEM: the server's certificate with its issuers, and its key. */
export type TlsIdentity = { cert: string; key: string }
type Options = {
  /** 0 = any free one. */
  port: number
  identity: TlsIdentity
  /** Answers with the problem instead, where one is given. */
  answer: (request: KeyRequest, instead?: Problem) => Promise<{ operation: string; response: WireResponse }>
  /** The fault that a request for this path meets, if one is switched on in the lab. */
  takeFault?: ((path: string) => Fault | undefined) | undefined
  log: Log
}

const address = '127.0.0.1'
const limits = {
  // 64 kB of INPUT_DATA with every byte percent-encoded (M331), and the other headers
  maxHeaderSize: 320 * 1024,
  headersTimeout: 10_000,
  /** To send the request. The answer takes as long as it takes: discovery waits for many hosts. */
  requestTimeout: 60_000,
  connectionsCheckingInterval: 2000,
  minVersion: 'TLSv1.2',
} as const

/** key-management over TLS, on its own port (M323). */
export async function startKeyServer({ port, identity, answer, takeFault, log }: Options) {
  let closing = false
  const server = createServer({ ...limits, ...identity }, (incoming, outgoing) => {
    void respond(incoming, outgoing)
  })

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse) {
    const start = performance.now()
    const fault = takeFault?.(incoming.url ?? '')
    if (fault && (await breaksOff(fault, incoming, outgoing))) return
    const { operation, response } = await answer(requestOf(incoming, outgoing), fault && faultProblem(fault))
    if (closing) outgoing.shouldKeepAlive = false
    try {
      if (fault?.truncate) await truncate(outgoing, contentOf(response))
      else send(outgoing, fault?.garbage ? { ...response, body: garbage } : response)
    } catch (error) {
      log('failed', { service: 'keys', operation, error: String(error) })
      outgoing.destroy()
    }
    const ms = Math.round((performance.now() - start) * 10) / 10
    // Neither path nor query: a key, a passphrase or a whole INPUT_DATA can be in them.
    log('request', {
      service: 'keys',
      method: incoming.method,
      operation,
      status: outgoing.destroyed ? 0 : response.status,
      ms,
    })
  }

  server.listen(port, address)
  await once(server, 'listening')
  return {
    origin: `https://${address}:${(server.address() as AddressInfo).port}`,
    /** For connections from now on. */
    use: (identity: TlsIdentity) => server.setSecureContext({ ...identity, minVersion: limits.minVersion }),
    close: () => {
      closing = true
      return drain(server)
    },
  }
}

function requestOf(incoming: IncomingMessage, outgoing: ServerResponse): KeyRequest {
  const gone = new AbortController()
  outgoing.once('close', () => outgoing.writableFinished || gone.abort())
  const { method = '', url = '', headersDistinct, socket } = incoming
  // Where a header comes twice, Node would take the first of some: what is no list is then no value that anybody knows.
  const headers = Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')] as const)
  return {
    method,
    target: url,
    headers: Object.fromEntries(headers),
    body: incoming,
    address: socket.remoteAddress ?? '',
    signal: gone.signal,
  }
}

/** Nothing here is for a cache, a sniffer or a page (security 1.5). */
const always = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
}

const contentOf = ({ status, headers, body, bytes = Buffer.from(body) }: WireResponse) => ({
  status,
  headers: { ...headers, ...always },
  bytes,
})

function send(outgoing: ServerResponse, response: WireResponse) {
  const { status, headers, bytes } = contentOf(response)
  outgoing.writeHead(status, { ...headers, 'content-length': bytes.byteLength }).end(bytes)
}
