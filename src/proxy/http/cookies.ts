import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import type { Site } from '#platform/upstream/sites.ts'

/** Cookies per site, each with a random value that is stored nowhere else in plain text. */
export type CookieKind = keyof typeof kinds
export type Cookies = Partial<Record<CookieKind, string>>
/** Cookies to set; null deletes one. */
export type CookieChanges = Partial<Record<CookieKind, { value: string; maxAgeSeconds?: number } | null>>

/** The prefix prevents other sites, ports and scripts from setting it; Chromium and Firefox allow http://127.0.0.1. */
const prefix = '__Host-Http-triptych'
const strict = { path: '/', secure: true, httpOnly: true, sameSite: 'Strict' } as const satisfies CookieOptions

const kinds = {
  /** The session. */
  session: { ending: '', form: strict },
  /** A remembered browser, which skips the one-time code. */
  device: { ending: '-device', form: strict },
  /** A browser with earlier sign-ins, exempt from limits caused by failed attempts elsewhere (decision 102). */
  browser: { ending: '-browser', form: strict },
  /** The browser that started an authorization request. Lax, since strict cookies are not sent on the redirect back. */
  transaction: { ending: '-transaction', form: { ...strict, sameSite: 'Lax' } },
} as const

/** Cookies are per site, so that a user can be signed in to several sites at once. */
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
