import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { Agent, type Dispatcher } from 'undici'
import type { PublicAddresses } from '#contract/http/public-addresses.ts'
import { identityCookie } from '#contract/identity/pages.ts'
import { Problem } from '#contract/problem.ts'
import type { ClientHeader } from '#platform/network/client-header.ts'
import { problemOf } from '#platform/upstream/upstream-problem.ts'
import { hostOf, requireKnownHost } from '#proxy/http/guard.ts'
import type { Env } from '#proxy/http/reply.ts'
import { findPublishedRoute, type PublishedRoute } from './routes.ts'

/** Public routes of the embedded services below the console's address. */
export type Published = {
  services: URL
  addresses: PublicAddresses
  /** PEM for mutual TLS, if the services run on another machine. */
  tls?: { ca: string; cert: string; key: string } | undefined
  /** Passes on the client address. */
  clientHeader?: Pick<ClientHeader, 'of'> | undefined
}

const maxBytes = 64 * 1024
const maxConcurrent = 64
const deadlines = { connectMs: 2_000, headersMs: 20_000, bodyIdleMs: 10_000, overallMs: 60_000 }
const busyForSeconds = 2

/** Request headers to forward. Of the cookies, only that of the identity provider is forwarded. */
const askedHeaders = ['accept', 'content-type', 'if-none-match', 'if-modified-since', 'origin', 'sec-fetch-site']
const answeredHeaders =
  'content-type content-length cache-control pragma etag last-modified expires allow location retry-after content-security-policy cross-origin-opener-policy referrer-policy x-content-type-options x-frame-options'.split(
    ' ',
  )

/** Serves the public routes of the identity provider and certificate status. */
export function publishedServices({ services, addresses, tls, clientHeader }: Published, origins: ReadonlySet<string>) {
  const agent = new Agent({
    connect: { timeout: deadlines.connectMs, ...tls },
    headersTimeout: deadlines.headersMs,
    bodyTimeout: deadlines.bodyIdleMs,
    connections: maxConcurrent,
  })
  const statusHost = hostOf(addresses.status)
  let running = 0

  async function ask(context: Context<Env>, { service, target }: PublishedRoute): Promise<Response> {
    if (running >= maxConcurrent) {
      throw new Problem('temporarily_unavailable', undefined, { status: 503, retryAfterSeconds: busyForSeconds })
    }
    if (Number(context.req.header('content-length') ?? 0) > maxBytes) throw new Problem('TOO_LARGE')
    const { method, raw } = context.req
    const signal = AbortSignal.any([raw.signal, AbortSignal.timeout(deadlines.overallMs)])
    const body = raw.body && (await wholeBody(raw.body))
    running += 1
    const answer = await agent
      .request({
        origin: services.origin,
        path: target,
        method,
        headers: { ...headersFor(context, service), ...clientHeader?.of({ clientAddress: context.var.clientAddress }) },
        body,
        signal,
      })
      .catch((error: unknown) => {
        running -= 1
        throw problemOf(service === 'status' ? 'keys' : service, error)
      })
    answer.body.once('close', () => (running -= 1))
    return responseOf(answer, method)
  }

  const handler = createMiddleware<Env>(async (context, next) => {
    const route = findPublishedRoute(new URL(context.req.url))
    if (!route || addresses[route.service] === undefined) return next()
    // Certificate status can have its own origin, which serves nothing else.
    const isAtItsOwn = route.service === 'status' && context.req.header('host')?.toLowerCase() === statusHost
    if (!isAtItsOwn) requireKnownHost(context, origins)
    context.set('route', route.name)
    const { method } = context.req
    if (!route.methods.includes(method === 'HEAD' ? 'GET' : method)) {
      context.header('allow', route.methods.join(', '))
      throw new Problem('METHOD')
    }
    const answer = await ask(context, route)
    context.set('keepsHeaders', true)
    return answer
  })
  return { handler, close: () => agent.destroy() }
}

function headersFor({ req }: Context<Env>, service: PublishedRoute['service']): Record<string, string> {
  const names = service === 'identity' ? [...askedHeaders, 'authorization'] : askedHeaders
  const own = service === 'identity' ? identityCookieIn(req.header('cookie')) : undefined
  const given = names.flatMap((name) => {
    const value = req.header(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...Object.fromEntries(given),
    'accept-encoding': 'identity',
    'user-agent': 'triptych',
    ...(own !== undefined && { cookie: own }),
  }
}

const isIdentityCookie = (pair: string) => pair.startsWith(`${identityCookie}=`)
const identityCookieIn = (cookies = '') => cookies.split(/;\s*/).find(isIdentityCookie)

function responseOf({ statusCode, headers, body }: Dispatcher.ResponseData, method: string): Response {
  const answered = new Headers()
  for (const name of answeredHeaders) {
    const value = headers[name]
    if (typeof value === 'string') answered.set(name, value)
  }
  for (const cookie of [headers['set-cookie'] ?? []].flat().filter(isIdentityCookie)) {
    answered.append('set-cookie', cookie)
  }
  if (method !== 'HEAD' && statusCode !== 304 && statusCode !== 204) {
    return new Response(Readable.toWeb(body) as ReadableStream, { status: statusCode, headers: answered })
  }
  void body.dump()
  return new Response(null, { status: statusCode, headers: answered })
}

/** Buffered, so that Content-Length is known to the services, and limited regardless of the client's headers. */
async function wholeBody(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Problem('TOO_LARGE')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
