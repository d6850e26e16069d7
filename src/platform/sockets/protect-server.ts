import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { stringifyJson } from '#contract/json.ts'
import { Problem } from '#contract/problem.ts'
import { mayTakeLong } from '#platform/uploads/incoming-bytes.ts'
import { limitSockets } from './limit-sockets.ts'
import { maxSockets } from './max-sockets.ts'
import { problemOfClient, refuseSocket } from './refuse-socket.ts'

type HeadersOf = () => Record<string, string>
type Protection = {
  /** Headers of every response, including Node's own. */
  headers: HeadersOf
  /** Addresses exempt from the limit per network. */
  isExempt: (address: string) => boolean
  /** Error format of this server; by default, that of the console. */
  bodyOf?: (problem: Problem) => string
}

/** Time limits for the parts of a request. */
export const requestTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  /** Longer than clients keep connections open, so that none sends a request on a closing one. */
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
}
/** Closes connections whose client does not read the response. */
const unreadMs = 30_000

/**
 * Protection of every listening port (decision 101): limits idle and total sockets, and sets headers on responses that
 * Node creates itself.
 */
export function protectServer(
  server: Server | SecureServer,
  { headers, isExempt, bodyOf = stringifyJson }: Protection,
) {
  const max = maxSockets()
  const sockets = limitSockets(server, { max, maxPerNetwork: Math.ceil(max / 8), isExempt })

  // CONNECT is not supported.
  server.on('connect', (_incoming: IncomingMessage, socket: Socket) =>
    refuseSocket(socket, new Problem('METHOD'), { headers: { ...headers(), allow: '' }, bodyOf }),
  )
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && mayTakeLong(socket)) return // handled when it ends
    const problem = socket.writable && !sockets.isAnswering(socket) ? problemOfClient(error) : undefined
    if (problem) refuseSocket(socket, problem, { headers: headers(), bodyOf })
    else socket.destroy()
  })
  server.timeout = unreadMs
  server.on('timeout', (socket: Socket) => {
    if (sockets.isServing(socket) && socket.writableLength === 0) socket.setTimeout(unreadMs)
    else socket.destroy()
  })
}

/** A response class with default headers, also for responses that Node writes itself (400, 417). */
export const responseWith = (headers: HeadersOf): typeof ServerResponse =>
  class<Request extends IncomingMessage> extends ServerResponse<Request> {
    override writeHead(...given: unknown[]): this {
      const told: unknown = given.at(-1)
      for (const [name, value] of this.headersSent ? [] : Object.entries(headers())) {
        if (!(isNamed(told) && name in told) && !this.hasHeader(name)) this.setHeader(name, value)
      }
      return super.writeHead(...(given as Parameters<ServerResponse['writeHead']>))
    }
  }

const isNamed = (headers: unknown): headers is Record<string, unknown> =>
  typeof headers === 'object' && headers !== null && !Array.isArray(headers)
