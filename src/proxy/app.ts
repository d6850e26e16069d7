import { Hono } from 'hono'
import { requestIdHeader } from '#contract/http/request-id.ts'
import { callbackPath } from '#contract/identity/authorization.ts'
import { Problem } from '#contract/problem.ts'
import { apiPrefix } from '#contract/session.ts'
import { inCall } from '#platform/current-call.ts'
import { factsOfFailure, problemOfFailure } from '#platform/database/failure.ts'
import { type Log, traceOf } from '#platform/log.ts'
import { api } from './api.ts'
import type { Assets } from './http/assets.ts'
import { calendarRoute, calendars } from './http/calendars.ts'
import { consolePages } from './http/console-pages.ts'
import { knownClient, protectedAndLogged } from './http/every-answer.ts'
import { requireKnownHost } from './http/guard.ts'
import { type Env, problemReply, reply } from './http/reply.ts'
import type { ApiSettings } from './parts.ts'
import { type Published, publishedServices } from './published/published-services.ts'

export type ProxySettings = ApiSettings & {
  assets: Assets
  log: Log
  development?: boolean
  /** Proxies whose X-Forwarded-For header is trusted. */
  trustedProxies?: readonly string[]
  /** Embedded services with public routes below the console's address. */
  published?: Published | undefined
  /** The part that is not ready, if any. */
  notReady: () => Promise<string | undefined>
}

/** The whole proxy: API, console files and health. `close` releases the connections to the servers. */
export function createProxy(settings: ProxySettings) {
  const { assets, origins, log, notReady, sites } = settings
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
  app.get(calendarRoute, calendars(settings))
  const pages = consolePages(assets, sites.all, (request, bindings) => app.fetch(request, bindings))
  app.get('*', pages)
  app.all('*', (context) => {
    context.header('allow', 'GET, HEAD')
    throw new Problem('METHOD')
  })

  app.onError((error, context) => {
    if (context.req.raw.signal.aborted) return new Response(null, { status: 499 }) // the client has disconnected
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
