import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { type Context, type ErrorHandler, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { html } from 'hono/html'
import type { Kysely } from 'kysely'
import type { Dialect } from '#contract/dialect.ts'
import { authorize } from '#contract/identity/authorization.ts'
import { identity } from '#contract/identity/tokens.ts'
import { Problem } from '#contract/problem.ts'
import type { AccountSignIn } from '#services/desktop/account-sign-in.ts'
import type { DesktopTables } from '#services/desktop/tables.ts'
import type { Log } from '#services/log.ts'
import { refusal } from '#services/refusal.ts'
import { type Endpoint, implement } from '#services/router.ts'
import { authorizationPage, issuerOf } from './authorization-page.ts'
import { RedirectedProblem } from './authorization-request.ts'
import { browserSessions } from './browser-session.ts'
import { clientStore } from './clients.ts'
import { consentStore } from './consents.ts'
import { developerConsole } from './developer-console.ts'
import { readForm } from './form.ts'
import { indexBody } from './pages/index-page.ts'
import { answerPage } from './pages/page.ts'
import { identityPaths } from './paths.ts'
import { type PageContext, signInFlow } from './sign-in-flow.ts'
import type { IdentityTables } from './tables.ts'
import { type IdentityCall, tokenHandlers } from './token-handlers.ts'

type Env = { Bindings: HttpBindings }
type Options = {
  db: Kysely<IdentityTables & DesktopTables>
  signIn: AccountSignIn
  /** Redirect URIs of the console, which the demo client is for. */
  callbacks: readonly string[]
  log: Log
  speaks: Dialect
  /** Lets calls meet the faults that are switched on. */
  faults: MiddlewareHandler<Env>
}

const mostBytes = 64 * 1024

/** The identity provider: pages for people, rows for applications. */
export function identityService({ db, signIn, callbacks, log, speaks, faults }: Options) {
  const app = new Hono<Env>()
  const clients = clientStore(db, callbacks)
  const sessions = browserSessions(db)
  const signedIn = signInFlow(signIn, sessions)
  const limited = bodyLimit({ maxSize: mostBytes, onError: () => Promise.reject(tooLarge()) })

  for (const endpoint of implement<typeof identity, IdentityCall>(identity)(tokenHandlers(db, clients))) {
    const { method, path } = endpoint.row
    app.on(method, path, limited, faults, (context) => answerRow(context, endpoint, speaks))
    app.all(path, () => Promise.reject(wrongMethod(method)))
  }

  app.get(identityPaths.index, async (context) => {
    const visitor = await sessions.visitor(context)
    return answerPage(context, { title: 'Identity provider', body: indexBody(visitor), wide: true })
  })
  app.post(identityPaths.signOut, limited, async (context) => {
    const visitor = await sessions.visitor(context)
    await readForm(context, visitor)
    await sessions.end(context, visitor)
    return context.redirect(identityPaths.index, 303)
  })
  const pages = {
    [authorize.path]: authorizationPage({ db, clients, consents: consentStore(db), signedIn }),
    [identityPaths.developer]: developerConsole({ db, clients, signedIn }),
  }
  for (const [path, page] of Object.entries(pages)) app.on(['GET', 'POST'], path, limited, page)
  for (const path of [...Object.keys(pages), identityPaths.signOut]) {
    app.all(path, () => Promise.reject(wrongMethod(path === identityPaths.signOut ? 'POST' : 'GET, POST')))
  }
  app.onError(refuse(log, speaks))
  return app
}

async function answerRow(context: PageContext, endpoint: Endpoint<IdentityCall>, speaks: Dialect) {
  const { method, url } = context.req
  const { pathname, search } = new URL(url)
  const headers = context.req.header()
  const body = method === 'POST' ? await context.req.text() : undefined
  const call = {
    origin: issuerOf(context),
    address: context.env.incoming.socket.remoteAddress ?? '',
    authorization: headers.authorization ?? '',
    speaks,
  }
  const request = { method, target: pathname + search, headers, ...(body !== undefined && { body }) }
  const answer = await endpoint.answer(request, call)
  return new Response(answer.body, { status: answer.status, headers: { ...answer.headers, ...unkept } })
}

/** RFC 6749, 5.1 */
const unkept = { 'cache-control': 'no-store', pragma: 'no-cache', 'x-content-type-options': 'nosniff' }

class WrongIdentityMethod extends Problem {
  readonly allow: string
  constructor(allow: string) {
    super('invalid_request', `This address takes ${allow} only`, { service: 'identity', status: 405 })
    this.allow = allow
  }
}
const wrongMethod = (allow: string) => new WrongIdentityMethod(allow)
const tooLarge = () => new Problem('invalid_request', 'The request is too large', { service: 'identity', status: 413 })

const rowPaths = Object.values(identity).map(({ path }): string => path)

/** Applications are told in JSON, people on a page; what went wrong inside is logged and says nothing but its number. */
const refuse =
  (log: Log, speaks: Dialect): ErrorHandler<Env> =>
  (error, context) => {
    if (error instanceof RedirectedProblem) return context.redirect(error.location, 302)
    const problem = error instanceof Problem ? error : internal(error, context, log)
    const allow: Record<string, string> = problem instanceof WrongIdentityMethod ? { allow: problem.allow } : {}
    if (!rowPaths.includes(context.req.path)) return problemPage(context, problem, allow)
    const { status, headers, body } = refusal(problem, speaks)
    return new Response(body, { status, headers: { ...headers, ...allow, ...unkept } })
  }

const problemPage = (context: Context<Env>, { message, status }: Problem, headers: Record<string, string>) =>
  answerPage(context, {
    title: 'That did not work',
    body: html`<h1>That did not work</h1>
      <p class="alert" role="alert">${message}.</p>
      <p>
        Nothing was allowed to anybody. Go back to the application that sent you here and start again, or
        <a href="${context.req.method === 'POST' ? context.req.url : identityPaths.index}">
          ${context.req.method === 'POST' ? 'open this page anew' : 'open the first page'}</a
        >.
      </p>`,
    status: pageStatuses.find((known) => known === status) ?? 400,
    headers,
  })
const pageStatuses = [400, 401, 403, 404, 405, 413, 429, 500] as const

function internal(error: Error, context: Context, log: Log): Problem {
  const id = randomUUID()
  log('failed', { id, method: context.req.method, path: context.req.path, error: error.stack ?? error.message })
  return new Problem('server_error', `Something went wrong inside (${id})`)
}
