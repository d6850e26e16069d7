import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import type { Site } from '#platform/upstream/sites.ts'

/** What the browser keeps for a site, each a random value that only the browser has. */
export type CookieKind = keyof typeof kinds
export type Cookies = Partial<Record<CookieKind, string>>
/** New values to keep; null takes one away. */
export type CookieChanges = Partial<Record<CookieKind, { value: string; maxAgeSeconds?: number } | null>>

/** Chromium and Firefox take it on http://127.0.0.1 too; with this prefix no other site, port or script can set it. */
const prefix = '__Host-Http-triptych'
const strict = { path: '/', secure: true, httpOnly: true, sameSite: 'Strict' } as const satisfies CookieOptions

const kinds = {
  /** Who is signed in. */
  session: { ending: '', form: strict },
  /** A browser that needs no one-time code. */
  device: { ending: '-device', form: strict },
  /** A browser that accounts have signed in with: what strangers try elsewhere does not shut it out (decision 102). */
  browser: { ending: '-browser', form: strict },
  /** Which browser set out for the identity provider: a return from there brings no strict cookie. */
  transaction: { ending: '-transaction', form: { ...strict, sameSite: 'Lax' } },
} as const

/** Sites do not share cookies: one may be signed in to several of them side by side. */
const nameOf = (kind: CookieKind, { name, isOnly }: Pick<Site, 'name' | 'isOnly'>) =>
  `${prefix}${isOnly ? '' : `-${name}`}${kinds[kind].ending}`

export function cookiesOf(context: Context, site: Site): Cookies {
  const found: Cookies = {}
  const sent = getCookie(context)
  for (const kind of Object.keys(kinds) as CookieKind[]) {
    const value = sent[nameOf(kind, site)]
    if (value) found[kind] = value
  }
  return found
}

export function changeCookies(context: Context, site: Site, changes: CookieChanges = {}) {
  for (const [kind, change] of Object.entries(changes) as [CookieKind, CookieChanges[CookieKind]][]) {
    const name = nameOf(kind, site)
    const { form } = kinds[kind]
    if (change === null) deleteCookie(context, name, form)
    else if (change) setCookie(context, name, change.value, { ...form, maxAge: change.maxAgeSeconds })
  }
}
