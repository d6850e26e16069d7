import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { jsonType } from '#contract/http/http.ts'
import { Problem } from '#contract/problem.ts'
import { serviceAt } from '#services/refusal.ts'
import type { Fault, Faults, FaultyService } from './faults.ts'

const retryAfterSeconds = 5

/** Applies simulated faults to requests, on the actual connection. */
export const breakWire =
  <E extends { Bindings: HttpBindings } = { Bindings: HttpBindings }>(
    faults: Faults,
    service?: FaultyService,
  ): MiddlewareHandler<E> =>
  async (context, next) => {
    const { incoming, outgoing } = context.env
    const fault = await faults.take(service ?? serviceAt(context.req.path), context.req.path)
    if (!fault) return next()
    if (await breaksOff(fault, incoming, outgoing)) return RESPONSE_ALREADY_SENT
    if (fault.garbage) return context.body(garbage, 200, { 'content-type': jsonType })
    const problem = faultProblem(fault)
    if (problem) throw problem
    // "Not modified" has no body to break off.
    if (fault.truncate) context.req.raw.headers.delete('if-none-match')
    await next()
    if (fault.truncate) {
      const { status, headers } = context.res
      const bytes = Buffer.from(await context.res.arrayBuffer())
      await truncate(outgoing, { status, headers: Object.fromEntries(headers), bytes })
      context.res = undefined // otherwise, its headers would be merged
      context.res = RESPONSE_ALREADY_SENT
    }
  }

/** Delays, or closes the connection without a response; true if closed. */
export async function breaksOff(fault: Fault, incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
  const gone = once(outgoing, 'close')
  if (fault.latency_ms !== undefined) await Promise.race([delay(fault.latency_ms), gone])
  if (outgoing.closed) return true
  if (fault.drop) incoming.socket.destroy()
  if (!fault.drop && !fault.half_open) return false
  await gone
  return true
}

/** Sent instead of a response. */
export const garbage = '<html>\u0000 {"devices": ['

/** The simulated error response, if any. */
export function faultProblem({ service, code }: Fault): Problem | undefined {
  if (code === undefined) return undefined
  // key-management reports rejections with HTTP 200 and status Failed.
  if (code === 'REFUSED') return new Problem(code, undefined, { service, status: 200 })
  const problem = new Problem(code, undefined, { service })
  return problem.status === 429 ? new Problem(code, undefined, { service, retryAfterSeconds }) : problem
}

/** Sends all headers with the full content length, and half of the body. */
export async function truncate(
  outgoing: ServerResponse,
  { status, headers, bytes }: { status: number; headers: Record<string, string>; bytes: Uint8Array },
) {
  outgoing.writeHead(status, { ...headers, 'content-length': bytes.length })
  await new Promise((resolve) => outgoing.write(bytes.subarray(0, bytes.length / 2), resolve))
  outgoing.socket?.destroy()
}
