import { html } from 'hono/html'
import type { Visitor } from '#services/identity/browser-session.ts'
import { button, choice, field, formOf } from './page.ts'

/** Field names, for the page and the form handler. */
export const signInFields = {
  user: 'username',
  password: 'password',
  domain: 'domain',
  attempt: 'attempt',
  code: 'otp',
} as const
export const signInSteps = { password: 'sign-in', code: 'verify', out: 'sign-out' } as const

/** Value for no domain. */
export const noDomain = ''
const directoriesOf = (domains: readonly string[]) =>
  new Map([[noDomain, 'Local account'], ...domains.map((name) => [name, name] as const)])

export const alert = (text: string | undefined) => text && html`<p class="alert" id="why" role="alert">${text}</p>`

/** `again`: whether other input may succeed. */
type Typed = { error?: string; again?: boolean; user?: string; domain?: string }
/** `domains`: selectable directories. */
type Options = { reason: string; domains: readonly string[] }

export const passwordBody = (
  visitor: Visitor,
  { reason, domains }: Options,
  { error, again = true, user, domain }: Typed = {},
) =>
  html`<h1>Sign in</h1>
    <p class="quiet">${reason}</p>
    ${alert(error)}
    ${formOf(
      visitor,
      html`${field({
          name: signInFields.user,
          label: 'User name',
          value: user ?? '',
          complete: 'username',
          focus: !user,
        })}
        ${field({
          name: signInFields.password,
          label: 'Password',
          type: 'password',
          complete: 'current-password',
          error: error && again ? 'Enter user name and password again' : undefined,
          focus: Boolean(user),
        })}
        ${domains.length > 0 && choice(signInFields.domain, 'Sign in to', directoriesOf(domains), domain)}
        <div class="actions">${button(signInSteps.password, 'Sign in')}</div>`,
    )}`
