import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { jsonType } from '#contract/http/http.ts'
import { stringifyJson } from '#contract/json.ts'
import { Problem } from '#contract/problem.ts'
import { addressMatcher } from '#platform/network/address.ts'
import { newNonce } from '#platform/nonce.ts'
import { protectServer, requestTimeouts, responseWith } from '#platform/sockets/protect-server.ts'
import { securityHeaders } from '#platform/sockets/security-headers.ts'

type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown
type Fetch = (request: Request, bindings: { incoming: IncomingMessage }) => Response | Promise<Response>

const limits = {
  maxHeaderSize: 64 * 1024,
  ...requestTimeouts,
}
const drainMs = 10_000
/** Grace period in which a keep-alive client may send its next request. */
const nextRequestMs = 1_500
const lookMs = 100
const backlogMs = 2_000

/** Headers of responses that are not pages. */
const plain = securityHeaders({ nonce: newNonce() })
const headers = () => plain

/**
 * Binds the port immediately, so that a second instance fails before it changes anything. `serve` starts handling
 * requests.
 */
export async function listen(host: string, port: number, trustedProxies: readonly string[] = []) {
  const server = createServer({ ...limits, ServerResponse: responseWith(headers) })
  protectServer(server, { headers, isExempt: addressMatcher(trustedProxies) })
  let handle: Handler = starting
  let draining = false
  let requestAt = -nextRequestMs
  server.on('request', (incoming, outgoing) => {
    requestAt = performance.now()
    if (draining) outgoing.setHeader('connection', 'close')
    handle(incoming, outgoing)
  })
  server.listen(port, host)
  await once(server, 'listening')

  return {
    server,
    port: (server.address() as AddressInfo).port,
    serve: (next: Handler) => {
      handle = next
    },
    /** `Connection: close` is sent only once the port is closed; earlier, clients would reconnect to this process. */
    stop: () =>
      drained(
        server,
        () => (draining = true),
        () => performance.now() - requestAt > nextRequestMs,
      ),
  }
}

/**
 * Stops accepting connections, completes pending requests, and lets keep-alive clients send requests already in
 * transit.
 */
async function drained(server: Server, onClosed: () => void, isQuiet: () => boolean) {
  const closed = once(server, 'close')
  await backlogAccepted(server)
  NetServer.prototype.close.call(server) // the HTTP server's close() would drop idle connections immediately
  onClosed()
  const idle = closeWhenIdle(server, isQuiet)
  const late = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}

/**
 * Connections still in the accept queue are reset when the port closes. The event loop accepts one per iteration, so an
 * iteration without a new connection means that the queue is empty.
 */
async function backlogAccepted(server: Server) {
  let accepted = 0
  const count = () => void (accepted += 1)
  server.on('connection', count)
  const start = performance.now()
  await nextTurn() // the remainder of the current iteration
  for (let before = -1; accepted > before && performance.now() - start < backlogMs;) {
    before = accepted
    await nextTurn()
  }
  server.off('connection', count)
}

/**
 * Closes idle connections after a period without requests on any connection, when no client is likely to be sending.
 */
const closeWhenIdle = (server: Server, isQuiet: () => boolean) =>
  setInterval(() => {
    if (isQuiet()) setImmediate(() => server.closeIdleConnections()) // after reading received data
  }, lookMs)

/** Adapts Node requests to the proxy. Ambiguous request targets are rejected before routing. */
export function requestListener(fetch: Fetch): Handler {
  const listener = getRequestListener(
    (request, { incoming }) => {
      if (isPlainPath(incoming.url ?? '')) return fetch(request, { incoming: incoming as IncomingMessage })
      throw new Problem('INVALID_INPUT', 'The address is not accepted')
    },
    { errorHandler: (error) => refusal(error instanceof Problem ? error : new Problem('INVALID_INPUT')) },
  )
  return (incoming, outgoing) => void listener(incoming, outgoing)
}

/** Rejects `http://elsewhere/`, `//elsewhere/`, `/../` and `/\`, which parsers interpret differently. */
const isPlainPath = (target: string) =>
  /^\/(?![/\\])/.test(target) && !/\/\.\.?(\/|$)|\\/.test(target.split('?', 1)[0] ?? '')

const plainHeaders = () => ({
  ...headers(),
  'content-type': jsonType,
  'cache-control': 'no-store',
})

const refusal = (problem: Problem) =>
  new Response(stringifyJson(problem), { status: problem.status, headers: plainHeaders() })

/** Before `serve`: alive, but not ready. */
function starting({ url }: IncomingMessage, outgoing: ServerResponse) {
  const alive = url === '/healthz'
  const body = alive ? '{"status":"alive"}' : '{"status":"not ready","part":"starting"}'
  outgoing.writeHead(alive ? 200 : 503, plainHeaders()).end(body)
}
