import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import type { Context, ErrorHandler, Handler, MiddlewareHandler } from 'hono'
import type { Dialect } from '#contract/dialect.ts'
import type { WireRequest, WireResponse } from '#contract/http.ts'
import { Problem } from '#contract/problem.ts'
import type { Log } from './log.ts'
import { refusal, refused, serviceAt, type WireService } from './refusal.ts'

type Env = { Bindings: HttpBindings }
/** A command to ten thousand devices names each of them. */
const bodyBytes = 512 * 1024

/** The path only: a query can hold what must not be kept. */
export const accessLogged =
  (log: Log): MiddlewareHandler<Env> =>
  async (context, next) => {
    const start = performance.now()
    await next()
    const ms = Math.round((performance.now() - start) * 10) / 10
    const { method, path } = context.req
    log('request', { method, path, status: context.env.outgoing.destroyed ? 0 : context.res.status, ms })
  }

export const isLoopbackHost = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host)

/** A name that a site made point here is refused (DNS rebinding). */
export const loopbackOnly: MiddlewareHandler<Env> = async (context, next) => {
  const host = context.req.header('host') ?? ''
  if (!isLoopbackHost(host)) {
    throw new Problem('WRONG_HOST', 'This service answers on loopback names only', {
      service: serviceAt(context.req.path),
    })
  }
  await next()
}

type Answer = (request: WireRequest, from: { origin: string; address: string }) => Promise<WireResponse>

/** Between Node's request and the router: the body within its limit, headers by lower-case name. */
export const answerWith =
  (answer: Answer): Handler<Env> =>
  async (context) => {
    const { incoming } = context.env
    const body = await bodyOf(incoming, serviceAt(context.req.path))
    const headers = context.req.header()
    const response = await answer(
      { method: context.req.method, target: incoming.url ?? '/', headers, ...(body && { body }) },
      { origin: `http://${headers.host}`, address: incoming.socket.remoteAddress ?? '' },
    )
    return new Response(context.req.method === 'HEAD' || response.body === '' ? null : response.body, response)
  }

async function bodyOf(incoming: Readable, service: WireService): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  // The rest of a body that is too large is not read, but the client still gets its answer.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bodyBytes) {
      throw refused(service, 'tooLarge', 'The request is too large', 413)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** What is refused says why; what went wrong inside is logged and says nothing but its number. */
export const refuse =
  (log: Log, speaks?: Dialect): ErrorHandler<Env> =>
  (error, context) => {
    const problem = error instanceof Problem ? error : internal(error, context, log)
    const { status, headers, body } = refusal(problem, speaks)
    return new Response(context.req.method === 'HEAD' ? null : body, { status, headers })
  }

function internal(error: Error, context: Context, log: Log): Problem {
  const id = randomUUID()
  log('failed', { id, method: context.req.method, path: context.req.path, error: error.stack ?? error.message })
  return refused(serviceAt(context.req.path), 'internal', `Internal server error, try again (${id})`)
}
