import { html } from 'hono/html'
import type { Visitor } from '#services/identity/browser-session.ts'
import { button, field, formOf } from './page.ts'

/** Names of the fields, for the page and for who reads the form. */
export const signInFields = { user: 'username', password: 'password', attempt: 'attempt', code: 'otp' } as const
export const signInSteps = { password: 'sign-in', code: 'verify', out: 'sign-out' } as const

const alert = (text: string | undefined) => text && html`<p class="alert" id="why" role="alert">${text}</p>`

export const passwordBody = (
  visitor: Visitor,
  reason: string,
  { error, user }: { error?: string; user?: string } = {},
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
          error: error && 'Enter user name and password again',
          focus: Boolean(user),
        })}
        <div class="actions">${button(signInSteps.password, 'Sign in')}</div>`,
    )}`

export const codeBody = (visitor: Visitor, attempt: string, error?: string) =>
  html`<h1>One more step</h1>
    <p class="quiet">A one-time code has been sent to your mail address.</p>
    ${alert(error)}
    ${formOf(
      visitor,
      html`<input type="hidden" name="${signInFields.attempt}" value="${attempt}" />
        ${field({
          name: signInFields.code,
          label: 'One-time code',
          complete: 'one-time-code',
          digits: true,
          error: error && 'Enter the newest code',
          focus: true,
        })}
        <div class="actions">${button(signInSteps.code, 'Verify')}</div>`,
    )}`
