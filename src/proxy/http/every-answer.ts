import { createMiddleware } from 'hono/factory'
import { endpoints } from '#contract/endpoints.ts'
import { requestIdHeader } from '#contract/http/request-id.ts'
import { currentCall } from '#platform/current-call.ts'
import type { Log } from '#platform/log.ts'
import { measuredCalls, secondsSince } from '#platform/measurements.ts'
import { clientAddresses } from '#platform/network/client-address.ts'
import { newNonce } from '#platform/nonce.ts'
import { requestContext } from '#platform/request-context.ts'
import type { Env } from './reply.ts'
import { securityHeaders } from '#platform/sockets/security-headers.ts'

type Settings = { origins: ReadonlySet<string>; development?: boolean; log: Log }

/** Establishes the client address for everything done for this request. */
export function knownClient({ trustedProxies = [] }: { trustedProxies?: readonly string[] }) {
  const addressOf = clientAddresses(trustedProxies)
  return createMiddleware<Env>((context, next) => {
    const clientAddress = addressOf(context.env?.incoming)
    context.set('clientAddress', clientAddress)
    return requestContext.run({ clientAddress }, next)
  })
}

/** Sets security headers on every response, and logs calls and rejections. */
export function protectedAndLogged({ origins, development, log }: Settings) {
  const secure = [...origins].some((origin) => origin.startsWith('https:'))
  return createMiddleware<Env>(async (context, next) => {
    const start = performance.now()
    const nonce = newNonce()
    context.set('nonce', nonce)
    context.set('route', 'unknown')
    await next()
    const { headers, status } = context.res
    const { keepsHeaders, route } = context.var
    const fixed = securityHeaders({ nonce, secure, development, isFile: headers.has('content-disposition') })
    for (const [name, value] of Object.entries(fixed)) {
      if (!keepsHeaders || !headers.has(name)) headers.set(name, value)
    }
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
    headers.set(requestIdHeader, currentCall()?.requestId ?? '')
    measuredCalls.publish({ port: 'console', endpoint: endpointOf(route), status, seconds: secondsSince(start) })
    if (endpoints.has(route) || status >= 400) {
      log('request', { method: context.req.method, route, status, ms: Math.round(performance.now() - start) })
    }
  })
}

/** Label for metrics; static files share one. */
const endpointOf = (route: string) => (endpoints.has(route) || !route.startsWith('/') ? route : 'file')
