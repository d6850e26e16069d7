import type { Context } from 'hono'
import { type Endpoint, serviceOf } from '#contract/endpoint.ts'
import { toResponse } from '#contract/http/to-response.ts'
import { Problem } from '#contract/problem.ts'
import { csrfHeader } from '#contract/session.ts'
import type { People } from '#platform/console.ts'
import { requirePermission } from '#platform/permission.ts'
import { discardUpload } from '#platform/uploads/arriving-upload.ts'
import { type CallInput, callInputOf, requireReason } from './audit/reason.ts'
import { recorded } from './audit/recorded.ts'
import { callAs, isOfJob, sessionOf } from './call-as.ts'
import type { Body } from '#platform/sockets/compressed.ts'
import { notConnected } from '#platform/upstream/not-connected.ts'
import { changeCookies, type CookieChanges, cookiesOf } from './http/cookies.ts'
import { requestedOrigin, requireEndpoint, requireOwnCall } from './http/guard.ts'
import { wireInputOf } from './http/input.ts'
import { type Env, reply } from './http/reply.ts'
import { type Caller, localCalls, personIn, roleFor } from './local-endpoints.ts'
import { cloudHandlers } from './oauth/cloud-handlers.ts'
import { type ApiSettings, partsOf } from './parts.ts'
import { requireConfirmed } from './sessions/confirmation.ts'
import { sessionHandlers } from './sessions/session-handlers.ts'
import { signInHandlers } from './sessions/sign-in.ts'
import { bearers } from './upstream/bearer.ts'
import { forward } from './upstream/forward.ts'

type Answered = { body: Body; headers: Record<string, string>; cookies?: CookieChanges | undefined }

/** `POST /api/<endpoint id>`: validates the call, then handles it locally or forwards it to a server. */
export function api(settings: ApiSettings) {
  const parts = partsOf(settings)
  const { sites, sessions, audit, oauth, service } = parts
  const bearerOf = bearers({ keyOf: service.keyOf, fromGrant: oauth.bearer })
  const account = sessionHandlers(parts)
  const local = localCalls({ ...signInHandlers(parts, account), ...account.handlers, ...cloudHandlers(parts) }, service)

  /** Checks, in this order: permission, input, reason, identity confirmation, approval. */
  const answerOf = (endpoint: Endpoint, caller: Caller, read: () => Promise<CallInput>): Promise<Answered> => {
    const { site, signal, rows } = caller
    const run = async (reading: typeof read) => {
      const session = endpoint.permission === 'anyone' ? caller.session : await account.revalidate(caller)
      const person = personIn(session)
      requirePermission(endpoint.permission, person?.permissions, site)
      const asked = await reading()
      const { input } = asked
      const upstream = site.upstreams.get(serviceOf(endpoint))
      const more = endpoint.permissionFor?.(input as never, upstream?.dialect)
      if (more) requirePermission(more, person?.permissions, site)
      requireReason(endpoint, asked)
      requireConfirmed(endpoint, input, session, upstream?.dialect)
      await service.requireApproval({ endpoint, asked, person, job: caller.job })

      const answer = local.get(endpoint.id)
      if (answer) {
        const { output, cookies } = await answer(input, { ...caller, session })
        const { body, bytes, headers } = toResponse(endpoint, output)
        return { body: bytes ? Uint8Array.from(bytes) : body, headers, cookies }
      }
      if (!upstream) throw notConnected(serviceOf(endpoint))
      const login =
        session?.kind === 'signed-in' && session.by === 'password' ? site.upstreams.get('desktop') : undefined
      const bearer = await bearerOf(upstream, session)
      const role = roleFor(endpoint, session)
      const forwarded = await forward(endpoint, input, { upstream, bearer, login, role, signal, rows })
      await account.onCredentialChange(endpoint, session)
      return forwarded
    }
    // Also after a failure: the change may have been applied.
    const changed = () => service.onChange(site.name, endpoint.changes ?? [])
    return recorded(audit, { endpoint, caller, read, run }).finally(changed)
  }

  const handle = async (context: Context<Env>): Promise<Response> => {
    const endpoint = requireEndpoint(context)
    requireOwnCall(context, settings.origins)
    const site = sites.require(context.req.header(csrfHeader))
    const cookies = cookiesOf(context, site)
    const caller: Caller = {
      site,
      cookies,
      origin: requestedOrigin(context, settings.origins) ?? '',
      session: await sessions.find(cookies.session, site.name),
      address: context.var.clientAddress,
      agent: context.req.header('user-agent') ?? '',
      signal: context.req.raw.signal,
    }
    const read = async (row = endpoint) => callInputOf(endpoint, await wireInputOf(context, row, parts.maxUploadBytes))
    try {
      const { body, headers, cookies } = await answerOf(endpoint, caller, read)
      changeCookies(context, site, cookies)
      if (cookies?.session === null) context.header('clear-site-data', '"cache", "storage"')
      return await reply(context, body, { headers, secret: endpoint.secret })
    } catch (error) {
      // Between password and code there is no signed-in session: a call from another tab must not cancel the sign-in.
      if (error instanceof Problem && error.code === 'SIGNED_OUT' && caller.session?.kind === 'signed-in') {
        await sessions.end(caller.session.hash)
        await account.releaseGrants([caller.session])
      }
      throw error
    } finally {
      await discardUpload(endpoint, context.env)
    }
  }
  const people: People = {
    callAs: callAs({ sites, sessions, answerOf }),
    bearerFor: async (upstream, who) =>
      bearerOf(upstream, typeof who !== 'object' ? who : isOfJob(who) ? sessionOf(who) : await sessions.findOf(who)),
    credentialOf: async (person) => {
      const session = await sessions.findOf(person)
      return session && { session: session.hash, credential: JSON.stringify(session) }
    },
    grantOf: oauth.grantOf,
  }

  const close = async () => {
    await oauth.close()
    await service.close()
    await sites.close()
  }
  return { handle, callback: oauth.callback, people, close }
}
