import type { Context } from 'hono'
import { consolePath } from '#contract/console-path.ts'
import { confirmIdentity } from '#contract/console/account.ts'
import type { auditResults } from '#contract/console/audit.ts'
import { connectCloud } from '#contract/console/connections.ts'
import { problemParameter, returnParameter } from '#contract/http/return-path.ts'
import { type CallbackParameters, callbackParameters } from '#contract/identity/authorization.ts'
import { isCodeOf, Problem } from '#contract/problem.ts'
import { sitePath, startCloudSignIn } from '#contract/session.ts'
import type { Audit } from '#platform/console.ts'
import { type Log, traceOf } from '#platform/log.ts'
import type { Site, Sites } from '#platform/upstream/sites.ts'
import { changeCookies, cookiesOf } from '#proxy/http/cookies.ts'
import type { Env } from '#proxy/http/reply.ts'
import {
  type AuthorizationRequests,
  authorizationRequestSeconds,
  type Purpose,
  type Returned,
} from './authorization-requests.ts'
import { goOnPage, windowDonePage, windowFailedPage } from './callback-page.ts'
import type { Arrival, Arrived } from './callbacks.ts'
import { type Providers, requireIdentity, serverNamedBy } from '#platform/grants/identity-provider.ts'

type Parts = {
  sites: Sites
  authorizationRequests: AuthorizationRequests
  providers: Providers
  arrive: (arrived: Arrived) => Promise<Arrival>
  audit: Audit
  log: Log
}
type Back = { context: Context<Env>; site: Site; authorization: Returned; brought: CallbackParameters }

/** `GET /callback`: the redirect from the identity provider. All parameters are untrusted. */
export function callbackHandler({ sites, authorizationRequests, providers, arrive, audit, log }: Parts) {
  /** The code is exchanged immediately, since it expires within a minute. */
  const arrived = async ({ context, site, authorization, brought }: Back): Promise<Arrival> => {
    if (brought.error !== undefined) throw refusalOf(new Problem(brought.error))
    const { code, state = '' } = brought
    const at = { site, server: serverNamedBy(brought, requireIdentity(site)) }
    if (!code) throw new Problem('CLOUD_STATE')
    const { verifier } = authorization
    const tokens = await providers.exchange(at, { code, verifier, state }).catch((error: unknown) => {
      throw error instanceof Problem ? refusalOf(error) : error
    })
    return arrive({ context, at, authorization, tokens, ...clientInfo(context) })
  }

  const onceMore = async ({ context, site, authorization }: Back) => {
    const { verifier: _, ...before } = authorization
    const cookie = cookiesOf(context, site).transaction
    const { address, transaction } = await authorizationRequests.begin(site, { ...before, consents: true }, cookie)
    changeCookies(context, site, { transaction: { value: transaction, maxAgeSeconds: authorizationRequestSeconds } })
    return context.redirect(address, 302)
  }

  const record = ({ context, site, authorization }: Back, user: string, problem?: Problem) =>
    audit[problem && authorization.purpose.kind === 'sign-in' ? 'recordAttempt' : 'record']({
      site: site.name,
      user,
      address: clientInfo(context).address,
      action: actions[authorization.purpose.kind],
      target: authorization.purpose.kind === 'connect' ? authorization.purpose.connection : '',
      result: problem ? resultOf(problem) : 'done',
      code: problem?.code ?? '',
    })

  return async (context: Context<Env>): Promise<Response> => {
    context.set('route', 'callback')
    if (context.req.method !== 'GET') {
      context.header('allow', 'GET')
      throw new Problem('METHOD')
    }
    const site = siteOf(sites, context.req.param('site'))
    const brought = parametersIn(new URL(context.req.url).searchParams)
    const cookie = cookiesOf(context, site).transaction
    const authorization =
      brought?.state && cookie ? await authorizationRequests.take(site, brought.state, cookie) : undefined
    if (!brought || !authorization)
      return context.redirect(addressAfter(site, undefined, new Problem('CLOUD_STATE')), 303)

    const back = { context, site, authorization, brought }
    try {
      const arrival = await arrived(back)
      if (arrival === 'consent is needed') return await onceMore(back)
      await record(back, arrival.user)
      changeCookies(context, site, arrival.cookies)
      if (!authorization.inWindow) return await goOnPage(context, authorization.returnTo)
      const type = authorization.purpose.kind === 'confirm' ? 'confirmed' : 'signed-in'
      return await windowDonePage(context, { type, ...(!site.isOnly && { site: site.name }) })
    } catch (error) {
      const problem = error instanceof Problem ? error : new Problem('FAILED')
      if (!(error instanceof Problem)) log('failed', { route: 'callback', ...traceOf(error) })
      await record(back, '', problem).catch(() => undefined) // logged above
      if (authorization.inWindow) return windowFailedPage(context, problem)
      return context.redirect(addressAfter(site, authorization, problem), 303)
    }
  }
}

const actions: Record<Purpose['kind'], string> = {
  'sign-in': startCloudSignIn.id,
  confirm: confirmIdentity.id,
  connect: connectCloud.id,
}
const resultOf = ({ status }: Problem): (typeof auditResults)[number] => (status < 500 ? 'refused' : 'failed')

/** Each site has its own callback path; a code for one site is not accepted at another. */
function siteOf(sites: Sites, name: string | undefined): Site {
  if (sites.first.isOnly !== (name === undefined)) throw new Problem('NOT_FOUND')
  return sites.require(name)
}

/** Duplicate parameters are ambiguous, so the request is rejected. */
function parametersIn(query: URLSearchParams): CallbackParameters | undefined {
  const names = [...query.keys()]
  return new Set(names).size === names.length ? callbackParameters.parse(Object.fromEntries(query)) : undefined
}

const clientInfo = ({ var: { clientAddress }, req }: Context<Env>) => ({
  address: clientAddress,
  agent: req.header('user-agent') ?? '',
})

/** Maps errors of the identity provider to own codes; its texts are not shown. */
function refusalOf({ code, status, retryAfterSeconds }: Problem): Problem {
  if (/^access.denied$/i.test(code)) return new Problem('CLOUD_ACCESS_DENIED')
  if (['invalid_grant', 'invalid_code', 'invalid_token'].includes(code)) return new Problem('CLOUD_CODE')
  if (status === 429) return new Problem('temporarily_unavailable', undefined, { retryAfterSeconds })
  const known = isCodeOf('identity', code) || isCodeOf('session', code)
  return new Problem(known ? code : 'server_error', undefined, { service: 'identity' })
}

/** The page that shows the error, with the path to continue at after a retry. */
function addressAfter(site: Site, authorization: Returned | undefined, { code }: Problem): string {
  const page = authorization?.purpose.kind === 'connect' ? consolePath.connections : consolePath.signIn
  const told = new URLSearchParams({ [problemParameter]: code })
  if (page === consolePath.signIn && authorization) told.set(returnParameter, authorization.returnTo)
  return `${baseOf(site)}${page}?${told}`
}

export const baseOf = ({ isOnly, name }: Site) => (isOnly ? '' : sitePath(name))
