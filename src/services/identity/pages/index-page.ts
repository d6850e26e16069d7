import { html } from 'hono/html'
import { authorize } from '#contract/identity/authorization.ts'
import { scopes } from '#contract/identity/scopes.ts'
import { getUserInfo, requestToken, revokeToken } from '#contract/identity/tokens.ts'
import type { Links } from '#services/identity/address.ts'
import type { Visitor } from '#services/identity/browser-session.ts'
import { button, formOf } from './page.ts'
import { signInSteps } from './sign-in-page.ts'

const endpoints = [authorize, requestToken, revokeToken, getUserInfo]

export const indexBody = (links: Links, visitor: Visitor) =>
  html`<h1>Identity provider</h1>
    <p>Applications ask here for access to desktop management and mobile device management on behalf of a person.</p>
    <ul>
      <li><a href="${links.developer}">Developer console</a>: register an application, or make a self-client code</li>
      <li><a href="${links.metadata}">Metadata</a> for applications</li>
    </ul>
    <h2 id="scopes">Scopes</h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="scopes">
      <table>
        <thead>
          <tr>
            <th scope="col">Scope</th>
            <th scope="col">Lets an application</th>
          </tr>
        </thead>
        <tbody>
          ${scopes.map(
            ({ name, words }) =>
              html`<tr>
                <td><code>${name}</code></td>
                <td>${words}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <h2>Addresses</h2>
    <ul>
      ${endpoints.map(({ method, path, summary }) => html`<li><code>${method} ${path}</code><br />${summary}</li>`)}
    </ul>
    ${
      visitor.account &&
      html`<p class="quiet">You are signed in as ${visitor.account.name}.</p>
        ${formOf(visitor, button(signInSteps.out, 'Sign out', 'plain'), links.signOut)}`
    }`
