import { randomBytes } from 'node:crypto'
import { html, raw } from 'hono/html'
import { linksIn, type PageContext } from '#services/identity/address.ts'
import { formToken, type Visitor } from '#services/identity/browser-session.ts'
import { fields } from '#services/identity/form.ts'
import { logo, style } from './style.ts'

/** Escaped HTML. */
export type Html = ReturnType<typeof html>

type Page = {
  title: string
  body: Html
  wide?: boolean
  status?: 200 | 400 | 401 | 403 | 404 | 405 | 413 | 429 | 500 | 503 | 507
  /** Additional targets for form-action: browsers also check redirects of form responses. */
  leadsTo?: string | undefined
  headers?: Record<string, string>
}

/** A complete page with no caching, framing or scripts. */
export async function answerPage(
  context: PageContext,
  { title, body, wide = false, status = 200, leadsTo, headers }: Page,
) {
  const nonce = randomBytes(16).toString('base64')
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Triptych</title>
        <style nonce="${nonce}">
          ${raw(style)}
        </style>
      </head>
      <body>
        <header class="brand">${logo}<a href="${linksIn(context).index}">Triptych</a></header>
        <main class="${wide ? 'wide' : ''}">${body}</main>
      </body>
    </html>`
  return context.html(page, status, { ...pageHeaders(nonce, leadsTo), ...headers })
}

const pageHeaders = (nonce: string, leadsTo: string | undefined) => ({
  'content-security-policy': [
    `default-src 'none'`,
    `style-src 'nonce-${nonce}'`,
    `form-action 'self'${leadsTo === undefined ? '' : ` ${sourceOf(leadsTo)}`}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; '),
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
})

/** CSP host sources cannot contain IPv6 addresses (CSP 3, host-source), so the scheme is used. */
function sourceOf(address: string): string {
  const { origin, protocol, hostname } = new URL(address)
  return hostname.startsWith('[') ? protocol : origin
}

/** A form posted to the page's address, with a step per button. */
export const formOf = (visitor: Visitor, body: Html, action?: string) =>
  html`<form method="post" ${action && html`action="${action}"`}>
    <input type="hidden" name="${fields.token}" value="${formToken(visitor)}" />
    ${body}
  </form>`

export const button = (step: string, text: string, look = '') =>
  html`<button class="${look}" name="${fields.step}" value="${step}">${text}</button>`

type Field = {
  name: string
  label: string
  type?: 'text' | 'password' | 'lines'
  value?: string
  hint?: string
  error?: string | undefined
  /** autocomplete value. */
  complete?: string
  digits?: boolean
  focus?: boolean
}

/** A labeled field with its error, which is announced with it. */
export function field({ name, label, type = 'text', value = '', hint, error, complete = 'off', digits, focus }: Field) {
  const notes = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  const attributes = html`id="${name}" name="${name}" required autocomplete="${complete}"
  ${notes && html`aria-describedby="${notes}"`} ${error && raw('aria-invalid="true"')} ${focus && raw('autofocus')}
  ${digits && raw('inputmode="numeric"')}`
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${
      type === 'lines'
        ? html`<textarea ${attributes} rows="3">${value}</textarea>`
        : html`<input type="${type}" ${attributes} value="${value}" />`
    }
    ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${error && html`<p class="error" id="${name}-error">${error}</p>`}
  </div>`
}

/** A select field; the first option is the default. */
export const choice = (name: string, label: string, options: ReadonlyMap<string, string>, chosen = '') =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${[...options].map(
        ([value, text]) => html`<option value="${value}" ${value === chosen && raw('selected')}>${text}</option>`,
      )}
    </select>
  </div>`

/** A value to copy, with its label. */
export const result = (id: string, label: string, value: string) =>
  html`<div class="field">
    <label for="${id}">${label}</label>
    <output id="${id}">${value}</output>
  </div>`
