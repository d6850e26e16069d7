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
  /** What every answer carries, those of Node too. */
  headers: HeadersOf
  /** Addresses without a limit of their own. */
  isExempt: (address: string) => boolean
  /** How this server says what is wrong; as the console does without it. */
  bodyOf?: (problem: Problem) => string
}

/** How long a client may take for the parts of a request. */
export const requestTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  /** Longer than a client keeps a connection, so that none sends a call on one that closes. */
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
}
/** A client that reads nothing of its answer for so long is gone. */
const unreadMs = 30_000

/**
 * What each port of ours stands behind (decision 101): strangers can neither hold sockets that they do not use nor take
 * all of them, and what Node answers by itself has the headers of everything else.
 */
export function protectServer(
  server: Server | SecureServer,
  { headers, isExempt, bodyOf = stringifyJson }: Protection,
) {
  const max = maxSockets()
  const sockets = limitSockets(server, { max, maxPerNetwork: Math.ceil(max / 8), isExempt })

  // No method is allowed there: what it names is none of our addresses.
  server.on('connect', (_incoming: IncomingMessage, socket: Socket) =>
    refuseSocket(socket, new Problem('METHOD'), { headers: { ...headers(), allow: '' }, bodyOf }),
  )
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && mayTakeLong(socket)) return // it is told once
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

/** An answer that has these headers unless it says others; Node writes some (400, 417) that no handler sees. */
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
