import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { jsonType } from '#contract/http/http.ts'
import { Problem } from '#contract/problem.ts'

/** Time for the client to read the response; otherwise, the socket would stay half-closed. */
const lastWordMs = 1_000

type Answer = { headers: Record<string, string>; bodyOf: (problem: Problem) => string }

/** Rejects what Node does not pass on as a request, and closes the connection. */
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
  socket.on('error', () => socket.destroy()) // the client may have disconnected
  socket.end([`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines, '', body].join('\r\n'))
  const destroy = setTimeout(() => socket.destroy(), lastWordMs).unref()
  socket.once('close', () => clearTimeout(destroy))
}

/** The response to malformed or incomplete HTTP; undefined if the client does not speak HTTP or has disconnected. */
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
