import type { Kysely } from 'kysely'
import { codeLifeSeconds } from '#contract/identity/tokens.ts'
import type { Account } from '#services/desktop/accounts.ts'
import type { PageContext } from './address.ts'
import { type AuthorizationRequest, readAuthorization } from './authorization-request.ts'
import type { ClientStore } from './clients.ts'
import { issueCode } from './codes.ts'
import type { Consents } from './consents.ts'
import { fields } from './form.ts'
import { grantable } from './granted-scopes.ts'
import { consentBody, consentSteps } from './pages/consent-page.ts'
import { answerPage } from './pages/page.ts'
import { withParameters } from './redirect-uri.ts'
import type { SignedInVisitor, SignInFlow } from './sign-in-flow.ts'
import type { IdentityTables } from './tables.ts'

type Parts = { db: Kysely<IdentityTables>; clients: ClientStore; consents: Consents; signedIn: SignInFlow }

/** GET shows the next step; forms are posted to the same address, and all parameters are validated again. */
export function authorizationPage({ db, clients, consents, signedIn }: Parts) {
  async function sendCode(request: AuthorizationRequest, account: Account, granted: string[], hasAsked: boolean) {
    const { client, redirectUri, scopes, state, offline, challenge } = request
    return issueCode(db, {
      client_id: client.id,
      account_id: account.id,
      redirect_uri: redirectUri,
      requested: scopes,
      scopes: granted,
      state: state ?? null,
      challenge: challenge ?? null,
      // only after explicit consent
      refreshable: offline && hasAsked ? 1 : 0,
      lifeMs: codeLifeSeconds * 1000,
    })
  }

  async function decide(context: PageContext, request: AuthorizationRequest, visitor: SignedInVisitor, step?: string) {
    const { account } = visitor
    const { client, scopes, askAgain, redirectUri, state } = request
    const { issuer: iss } = context.var.reachedAt
    const back = (parameters: Record<string, string>) =>
      context.redirect(withParameters(redirectUri, { ...parameters, state, iss }), step === undefined ? 302 : 303)
    const granted = grantable(scopes, account.role)
    if (granted.length === 0)
      return back({ error: 'access_denied', error_description: 'The account has none of the requested permissions' })
    if (step === consentSteps.deny) return back({ error: 'access_denied', error_description: 'The user denied access' })
    const who = { accountId: account.id, clientId: client.id }
    const accepted = step === consentSteps.accept
    if (accepted) await consents.remember(who, granted)
    if (accepted || (!askAgain && (await consents.covers(who, granted)))) {
      return back({ code: await sendCode(request, account, granted, accepted) })
    }
    return answerPage(context, {
      title: 'Allow access',
      body: consentBody(visitor, { request, account: account.name, granted }),
      leadsTo: redirectUri,
    })
  }

  return async (context: PageContext): Promise<Response> => {
    const query = new URL(context.req.url).searchParams
    const request = await readAuthorization(clients, query, context.var.reachedAt.issuer)
    return signedIn(context, {
      reason: `to let ${request.client.name} ask for access`,
      leadsTo: request.redirectUri,
      inside: (visitor, form) => decide(context, request, visitor, form?.get(fields.step) ?? undefined),
    })
  }
}
