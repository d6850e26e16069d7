import type { Context } from 'hono'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { Problem } from '#contract/problem.ts'
import { apiPrefix, csrfHeader } from '#contract/session.ts'
import type { Env } from './reply.ts'

/** Responds only to configured host names; other names that resolve to this address indicate DNS rebinding. */
export function requireKnownHost(context: Context, origins: ReadonlySet<string>) {
  if (!requestedOrigin(context, origins)) throw new Problem('WRONG_HOST')
}

/** Expected Host header of requests to this address. */
export const hostOf = (address: string | undefined) => (address === undefined ? undefined : new URL(address).host)

/**
 * Only the console's own scripts may call the API. Other sites cannot set the header without a CORS preflight, which is
 * never granted, nor hide their origin.
 */
export function requireOwnCall(context: Context, origins: ReadonlySet<string>) {
  const origin = context.req.header('origin')
  const site = context.req.header('sec-fetch-site')
  const ours =
    context.req.header(csrfHeader) !== undefined &&
    (origin === undefined || origin === requestedOrigin(context, origins)) &&
    (site === undefined || site === 'same-origin' || site === 'none')
  if (!ours) throw new Problem('CROSS_SITE')
}

/** The configured origin that this request was sent to. */
export function requestedOrigin({ req }: Context, origins: ReadonlySet<string>): string | undefined {
  const host = req.header('host')?.toLowerCase()
  for (const origin of origins) if (origin.slice(origin.indexOf('//') + 2) === host) return origin
  return undefined
}

/** The contract is the allowlist; internal endpoints of the proxy are not available to browsers. */
export function requireEndpoint(context: Context<Env>): Endpoint {
  const endpoint = endpoints.get(context.req.path.slice(apiPrefix.length))
  if (!endpoint || endpoint.permission === 'proxy') throw new Problem('NOT_FOUND')
  context.set('route', endpoint.id)
  if (context.req.method === 'POST') return endpoint
  context.header('allow', 'POST')
  throw new Problem('METHOD')
}
