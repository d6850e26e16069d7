import { html } from 'hono/html'
import { scopes, listOfScopes } from '#contract/identity/scopes.ts'
import { selfClientMinutes } from '#contract/identity/tokens.ts'
import type { Links } from '#services/identity/address.ts'
import type { Visitor } from '#services/identity/browser-session.ts'
import type { Client } from '#services/identity/clients.ts'
import { button, field, formOf, result } from './page.ts'
import { signInSteps } from './sign-in-page.ts'

export const developerFields = {
  name: 'client_name',
  domain: 'client_domain',
  redirectUris: 'redirect_uris',
  client: 'client',
  scopes: 'scopes',
  minutes: 'expiry',
} as const
export const developerSteps = {
  register: 'register',
  secret: 'secret',
  remove: 'delete',
  reallyRemove: 'delete now',
  selfClient: 'self-client',
} as const

/** Rejected input with an error per field. */
export type Refused = { step: string; typed: URLSearchParams; errors: Partial<Record<string, string>> }
type Developer = { visitor: Visitor; clients: readonly Client[]; refused?: Refused | undefined }

export const developerBody = ({ visitor, clients, refused }: Developer) =>
  html`<h1>Developer console</h1>
    <p class="quiet">
      Applications that request access. You are signed in as <strong>${visitor.account?.name}</strong>.
    </p>
    ${clientTable(visitor, clients)} ${registerForm(visitor, refused)} ${selfClientForm(visitor, clients, refused)}
    ${formOf(visitor, html`<div class="actions">${button(signInSteps.out, 'Sign out', 'plain')}</div>`)}`

const clientTable = (visitor: Visitor, clients: readonly Client[]) =>
  html`<h2 id="clients">Your clients</h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="clients">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">ID</th>
            <th scope="col">Redirects to</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          ${clients.map((client) => clientRow(visitor, client))}
        </tbody>
      </table>
    </div>`

const clientRow = (visitor: Visitor, { id, name, domain, redirectUris, isDemo }: Client) =>
  html`<tr>
    <td>${name}<br /><span class="quiet">${domain}</span></td>
    <td><code>${id}</code></td>
    <td>${redirectUris.map((uri) => html`<code>${uri}</code><br />`)}</td>
    <td>
      ${
        isDemo
          ? html`<span class="quiet">as it was set up</span>`
          : formOf(
              visitor,
              html`<input type="hidden" name="${developerFields.client}" value="${id}" />
                ${button(developerSteps.secret, `New secret for ${name}`, 'link')}<br />
                ${button(developerSteps.remove, `Delete ${name}`, 'link')}`,
            )
      }
    </td>
  </tr>`

function registerForm(visitor: Visitor, refused: Refused | undefined) {
  const { typed, errors } = of(refused, developerSteps.register)
  const given = (name: string) => ({ name, value: typed.get(name) ?? '', error: errors[name] })
  return html`<h2>Register a client</h2>
    ${formOf(
      visitor,
      html`${field({ ...given(developerFields.name), label: 'Client name' })}
      ${field({ ...given(developerFields.domain), label: 'Client domain', hint: 'localhost for a self-client' })}
      ${field({
        ...given(developerFields.redirectUris),
        label: 'Authorized redirect URIs',
        type: 'lines',
        hint: 'One per line. Each must match exactly.',
      })}
      ${button(developerSteps.register, 'Create client')}`,
    )}`
}

function selfClientForm(visitor: Visitor, clients: readonly Client[], refused: Refused | undefined) {
  const { typed, errors } = of(refused, developerSteps.selfClient)
  const minutes = typed.get(developerFields.minutes) ?? '10'
  return html`<h2>Self-client</h2>
    <p class="quiet">A code for a program that acts on your behalf and has no web page.</p>
    ${formOf(
      visitor,
      html`${select(
        developerFields.client,
        'For',
        clients.map(({ id, name }) => ({ value: id, text: `${name} (${id})`, chosen: id === typed.get('client') })),
      )}
      ${field({
        name: developerFields.scopes,
        label: 'Scopes',
        type: 'lines',
        value: typed.get(developerFields.scopes) ?? '',
        hint: `Separated by commas, for example ${listOfScopes(scopes.slice(0, 2).map(({ name }) => name))}`,
        error: errors[developerFields.scopes],
      })}
      ${select(
        developerFields.minutes,
        'Expiry',
        selfClientMinutes.map((count) => ({
          value: String(count),
          text: `${count} minutes`,
          chosen: String(count) === minutes,
        })),
      )}
      ${button(developerSteps.selfClient, 'Create code')}`,
    )}`
}

const of = (refused: Refused | undefined, step: string): Pick<Refused, 'typed' | 'errors'> =>
  refused?.step === step ? refused : { typed: new URLSearchParams(), errors: {} }

const select = (name: string, label: string, options: { value: string; text: string; chosen: boolean }[]) =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options.map(({ value, text, chosen }) => html`<option value="${value}" ${chosen && 'selected'}>${text}</option>`)}
    </select>
  </div>`

const backToClients = ({ developer }: Links) => html`<a href="${developer}">Back to your clients</a>`
const back = (links: Links) => html`<p>${backToClients(links)}</p>`

export const secretBody = (links: Links, { id, secret }: { id: string; secret: string }) =>
  html`<h1>Client ID and secret</h1>
    <p>The secret is shown only once. Share it with nobody but the application.</p>
    ${result('client-id', 'Client ID', id)} ${result('client-secret', 'Client secret', secret)} ${back(links)}`

export const removalBody = (links: Links, visitor: Visitor, { id, name }: Client) =>
  html`<h1>Delete ${name}?</h1>
    <p>All access granted to it ends immediately. This cannot be undone.</p>
    ${formOf(
      visitor,
      html`<input type="hidden" name="${developerFields.client}" value="${id}" />
        <div class="actions">
          ${button(developerSteps.reallyRemove, `Delete ${name} permanently`)}
          <p>${backToClients(links)}</p>
        </div>`,
    )}`

export const selfClientBody = (links: Links, code: string, minutes: number) =>
  html`<h1>Code for your self-client</h1>
    <p>It works once, within ${minutes} minutes.</p>
    ${result('code', 'Code', code)} ${back(links)}`
