import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { jsonType } from '#contract/http.ts'
import { stringifyJson } from '#contract/json.ts'
import { Problem } from '#contract/problem.ts'
import { newNonce, securityHeaders } from './security-headers.ts'

type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown
type Fetch = (request: Request, bindings: { incoming: IncomingMessage }) => Response | Promise<Response>

const limits = {
  maxHeaderSize: 64 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
}
const drainMs = 10_000
const lastRequestsMs = 500

/** Binds the port at once, so that a second instance fails before it touches anything; `serve` opens the door. */
export async function listen(host: string, port: number) {
  const server = createServer(limits)
  server.maxConnections = 4_000
  let handle: Handler = starting
  let draining = false
  server.on('request', (incoming, outgoing) => {
    if (draining) outgoing.setHeader('connection', 'close')
    handle(incoming, outgoing)
  })
  server.on('connect', (_incoming, socket) => refuse(socket, new Problem('METHOD')))
  server.on('clientError', onClientError)
  server.listen(port, host)
  await once(server, 'listening')

  return {
    server,
    port: (server.address() as AddressInfo).port,
    serve: (next: Handler) => {
      handle = next
    },
    stop: () => {
      draining = true
      return drained(server)
    },
  }
}

/** Stops accepting, lets what is under way finish, and lets kept-alive clients send what they already began to. */
async function drained(server: Server) {
  const closed = once(server, 'close')
  NetServer.prototype.close.call(server) // the HTTP server's own close would cut idle connections at once
  const idle = setInterval(() => server.closeIdleConnections(), lastRequestsMs)
  const late = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}

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

/** Neither `http://elsewhere/`, `//elsewhere/`, `/../` nor `/\`: what two readers could read in two ways (BFF-14). */
const isPlainPath = (target: string) =>
  /^\/(?![/\\])/.test(target) && !/\/\.\.?(\/|$)|\\/.test(target.split('?', 1)[0] ?? '')

function onClientError(error: NodeJS.ErrnoException, socket: Duplex) {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  refuse(socket, new Problem('INVALID_INPUT', 'The request is not accepted', { status }))
}

const plainHeaders = () => ({
  ...securityHeaders({ nonce: newNonce() }),
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

/** For what Node does not hand on as a request. */
function refuse(socket: Duplex, problem: Problem) {
  const body = stringifyJson(problem)
  const headers = { ...plainHeaders(), connection: 'close', 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.on('error', () => socket.destroy()) // the other side may be gone already
  socket.end([`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines, '', body].join('\r\n'))
}
