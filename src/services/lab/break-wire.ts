import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { jsonType } from '#contract/http.ts'
import { Problem } from '#contract/problem.ts'
import { serviceAt } from '#services/refusal.ts'
import type { Fault, Faults, FaultyService } from './faults.ts'

const retryAfterSeconds = 5

/** Let requests meet the faults that are switched on: for real, on the wire. `serviceOf` tells whose a path is. */
export const breakWire =
  (
    faults: Faults,
    serviceOf: (path: string) => FaultyService = serviceAt,
  ): MiddlewareHandler<{ Bindings: HttpBindings }> =>
  async (context, next) => {
    const { incoming, outgoing } = context.env
    const fault = faults.take(serviceOf(context.req.path), context.req.path)
    if (!fault) return next()
    const gone = once(outgoing, 'close')
    if (fault.latency_ms !== undefined) await Promise.race([delay(fault.latency_ms), gone])
    if (outgoing.closed) return RESPONSE_ALREADY_SENT
    if (fault.drop) incoming.socket.destroy()
    if (fault.drop || fault.half_open) {
      await gone
      return RESPONSE_ALREADY_SENT
    }
    if (fault.garbage) return context.body('<html>\u0000 {"devices": [', 200, { 'content-type': jsonType })
    if (fault.code !== undefined) throw problemOf(fault, fault.code)
    await next()
    if (fault.truncate) {
      await truncate(outgoing, context.res)
      context.res = undefined // else its headers would be merged into what follows
      context.res = RESPONSE_ALREADY_SENT
    }
  }

const problemOf = ({ service }: Fault, code: string) => {
  // What key-management refuses it says with HTTP 200 and the status Failed.
  if (code === 'REFUSED') return new Problem(code, undefined, { service, status: 200 })
  const problem = new Problem(code, undefined, { service })
  return problem.status === 429 ? new Problem(code, undefined, { service, retryAfterSeconds }) : problem
}

/** All the headers, the whole length announced, half of the body. */
async function truncate(outgoing: ServerResponse, response: Response) {
  const body = Buffer.from(await response.arrayBuffer())
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), 'content-length': body.length })
  await new Promise((resolve) => outgoing.write(body.subarray(0, body.length / 2), resolve))
  outgoing.socket?.destroy()
}
