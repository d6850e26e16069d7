import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { requestIdHeader } from '#contract/http/request-id.ts'
import type { WireResponse } from '#contract/http/wire-message.ts'
import { stringifyJson } from '#contract/json.ts'
import { failure } from '#contract/keys/result.ts'
import type { Problem } from '#contract/problem.ts'
import { currentCall, inCall } from '#platform/current-call.ts'
import type { Log } from '#platform/log.ts'
import { measuredCalls, secondsSince } from '#platform/measurements.ts'
import { peerOf } from '#platform/network/client-address.ts'
import type { ClientHeader } from '#platform/network/client-header.ts'
import { protectServer, requestTimeouts, responseWith } from '#platform/sockets/protect-server.ts'
import { drain } from '#services/drain.ts'
import { breaksOff, faultProblem, garbage, truncate } from '#services/lab/break-wire.ts'
import type { Fault } from '#services/lab/faults.ts'
import { isOwnConsole, serviceHeaders } from '#services/service-headers.ts'
import { originOf, type Tier } from '#services/tier.ts'
import type { KeyRequest } from './key-request.ts'

/** PEM of the server's certificate with its issuers, and its private key. */
export type TlsIdentity = { cert: string; key: string }
type Options = {
  /** 0 for any free port. */
  port: number
  identity: TlsIdentity
  /** Set if consoles run on other machines; its certificates are in `identity`. */
  tier?: Tier | undefined
  /** Returns the given problem instead, if any. */
  answer: (request: KeyRequest, instead?: Problem) => Promise<{ operation: string; response: WireResponse }>
  /** The simulated fault for a path, if one is enabled in the lab. */
  takeFault?: ((path: string) => Promise<Fault | undefined>) | undefined
  /** Reads the client address from the console's header. */
  clientHeader: ClientHeader
  log: Log
}

const address = '127.0.0.1'
const limits = {
  // 64 kB of percent-encoded INPUT_DATA, and other headers
  maxHeaderSize: 320 * 1024,
  ...requestTimeouts,
  handshakeTimeout: 10_000,
  minVersion: 'TLSv1.2',
} as const

/** key-management over TLS on its own port. */
export async function startKeyServer({ port, identity, tier, answer, takeFault, clientHeader, log }: Options) {
  let closing = false
  const secure = { ...limits, cert: identity.cert, key: identity.key, ServerResponse: responseWith(headers) }
  const server = createServer(secure, (incoming, outgoing) => {
    const { [requestIdHeader]: given } = incoming.headers
    void inCall(String(given), () => respond(incoming, outgoing))
  })
  protectServer(server, {
    headers,
    isExempt: isOwnConsole,
    bodyOf: ({ message }) => stringifyJson(failure(undefined, message)),
  })

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse) {
    const start = performance.now()
    const fault = await takeFault?.(incoming.url ?? '')
    if (fault && (await breaksOff(fault, incoming, outgoing))) return
    const { operation, response } = await answer(
      requestOf(incoming, outgoing, clientHeader),
      fault && faultProblem(fault),
    )
    if (closing) outgoing.shouldKeepAlive = false
    try {
      if (fault?.truncate) await truncate(outgoing, contentOf(response))
      else send(outgoing, fault?.garbage ? { ...response, body: garbage } : response)
    } catch (error) {
      log('failed', { service: 'keys', operation, error: String(error) })
      outgoing.destroy()
    }
    const seconds = secondsSince(start)
    const status = outgoing.destroyed ? 0 : response.status
    // Path and query are not logged, since they may contain keys, passphrases or INPUT_DATA.
    log('request', {
      service: 'keys',
      method: incoming.method,
      operation,
      status,
      ms: Math.round(seconds * 10_000) / 10,
    })
    measuredCalls.publish({ port: 'keys', endpoint: currentCall()?.endpoint ?? 'other', status, seconds })
  }

  server.listen(port, tier?.host ?? address)
  await once(server, 'listening')
  const { port: bound } = server.address() as AddressInfo
  return {
    origin: tier ? originOf(tier, bound) : `https://${address}:${bound}`,
    /** Applies to new connections. */
    use: (identity: TlsIdentity) =>
      server.setSecureContext({ cert: identity.cert, key: identity.key, minVersion: limits.minVersion }),
    close: () => {
      closing = true
      return drain(server)
    },
  }
}

function requestOf(incoming: IncomingMessage, outgoing: ServerResponse, clientHeader: ClientHeader): KeyRequest {
  const gone = new AbortController()
  outgoing.once('close', () => outgoing.writableFinished || gone.abort())
  const { method = '', url = '', headersDistinct } = incoming
  // Node keeps only the first of some repeated headers; joined, they become an invalid value.
  const headers = Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')] as const)
  return {
    method,
    target: url,
    headers: Object.fromEntries(headers),
    body: incoming,
    address: clientHeader.addressIn(incoming),
    peer: peerOf(incoming),
    signal: gone.signal,
  }
}

/** Responses must not be cached. */
const always = { 'cache-control': 'no-store', ...serviceHeaders }
const headers = () => always

const contentOf = ({ status, headers, body, bytes = Buffer.from(body) }: WireResponse) => ({
  status,
  headers: { ...headers, ...always, [requestIdHeader]: currentCall()?.requestId ?? '' },
  bytes,
})

function send(outgoing: ServerResponse, response: WireResponse) {
  const { status, headers, bytes } = contentOf(response)
  outgoing.writeHead(status, { ...headers, 'content-length': bytes.byteLength }).end(bytes)
}
