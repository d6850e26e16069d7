import { html, raw } from 'hono/html'
import { renderSVG } from 'uqr'
import { authenticatorAddress } from '#contract/desktop/authentication.ts'
import type { CodeStep } from '#services/desktop/one-time-codes.ts'
import type { Visitor } from '#services/identity/browser-session.ts'
import { button, field, formOf, result } from './page.ts'
import { alert, signInFields, signInSteps } from './sign-in-page.ts'

/** Second sign-in step: a code, and at enrollment the secret. */
export const codeBody = (visitor: Visitor, step: CodeStep, error?: string) =>
  html`<h1>One more step</h1>
    ${instruction(step)} ${alert(error)}
    ${formOf(
      visitor,
      html`<input type="hidden" name="${signInFields.attempt}" value="${step.uid}" />
        ${field({
          name: signInFields.code,
          label: 'One-time code',
          complete: 'one-time-code',
          digits: true,
          error: error && 'Enter the latest code',
          focus: true,
        })}
        <div class="actions">${button(signInSteps.code, 'Verify')}</div>`,
    )}`

function instruction({ by, secret, account }: CodeStep) {
  if (by === 'mail') return html`<p class="quiet">A one-time code has been sent to your mail address.</p>`
  if (secret === undefined) return html`<p class="quiet">Enter the code that your authenticator application shows.</p>`
  const address = authenticatorAddress({ secret, account })
  return html`<p>
      This account is protected by an authenticator application. Add the account there: scan the QR code or enter the
      key. Then enter the code that the application shows.
    </p>
    <div class="picture" role="img" aria-label="QR code with the key">${raw(renderSVG(address, { border: 4 }))}</div>
    ${result('key', 'Key', inFours(secret))}`
}

/** Groups of four characters, for readability. */
const inFours = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')
