import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { jsonType } from '#contract/http/http.ts'
import { Problem } from '#contract/problem.ts'

/** What a client that reads has read by then. One that does not would otherwise stay half-closed for ever. */
const lastWordMs = 1_000

type Answer = { headers: Record<string, string>; bodyOf: (problem: Problem) => string }

/** For what Node does not hand on as a request: says why, and ends the connection. */
export function refuseSocket(socket: Duplex, problem: Problem, { headers, bodyOf }: Answer) {
  const body = bodyOf(problem)
  const all = {
    ...headers,
    'content-type': jsonType,
    'cache-control': 'no-store',
    connection: 'close',
    'content-length': Buffer.byteLength(body),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  socket.on('error', () => socket.destroy()) // the other side may be gone already
  socket.end([`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines, '', body].join('\r\n'))
  const destroy = setTimeout(() => socket.destroy(), lastWordMs).unref()
  socket.once('close', () => clearTimeout(destroy))
}

/** The answer to what is no HTTP, or was not sent in time; undefined where nobody there speaks HTTP, or is left. */
export function problemOfClient({ code = '' }: NodeJS.ErrnoException): Problem | undefined {
  const isHttp = code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT'
  if (!isHttp) return undefined
  const [status, message] = refusals[code] ?? [400, 'The request is not valid HTTP']
  return new Problem('INVALID_INPUT', message, { status })
}

const refusals: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The address and the headers of the request are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request was not complete in time'],
}
