import { randomUUID } from 'node:crypto'
import { type ErrorHandler, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { html } from 'hono/html'
import type { Kysely } from 'kysely'
import type { Dialect } from '#contract/dialect.ts'
import { authorize } from '#contract/identity/authorization.ts'
import { identityPaths } from '#contract/identity/pages.ts'
import { identity } from '#contract/identity/tokens.ts'
import { Problem } from '#contract/problem.ts'
import { nameEndpoint } from '#platform/current-call.ts'
import { factsOfFailure, problemOfFailure } from '#platform/database/failure.ts'
import type { Log } from '#platform/log.ts'
import type { ClientHeader } from '#platform/network/client-header.ts'
import type { CallCountTables } from '#services/call-counts.ts'
import type { AccountSignIn } from '#services/desktop/account-sign-in.ts'
import type { DesktopTables } from '#services/desktop/tables.ts'
import { refusal } from '#services/refusal.ts'
import { type Route, implement } from '#services/router.ts'
import { routeOf } from '#services/serve.ts'
import { addressOfIssuer, type IdentityEnv, linksIn, type PageContext } from './address.ts'
import { authorizationPage } from './authorization-page.ts'
import { RedirectedProblem } from './authorization-request.ts'
import { browserSessions } from './browser-session.ts'
import { clientStore } from './clients.ts'
import { consentStore } from './consents.ts'
import { developerConsole } from './developer-console.ts'
import { readForm } from './form.ts'
import { indexBody } from './pages/index-page.ts'
import { answerPage } from './pages/page.ts'
import { signInFlow } from './sign-in-flow.ts'
import type { IdentityTables } from './tables.ts'
import { type IdentityCall, tokenHandlers } from './token-handlers.ts'

type Options = {
  db: Kysely<IdentityTables & DesktopTables & CallCountTables>
  signIn: AccountSignIn
  /** Redirect URIs of the console, used by the demo client. */
  callbacks: readonly string[]
  log: Log
  speaks: Dialect
  /** Reads the client's address from the console's header. */
  clientHeader: ClientHeader
  /** Applies simulated faults. */
  faults: MiddlewareHandler<IdentityEnv>
}

const maxBytes = 64 * 1024

/**
 * The identity provider: pages for users, endpoints for applications. Can be mounted at several addresses, each with
 * its issuer; otherwise, the issuer is the request's origin.
 */
export function identityService(options: Options) {
  const { db, signIn, callbacks, log, speaks, faults, clientHeader } = options
  const clients = clientStore(db, callbacks)
  const sessions = browserSessions(db)
  const signedIn = signInFlow(signIn, sessions, ({ env }) => clientHeader.addressIn(env.incoming))
  const limited = bodyLimit({ maxSize: maxBytes, onError: () => Promise.reject(tooLarge()) })
  const routes = implement<typeof identity, IdentityCall>(identity)(tokenHandlers(db, clients))
  const pages = {
    [authorize.path]: authorizationPage({ db, clients, consents: consentStore(db), signedIn }),
    [identityPaths.developer]: developerConsole({ db, clients, signedIn }),
  }

  return (issuer?: string) => {
    const app = new Hono<IdentityEnv>()
    app.use((context, next) => {
      context.set('reachedAt', addressOfIssuer(issuer ?? `http://${context.req.header('host')}`))
      return next()
    })
    for (const route of routes) {
      const { method, path } = route.endpoint
      app.on(method, path, limited, faults, (context) => answerRow(context, route, options))
      app.all(path, () => Promise.reject(wrongMethod(method)))
    }
    app.get(identityPaths.index, async (context) => {
      const visitor = await sessions.visitor(context)
      return answerPage(context, { title: 'Identity provider', body: indexBody(linksIn(context), visitor), wide: true })
    })
    app.post(identityPaths.signOut, limited, async (context) => {
      const visitor = await sessions.visitor(context)
      await readForm(context, visitor)
      await sessions.end(context, visitor)
      return context.redirect(linksIn(context).index, 303)
    })
    for (const [path, page] of Object.entries(pages)) app.on(['GET', 'POST'], path, limited, page)
    for (const path of [...Object.keys(pages), identityPaths.signOut]) {
      app.all(path, () => Promise.reject(wrongMethod(path === identityPaths.signOut ? 'POST' : 'GET, POST')))
    }
    app.onError(refuse(log, speaks))
    return app
  }
}

async function answerRow(context: PageContext, route: Route<IdentityCall>, { speaks, clientHeader }: Options) {
  nameEndpoint(route.endpoint.id)
  const { method, url } = context.req
  const { pathname, search } = new URL(url)
  const headers = context.req.header()
  const body = method === 'POST' ? await context.req.text() : undefined
  const call = {
    origin: context.var.reachedAt.issuer,
    address: clientHeader.addressIn(context.env.incoming),
    authorization: headers.authorization ?? '',
    speaks,
  }
  const request = {
    method,
    target: pathBelow(context, pathname) + search,
    headers,
    ...(body !== undefined && { body }),
  }
  const answer = await route.answer(request, call)
  return new Response(answer.body, { status: answer.status, headers: { ...answer.headers, ...unkept } })
}

/** The path as in the contract, without the base path. */
const pathBelow = ({ var: { reachedAt } }: PageContext, path: string) => path.slice(reachedAt.base.length)

/** RFC 6749, 5.1 */
const unkept = { 'cache-control': 'no-store', pragma: 'no-cache', 'x-content-type-options': 'nosniff' }

class WrongIdentityMethod extends Problem {
  readonly allow: string
  constructor(allow: string) {
    super('invalid_request', `Method not allowed; use ${allow}`, { service: 'identity', status: 405 })
    this.allow = allow
  }
}
const wrongMethod = (allow: string) => new WrongIdentityMethod(allow)
const tooLarge = () => new Problem('invalid_request', 'The request is too large', { service: 'identity', status: 413 })

const rowPaths = Object.values(identity).map(({ path }): string => path)

/** Errors are JSON for applications and a page for users. Internal errors are logged and show only their ID. */
const refuse =
  (log: Log, speaks: Dialect): ErrorHandler<IdentityEnv> =>
  (error, context) => {
    if (error instanceof RedirectedProblem) return context.redirect(error.location, 302)
    const problem =
      error instanceof Problem ? error : (ofDatabase(error, context, log) ?? internal(error, context, log))
    const allow: Record<string, string> = problem instanceof WrongIdentityMethod ? { allow: problem.allow } : {}
    if (!rowPaths.includes(pathBelow(context, context.req.path))) return problemPage(context, problem, allow)
    const { status, headers, body } = refusal(problem, speaks)
    return new Response(body, { status, headers: { ...headers, ...allow, ...unkept } })
  }

const problemPage = (context: PageContext, { message, status }: Problem, headers: Record<string, string>) =>
  answerPage(context, {
    title: 'Sign-in failed',
    body: html`<h1>Something went wrong</h1>
      <p class="alert" role="alert">${message}.</p>
      <p>
        No access was granted. Return to the application and start again, or
        <a href="${context.req.method === 'POST' ? here(context) : linksIn(context).index}">
          ${context.req.method === 'POST' ? 'reload this page' : 'open the first page'}</a
        >.
      </p>`,
    status: pageStatuses.find((known) => known === status) ?? 400,
    headers,
  })
const here = ({ req }: PageContext) => req.path + new URL(req.url).search
const pageStatuses = [400, 401, 403, 404, 405, 413, 429, 500, 503, 507] as const

function ofDatabase(error: Error, context: PageContext, log: Log): Problem | undefined {
  const problem = problemOfFailure(error, 'identity')
  if (problem) log('database failed', { method: context.req.method, route: routeOf(context), ...factsOfFailure(error) })
  return problem
}

function internal(error: Error, context: PageContext, log: Log): Problem {
  const id = randomUUID()
  log('failed', { id, method: context.req.method, route: routeOf(context), error: error.stack ?? error.message })
  return new Problem('server_error', `Internal error (${id})`)
}
