import type { Context } from 'hono'
import { type Endpoint, type Input, serviceOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { fromResponse, fromWireInput, toWireInput } from '#contract/http/http.ts'
import { toResponse } from '#contract/http/to-response.ts'
import { adminOf, holds } from '#contract/permission.ts'
import { Problem } from '#contract/problem.ts'
import { apiPrefix, csrfHeader } from '#contract/session.ts'
import type { People } from '#platform/console.ts'
import { requirePermission } from '#platform/permission.ts'
import { recorded } from './audit/recorded.ts'
import type { Body } from './http/compress.ts'
import { changeCookies, type CookieChanges, cookiesOf } from './http/cookies.ts'
import { originAsked, requireOwnCall } from './http/guard.ts'
import { wireInputOf } from './http/input.ts'
import { type Env, reply } from './http/reply.ts'
import { type Caller, localCalls, personIn } from './local-endpoints.ts'
import { cloudHandlers } from './oauth/cloud-handlers.ts'
import { type ApiSettings, partsOf } from './parts.ts'
import { requireConfirmed } from './sessions/confirmation.ts'
import { sessionHandlers } from './sessions/session-handlers.ts'
import { signInHandlers } from './sessions/sign-in.ts'
import { bearers } from './upstream/bearer.ts'
import { forward } from './upstream/forward.ts'

type Answered = { body: Body; headers: Record<string, string>; cookies?: CookieChanges | undefined }

/** `POST /api/<endpoint id>`: checked against its endpoint, then answered by the console itself or by its server. */
export function api(settings: ApiSettings) {
  const { origins } = settings
  const parts = partsOf(settings)
  const { sites, sessions, audit, oauth, service } = parts
  const bearerOf = bearers({ keyOf: service.keyOf, fromGrant: oauth.bearer })
  const account = sessionHandlers(parts)
  const local = localCalls({ ...signInHandlers(parts, account), ...account.handlers, ...cloudHandlers(parts) }, service)

  /** What the person may have, in this order: the row, the right, the sense of the input, the proof of who asks. */
  const answerOf = (endpoint: Endpoint, caller: Caller, read: () => Promise<Input<Endpoint>>): Promise<Answered> => {
    const { site, signal } = caller
    const run = async (reading: typeof read) => {
      const session = endpoint.permission === 'anyone' ? caller.session : await account.revalidate(caller)
      const person = personIn(session)
      requirePermission(endpoint.permission, person?.permissions)
      const input = await reading()
      const upstream = site.upstreams.get(serviceOf(endpoint))
      const more = endpoint.permissionFor?.(input as never, upstream?.dialect)
      if (more) requirePermission(more, person?.permissions)
      requireConfirmed(endpoint, input, session, upstream?.dialect)

      const answer = local.get(endpoint.id)
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
    const endpoint = requireEndpoint(context)
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
    const read = async () => fromWireInput(endpoint, await wireInputOf(context, endpoint))
    try {
      const { body, headers, cookies } = await answerOf(endpoint, caller, read)
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
  const people: People = {
    callAs: async (owner, endpoint, input, signal) => {
      if (endpoint.permission === 'proxy') throw new Problem('NOT_FOUND')
      const session = await sessions.findOf(owner)
      if (!session) throw new Problem('SIGNED_OUT')
      const { address, agent } = session
      const caller = { site: sites.require(session.site), session, cookies: {}, origin: '', address, agent, signal }
      const read = () => Promise.resolve(fromWireInput(endpoint, toWireInput(endpoint, input)))
      const { body, headers } = await answerOf(endpoint, caller, read)
      const bytes = typeof body === 'string' ? Buffer.from(body) : body
      return fromResponse(endpoint, { status: 200, headers, body: new TextDecoder().decode(bytes), bytes })
    },
    bearerFor: async (upstream, person) => bearerOf(upstream, person && (await sessions.findOf(person))),
    grantOf: oauth.grantOf,
  }

  const close = async () => {
    await oauth.close()
    await service.close()
    await sites.close()
  }
  return { handle, callback: oauth.callback, people, close }
}

/** Some servers have an address for each role (desktop-management, Using the token). */
const roleFor = ({ permission }: Endpoint, session: Caller['session']) =>
  session?.kind === 'signed-in' && holds(session.user.permissions, adminOf(permission)) ? 'admin' : 'user'

/** The allow-list is the contract; endpoints of the proxy alone do not exist for a browser. */
function requireEndpoint(context: Context<Env>): Endpoint {
  const endpoint = endpoints.get(context.req.path.slice(apiPrefix.length))
  if (!endpoint || endpoint.permission === 'proxy') throw new Problem('NOT_FOUND')
  context.set('route', endpoint.id)
  if (context.req.method === 'POST') return endpoint
  context.header('allow', 'POST')
  throw new Problem('METHOD')
}
