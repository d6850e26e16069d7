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
/** Whoever has sent a request may send the next within this time, also from a machine that is busy. */
const nextRequestMs = 1_500
const lookMs = 100
const backlogMs = 2_000

/** Of answers that are no pages. */
const plain = securityHeaders({ nonce: newNonce() })
const headers = () => plain

/** Binds the port at once, so that a second instance fails before it touches anything; `serve` opens the door. */
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
    /** Clients are told that their connection ends only when the port is closed: until then they would connect anew. */
    stop: () =>
      drained(
        server,
        () => (draining = true),
        () => performance.now() - requestAt > nextRequestMs,
      ),
  }
}

/** Stops accepting, lets what is under way finish, and lets kept-alive clients send what they already began to. */
async function drained(server: Server, onClosed: () => void, isQuiet: () => boolean) {
  const closed = once(server, 'close')
  await backlogAccepted(server)
  NetServer.prototype.close.call(server) // the HTTP server's own close would cut idle connections at once
  onClosed()
  const idle = closeWhenIdle(server, isQuiet)
  const late = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}

/**
 * Who is connected and not yet accepted is reset when the port closes. The event loop accepts one connection a turn:
 * after a turn without one, nobody waits.
 */
async function backlogAccepted(server: Server) {
  let accepted = 0
  const count = () => void (accepted += 1)
  server.on('connection', count)
  const start = performance.now()
  await nextTurn() // the rest of this one
  for (let before = -1; accepted > before && performance.now() - start < backlogMs;) {
    before = accepted
    await nextTurn()
  }
  server.off('connection', count)
}

/** Idle connections are cut when no request has come for a while on any: no client is then about to send the next. */
const closeWhenIdle = (server: Server, isQuiet: () => boolean) =>
  setInterval(() => {
    if (isQuiet()) setImmediate(() => server.closeIdleConnections()) // after reading what has arrived
  }, lookMs)

/** Requests as the proxy sees them. A target that is no plain path on this server is refused before anybody reads it. */
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

/** Neither `http://elsewhere/`, `//elsewhere/`, `/../` nor `/\`: what two readers could read in two ways. */
const isPlainPath = (target: string) =>
  /^\/(?![/\\])/.test(target) && !/\/\.\.?(\/|$)|\\/.test(target.split('?', 1)[0] ?? '')

const plainHeaders = () => ({
  ...headers(),
  'content-type': jsonType,
  'cache-control': 'no-store',
})

const refusal = (problem: Problem) =>
  new Response(stringifyJson(problem), { status: problem.status, headers: plainHeaders() })

/** Until the door opens: alive, and not ready. */
function starting({ url }: IncomingMessage, outgoing: ServerResponse) {
  const alive = url === '/healthz'
  const body = alive ? '{"status":"alive"}' : '{"status":"not ready","part":"starting"}'
  outgoing.writeHead(alive ? 200 : 503, plainHeaders()).end(body)
}
