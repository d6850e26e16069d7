import { consolePath } from '#contract/console-path.ts'

/** Parameters of the sign-in page: the address to return to, and the code of a problem. */
export const returnParameter = 'return'
export const problemParameter = 'problem'

/** Location of the console: its origin, and the base path of the site. */
type Place = { origin: string; base?: string }

/**
 * A safe address to return to after sign-in: always a path of this site. Parsed with the browser's URL parser, so that
 * no spelling (`//host`, `/\host`, an embedded tab) leads to another host.
 */
export function returnPath(wanted: string | null | undefined, { origin, base = '' }: Place): string {
  const home = base + consolePath.home
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return home
  const url = new URL(wanted, origin)
  const isOfSite = url.pathname === base || url.pathname.startsWith(`${base}/`)
  if (url.origin !== origin || !isOfSite || url.pathname === base + consolePath.signIn) return home
  const address = url.pathname + url.search + url.hash
  // `/.//host` passes the check above, but would become `//host` when resolved again.
  return address.startsWith('//') ? home : address
}
