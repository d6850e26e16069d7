import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { HttpBindings } from '@hono/node-server'
import { type Context, type ErrorHandler, type Handler, Hono, type MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Dialect } from '#contract/dialect.ts'
import { requestIdHeader } from '#contract/http/request-id.ts'
import type { WireRequest, WireResponse } from '#contract/http/wire-message.ts'
import { Problem } from '#contract/problem.ts'
import { currentCall, inCall } from '#platform/current-call.ts'
import { factsOfFailure, problemOfFailure } from '#platform/database/failure.ts'
import type { Log } from '#platform/log.ts'
import { measuredCalls, secondsSince } from '#platform/measurements.ts'
import type { Client, ClientHeader } from '#platform/network/client-header.ts'
import { isLoopbackHost } from '#platform/network/loopback.ts'
import { formWithFile } from '#platform/uploads/form-with-file.ts'
import { discardRest } from '#platform/uploads/incoming-bytes.ts'
import { refusal, refused, serviceAt, type WireService } from './refusal.ts'

type Env = { Bindings: HttpBindings }
/** A command to ten thousand devices names each of them. */
const bodyBytes = 512 * 1024

/**
 * The endpoint that answers, as it is registered: a path as it was sent can hold a key or a password, even where it was
 * meant for another port. Of an unknown path nothing is kept.
 */
export function routeOf(context: Context): string {
  const endpoint: unknown = context.get('endpoint')
  if (typeof endpoint === 'string') return endpoint
  const route = matchedRoutes(context).findLast(({ path }) => !path.includes('*'))?.path
  return route === undefined ? 'unknown' : route.replaceAll(unguessable, '/:secret')
}

/** An address can itself be registered under a name that nobody can guess. */
const unguessable = /\/[\w-]{20,}(?=\/|$)/g

/** Every answer names its call. */
export const accessLogged =
  (log: Log): MiddlewareHandler<Env> =>
  (context, next) =>
    inCall(context.req.header(requestIdHeader), async () => {
      const start = performance.now()
      await next()
      const seconds = secondsSince(start)
      const { method } = context.req
      const status = context.env.outgoing.destroyed ? 0 : context.res.status
      const { requestId = '', endpoint = 'other' } = currentCall() ?? {}
      context.header(requestIdHeader, requestId)
      log('request', { method, route: routeOf(context), status, ms: Math.round(seconds * 10_000) / 10 })
      measuredCalls.publish({ port: 'services', endpoint, status, seconds })
    })

/** A name that a site made point here is refused (DNS rebinding). `name`: what consoles on other machines know us by. */
export const knownNamesOnly =
  (name?: string): MiddlewareHandler<Env> =>
  async (context, next) => {
    const host = context.req.header('host') ?? ''
    if (!isLoopbackHost(host) && (name === undefined || host.toLowerCase().replace(/:\d+$/, '') !== name)) {
      throw new Problem('WRONG_HOST', 'This service accepts loopback host names only', {
        service: serviceAt(context.req.path),
      })
    }
    await next()
  }

/** Only who holds the master key of this installation has a certificate of its tiers. */
export const consolesOnly: MiddlewareHandler<Env> = async (context, next) => {
  const { socket } = context.env.incoming
  if (!(socket instanceof TLSSocket && socket.authorized)) {
    throw new Problem('FORBIDDEN', 'Only consoles of this installation may call this service', {
      service: serviceAt(context.req.path),
    })
  }
  await next()
}

/** For probes, by whatever name they know this machine. */
export const probes = (notReady: () => Promise<string | undefined>) =>
  new Hono<Env>()
    .get('/healthz', (context) => context.json({ status: 'alive' }))
    .get('/readyz', async (context) => {
      const part = await notReady()
      return part === undefined ? context.json({ status: 'ready' }) : context.json({ status: 'not ready', part }, 503)
    })

type Form = NonNullable<WireRequest['form']>
type Answer = (
  request: WireRequest,
  from: { origin: string; onMatch: (id: string) => void; form?: () => Promise<Form> } & Client,
) => Promise<WireResponse>

/** Between Node's request and the router: the body within its limit, headers by lower-case name. */
export const answerWith =
  (answer: Answer, clientHeader: ClientHeader): Handler<Env> =>
  async (context) => {
    const { incoming } = context.env
    const service = serviceAt(context.req.path)
    const headers = context.req.header()
    const isForm = /^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '')
    const body = isForm ? undefined : await bodyOf(incoming, service)
    try {
      const response = await answer(
        { method: context.req.method, target: incoming.url ?? '/', headers, ...(body && { body }) },
        {
          origin: `http://${headers.host}`,
          onMatch: (id) => context.set('endpoint' as never, id as never),
          ...(isForm && { form: () => uploadedForm(incoming, service) }),
          ...clientHeader.clientIn(incoming),
        },
      )
      return new Response(context.req.method === 'HEAD' || response.body === '' ? null : response.body, response)
    } finally {
      if (isForm) await discardRest(incoming)
    }
  }

/** A file is read by the handler that takes it, once it is known who sends it. */
async function uploadedForm(incoming: IncomingMessage, service: WireService): Promise<Form> {
  const { fields, file } = await formWithFile(incoming, (_why, message) => refused(service, 'malformed', message))
  return { fields, files: {}, large: { part: file.part, file } }
}

/** A mark that says how the text is written is none of it. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

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
  try {
    return utf8.decode(Buffer.concat(chunks))
  } catch {
    throw refused(service, 'malformed', 'body: is not UTF-8')
  }
}

/** What is refused says why; what went wrong inside is logged and says nothing but its number. */
export const refuse =
  (log: Log, speaks?: Dialect): ErrorHandler<Env> =>
  (error, context) => {
    const problem =
      error instanceof Problem ? error : (ofDatabase(error, context, log) ?? internal(error, context, log))
    const { status, headers, body } = refusal(problem, speaks)
    return new Response(context.req.method === 'HEAD' ? null : body, { status, headers })
  }

function ofDatabase(error: Error, context: Context, log: Log): Problem | undefined {
  const problem = problemOfFailure(error, serviceAt(context.req.path))
  if (problem) log('database failed', { method: context.req.method, route: routeOf(context), ...factsOfFailure(error) })
  return problem
}

function internal(error: Error, context: Context, log: Log): Problem {
  const request = currentCall()?.requestId
  log('failed', { request, method: context.req.method, route: routeOf(context), error: error.stack ?? error.message })
  return refused(serviceAt(context.req.path), 'internal', `Internal server error, try again (${request})`)
}
