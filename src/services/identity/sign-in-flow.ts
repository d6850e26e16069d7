import { Problem } from '#contract/problem.ts'
import type { AccountSignIn } from '#services/desktop/account-sign-in.ts'
import type { Account } from '#services/desktop/accounts.ts'
import type { PageContext } from './address.ts'
import type { BrowserSessions, Visitor } from './browser-session.ts'
import { fields, readForm } from './form.ts'
import { codeBody } from './pages/code-page.ts'
import { answerPage } from './pages/page.ts'
import { noDomain, passwordBody, signInFields, signInSteps } from './pages/sign-in-page.ts'

/** A signed-in browser session with its submitted form, if any. */
export type SignedInVisitor = Visitor & { account: Account }
type Inside = (visitor: SignedInVisitor, form: URLSearchParams | undefined) => Response | Promise<Response>
type Options = { reason: string; leadsTo?: string | undefined; inside: Inside }

const longest = { user: 255, password: 1024, domain: 255, code: 32 }

export type SignInFlow = ReturnType<typeof signInFlow>

/** Pages that require a sign-in, which is shown at the same address first. */
export function signInFlow(
  signIn: AccountSignIn,
  sessions: BrowserSessions,
  addressOf: (context: PageContext) => string,
) {
  const pageOf = ({ reason }: Options) => ({ reason, domains: signIn.domains })

  async function start(context: PageContext, visitor: Visitor, account: Account) {
    await sessions.start(context, visitor, account)
    return again(context)
  }

  async function withPassword(context: PageContext, visitor: Visitor, form: URLSearchParams, options: Options) {
    const user = form.get(signInFields.user) ?? ''
    const domain = form.get(signInFields.domain) ?? noDomain
    try {
      const password = form.get(signInFields.password) ?? ''
      const isTooLong = user.length > longest.user || password.length > longest.password
      if (isTooLong || domain.length > longest.domain) throw new Problem('10001')
      const isLocal = domain === noDomain
      const from = { address: addressOf(context), ...(!isLocal && { domain }) }
      const account = await signIn.withPassword(user, password, from)
      if (account.second_factor === 'none') return await start(context, visitor, account)
      const step = await signIn.beginCode(account, isLocal ? 'local_authentication' : 'ad_authentication')
      return await answerPage(context, { ...codeTitle, body: codeBody(visitor, step) })
    } catch (error) {
      const { message, ...page } = refusedPage(error)
      const again = error instanceof Problem && error.code === '10001'
      const typed = { error: message, again, user: user.slice(0, longest.user), domain }
      const body = passwordBody(visitor, pageOf(options), typed)
      return answerPage(context, { ...page, title: 'Sign in', body, leadsTo: options.leadsTo })
    }
  }

  async function withCode(context: PageContext, visitor: Visitor, form: URLSearchParams, options: Options) {
    const attempt = form.get(signInFields.attempt) ?? ''
    try {
      const code = (form.get(signInFields.code) ?? '').slice(0, longest.code).replace(/[\s-]/g, '')
      const { account } = await signIn.withCode(attempt, code, { address: addressOf(context) })
      return await start(context, visitor, account)
    } catch (error) {
      const { message, ...page } = refusedPage(error)
      const open = await signIn.pendingCode(attempt)
      const mayRepeat = open && error instanceof Problem && error.code === '10003'
      const body = mayRepeat
        ? codeBody(visitor, open, message)
        : passwordBody(visitor, pageOf(options), { error: message })
      return answerPage(context, { ...page, ...codeTitle, body, leadsTo: options.leadsTo })
    }
  }

  return async (context: PageContext, options: Options): Promise<Response> => {
    const visitor = await sessions.visitor(context)
    const form = context.req.method === 'POST' ? await readForm(context, visitor) : undefined
    const step = form?.get(fields.step)
    if (form && step === signInSteps.password) return withPassword(context, visitor, form, options)
    if (form && step === signInSteps.code) return withCode(context, visitor, form, options)
    if (step === signInSteps.out) {
      await sessions.end(context, visitor)
      return again(context)
    }
    const { account } = visitor
    if (account) return options.inside({ ...visitor, account }, form)
    const error = (await signIn.requiresSetUp()) ? setUpRequired : undefined
    const body = passwordBody(visitor, pageOf(options), { ...(error && { error, again: false }) })
    return answerPage(context, { title: 'Sign in', body, leadsTo: options.leadsTo })
  }
}

const setUpRequired =
  'This installation has no administrator yet. Open the set-up link that the server printed at its start.'
const codeTitle = { title: 'One-time code' }

/** Redirects to the same page. The path is ours, so this is not an open redirect. */
export const again = (context: PageContext) => {
  const { pathname, search } = new URL(context.req.url)
  return context.redirect(pathname + search, 303)
}

function refusedPage(error: unknown) {
  if (!(error instanceof Problem)) throw error
  const { message, next, retryAfterSeconds } = error
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  return { message: `${message}. ${next}`, status: error.status === 429 ? (429 as const) : (401 as const), headers }
}
