import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { endpoints } from '#contract/endpoints.ts'
import { requestIdHeader } from '#contract/http/request-id.ts'
import { callbackPath } from '#contract/identity/authorization.ts'
import { Problem } from '#contract/problem.ts'
import { apiPrefix, sitePath } from '#contract/session.ts'
import { currentCall, inCall } from '#platform/current-call.ts'
import { factsOfFailure, problemOfFailure } from '#platform/database/failure.ts'
import { type Log, traceOf } from '#platform/log.ts'
import { measuredCalls, secondsSince } from '#platform/measurements.ts'
import { clientAddresses } from '#platform/network/client-address.ts'
import { requestContext } from '#platform/request-context.ts'
import type { Site } from '#platform/upstream/sites.ts'
import { api } from './api.ts'
import { assetResponse, type Assets } from './http/assets.ts'
import { requireKnownHost } from './http/guard.ts'
import { type Env, problemReply, reply } from './http/reply.ts'
import { newNonce, securityHeaders } from './http/security-headers.ts'
import type { ApiSettings } from './parts.ts'
import { type Published, publishedServices } from './published/published-services.ts'

export type ProxySettings = ApiSettings & {
  assets: Assets
  log: Log
  development?: boolean
  /** Whose X-Forwarded-For counts. */
  trustedProxies?: readonly string[]
  /** The embedded services, where others reach something of them by the console. */
  published?: Published | undefined
  /** The part that is not ready, if any. */
  notReady: () => Promise<string | undefined>
}

/** The whole proxy: the API by rows, the console's files, and whether all is well. `close` lets go of the servers. */
export function createProxy(settings: ProxySettings) {
  const { assets, origins, log, notReady } = settings
  const { handle, callback, people, close } = api(settings)
  const published = settings.published && publishedServices(settings.published, origins)
  const app = new Hono<Env>()

  app.use(knownClient(settings))
  app.use((context, next) => inCall(context.req.header(requestIdHeader), next))
  app.use(protectedAndLogged(settings))
  app.get('/healthz', (context) => reply(context, '{"status":"alive"}'))
  app.get('/readyz', async (context) => {
    const part = await notReady()
    if (part === undefined) return reply(context, '{"status":"ready"}')
    return reply(context, JSON.stringify({ status: 'not ready', part }), { status: 503 })
  })
  if (published) app.use(published.handler)
  app.use((context, next) => {
    requireKnownHost(context, origins)
    return next()
  })
  app.all('/api', handle)
  app.all(`${apiPrefix}*`, handle)
  app.get(callbackPath, callback)
  app.get(`${callbackPath}/:site`, callback)
  app.get('*', async (context) => {
    const { path } = context.req
    const asset = assets.find(path)
    context.set('route', asset ? path : 'page')
    if (asset) return assetResponse(asset, context.req.header('accept-encoding'), context.req.header('if-none-match'))
    if (!isNavigation(context)) throw new Problem('NOT_FOUND')
    const place = placeInSite(path, settings.sites.all)
    if (place !== path) return context.redirect(place + new URL(context.req.url).search)
    return reply(context, await assets.page(context.var.nonce, path), {
      headers: { 'content-type': 'text/html;charset=UTF-8' },
    })
  })
  app.all('*', (context) => {
    context.header('allow', 'GET, HEAD')
    throw new Problem('METHOD')
  })

  app.onError((error, context) => {
    if (context.req.raw.signal.aborted) return new Response(null, { status: 499 }) // nobody listens any more
    if (error instanceof Problem) return problemReply(context, error)
    const ofDatabase = problemOfFailure(error, 'console')
    if (ofDatabase) {
      log('database failed', { route: context.var.route, ...factsOfFailure(error) })
      return problemReply(context, ofDatabase)
    }
    log('failed', { route: context.var.route, ...traceOf(error) })
    return problemReply(context, new Problem('FAILED'))
  })
  return { app, people, close: () => Promise.all([published?.close(), close()]) }
}

/**
 * A person opens an address of the console; a script, style or picture that is not there stays a 404. Tools that take
 * anything get the page where the console starts.
 */
function isNavigation({ req }: Context) {
  const accept = req.header('accept') ?? '*/*'
  if (req.path === '/') return /text\/html|\*\/\*/.test(accept)
  return accept.includes('text/html') && !/^\/assets\/|\/\.|\.[^/]*$/.test(req.path)
}

/** Where a page is: with several sites, an address that names none of them is one of the first. */
function placeInSite(path: string, sites: readonly Pick<Site, 'name'>[]): string {
  const [first, ...others] = sites
  const isNamed = sites.some(({ name }) => path === sitePath(name) || path.startsWith(`${sitePath(name)}/`))
  return first && others.length > 0 && !isNamed ? sitePath(first.name) + path : path
}

/** Whom the request came from, for all that is done on its behalf. */
function knownClient({ trustedProxies = [] }: ProxySettings) {
  const addressOf = clientAddresses(trustedProxies)
  return createMiddleware<Env>((context, next) => {
    const clientAddress = addressOf(context.env?.incoming)
    context.set('clientAddress', clientAddress)
    return requestContext.run({ clientAddress }, next)
  })
}

/** Every answer, whatever became of the request, has the headers, and calls and refusals stand in the log. */
function protectedAndLogged({ origins, development, log }: ProxySettings) {
  const secure = [...origins].some((origin) => origin.startsWith('https:'))
  return createMiddleware<Env>(async (context, next) => {
    const start = performance.now()
    const nonce = newNonce()
    context.set('nonce', nonce)
    context.set('route', 'unknown')
    await next()
    const { headers, status } = context.res
    const fixed = securityHeaders({ nonce, secure, development, isFile: headers.has('content-disposition') })
    for (const [name, value] of Object.entries(fixed)) {
      if (!context.var.keepsHeaders || !headers.has(name)) headers.set(name, value)
    }
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
    headers.set(requestIdHeader, currentCall()?.requestId ?? '')
    const { route } = context.var
    measuredCalls.publish({ port: 'console', endpoint: endpointOf(route), status, seconds: secondsSince(start) })
    if (endpoints.has(route) || status >= 400) {
      log('request', { method: context.req.method, route, status, ms: Math.round(performance.now() - start) })
    }
  })
}

/** For measurements: of files, one name for all. */
const endpointOf = (route: string) => (endpoints.has(route) || !route.startsWith('/') ? route : 'file')
