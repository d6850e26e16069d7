import type { Context } from 'hono'
import { type Endpoint, serviceOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { fromWireInput } from '#contract/http/http.ts'
import { toResponse } from '#contract/http/to-response.ts'
import { adminOf, holds } from '#contract/permission.ts'
import { Problem } from '#contract/problem.ts'
import { apiPrefix, csrfHeader } from '#contract/session.ts'
import { keyHandlers } from './api-keys/key-handlers.ts'
import { auditHandlers } from './audit/audit-handlers.ts'
import { recorded } from './audit/recorded.ts'
import { connectionHandlers } from './connections/connection-handlers.ts'
import { openHealth } from './connections/health/open-health.ts'
import type { Body } from './http/compress.ts'
import { changeCookies, type CookieChanges, cookiesOf } from './http/cookies.ts'
import { originAsked, requireOwnCall, requirePermission } from './http/guard.ts'
import { wireInputOf } from './http/input.ts'
import { type Env, reply } from './http/reply.ts'
import { type Caller, localCalls } from './local-endpoints.ts'
import { cloudHandlers } from './oauth/cloud-handlers.ts'
import { type ApiSettings, partsOf } from './parts.ts'
import { requireConfirmed } from './sessions/confirmation.ts'
import { sessionHandlers } from './sessions/session-handlers.ts'
import { setUpHandler } from './sessions/set-up.ts'
import { signInHandlers } from './sessions/sign-in.ts'
import { bearers } from './upstream/bearer.ts'
import { forward } from './upstream/forward.ts'

type Answered = { body: Body; headers: Record<string, string>; cookies?: CookieChanges | undefined }

/** `POST /api/<row id>`: checked against its row, then answered by the proxy itself or by the row's server. */
export function api(settings: ApiSettings) {
  const { origins } = settings
  const parts = partsOf(settings)
  const { sites, sessions, audit, oauth, keys } = parts
  const bearerOf = bearers({ keyOf: keys.keyOf, fromGrant: oauth.bearer })
  const account = sessionHandlers(parts)
  const health = openHealth(parts, bearerOf)
  const own = localCalls({
    ...signInHandlers(parts, account),
    setUp: setUpHandler,
    ...account.handlers,
    ...cloudHandlers(parts),
    ...connectionHandlers(parts, health),
    ...keyHandlers(parts),
    ...auditHandlers(parts, bearerOf),
  })

  /** What the person may have, in this order: the row, the right, the sense of the input, the proof of who asks. */
  const answered = (endpoint: Endpoint, context: Context<Env>, caller: Caller): Promise<Answered> => {
    const { site, signal } = caller
    const read = async () => fromWireInput(endpoint, await wireInputOf(context, endpoint))
    const run = async (reading: typeof read) => {
      const session = endpoint.permission === 'anyone' ? caller.session : await account.revalidate(caller)
      requirePermission(endpoint.permission, session)
      const input = await reading()
      const upstream = site.upstreams.get(serviceOf(endpoint))
      const more = endpoint.permissionFor?.(input as never, upstream?.dialect)
      if (more) requirePermission(more, session)
      requireConfirmed(endpoint, input, session, upstream?.dialect)

      const answer = own.get(endpoint.id)
      if (answer) {
        const { output, cookies } = await answer(input, { ...caller, session })
        const { body, bytes, headers } = toResponse(endpoint, output)
        return { body: bytes ? Uint8Array.from(bytes) : body, headers, cookies }
      }
      if (!upstream) throw new Problem('NOT_CONNECTED', undefined, { service: serviceOf(endpoint) })
      const login =
        session?.kind === 'signed-in' && session.by === 'password' ? site.upstreams.get('desktop') : undefined
      const bearer = await bearerOf(upstream, session)
      const role = roleFor(endpoint, session)
      const forwarded = await forward(endpoint, input, { upstream, bearer, login, role, signal })
      await account.onCredentialChange(endpoint, session)
      return forwarded
    }
    return recorded(audit, { endpoint, caller, read, run })
  }

  const handle = async (context: Context<Env>): Promise<Response> => {
    const endpoint = requireRow(context)
    requireOwnCall(context, origins)
    const site = sites.require(context.req.header(csrfHeader))
    const cookies = cookiesOf(context, site)
    const caller: Caller = {
      site,
      cookies,
      origin: originAsked(context, origins) ?? '',
      session: await sessions.find(cookies.session, site.name),
      address: context.var.clientAddress,
      agent: context.req.header('user-agent') ?? '',
      signal: context.req.raw.signal,
    }
    try {
      const { body, headers, cookies } = await answered(endpoint, context, caller)
      changeCookies(context, site, cookies)
      if (cookies?.session === null) context.header('clear-site-data', '"cache", "storage"')
      return await reply(context, body, { headers, secret: endpoint.secret })
    } catch (error) {
      // Between password and code nobody is signed in yet: a call of another tab ends nothing.
      if (error instanceof Problem && error.code === 'SIGNED_OUT' && caller.session?.kind === 'signed-in') {
        await sessions.end(caller.session.hash)
        await account.releaseGrants([caller.session])
      }
      throw error
    }
  }
  const reporting = setInterval(() => void audit.reportEndedAttempts().catch(() => undefined), 60_000).unref()
  const close = async () => {
    clearInterval(reporting)
    await oauth.close()
    await health.close()
    await sites.close()
  }
  return { handle, callback: oauth.callback, health: { ...health, sites: sites.all }, close }
}

/** Some servers have an address for each role (desktop-management, Using the token). */
const roleFor = ({ permission }: Endpoint, session: Caller['session']) =>
  session?.kind === 'signed-in' && holds(session.user.permissions, adminOf(permission)) ? 'admin' : 'user'

/** The allow-list is the contract; rows of the proxy alone do not exist for a browser. */
function requireRow(context: Context<Env>): Endpoint {
  const endpoint = endpoints.get(context.req.path.slice(apiPrefix.length))
  if (!endpoint || endpoint.permission === 'proxy') throw new Problem('NOT_FOUND')
  context.set('route', endpoint.id)
  if (context.req.method === 'POST') return endpoint
  context.header('allow', 'POST')
  throw new Problem('METHOD')
}
