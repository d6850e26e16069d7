import { html } from 'hono/html'
import { findScope } from '#contract/identity/scopes.ts'
import type { AuthorizationRequest } from '#services/identity/authorization-request.ts'
import type { Visitor } from '#services/identity/browser-session.ts'
import { button, formOf } from './page.ts'
import { signInSteps } from './sign-in-page.ts'

export const consentSteps = { accept: 'accept', deny: 'deny' } as const

const scopeList = (names: readonly string[]) =>
  html`<ul>
    ${names.map((name) => html`<li>${findScope(name)?.words}<br /><code class="quiet">${name}</code></li>`)}
  </ul>`

type Consent = { request: AuthorizationRequest; account: string; granted: readonly string[] }

/** Shows the application, its scopes, the account, and the redirect address. */
export function consentBody(visitor: Visitor, { request, account, granted }: Consent) {
  const { client, redirectUri, scopes, offline } = request
  const left = scopes.filter((name) => !granted.includes(name))
  return html`<h1>${client.name} asks for access</h1>
    <p>You are signed in as <strong>${account}</strong>. ${client.name} (${client.domain}) wants to:</p>
    ${scopeList(granted)}
    ${
      left.length > 0 &&
      html`<p>Your account does not have permission for the following, so it will not be granted:</p>
        ${scopeList(left)}`
    }
    <p class="quiet">
      ${offline ? 'It keeps this access until the access is revoked.' : 'Access ends after one hour.'} You will be sent
      back to ${new URL(redirectUri).host}.
    </p>
    ${formOf(
      visitor,
      html`<div class="actions">
        ${button(consentSteps.accept, 'Accept')} ${button(consentSteps.deny, 'Deny', 'plain')}
        ${button(signInSteps.out, 'Use another account', 'link')}
      </div>`,
    )}`
}
