import { consolePath } from '#contract/console-path.ts'

/** Parameters of the sign-in page: where to go on afterwards, and the code of a problem on the way back to it. */
export const returnParameter = 'return'
export const problemParameter = 'problem'

/** Where the console is: its origin, and what every address of the site begins with. */
type Place = { origin: string; base?: string }

/**
 * Where to go after signing in: a path of this site of the console, whatever the text says. The parser of browsers
 * decides what it means, so that no spelling (`//host`, `/\host`, a tab in between) leads elsewhere.
 */
export function returnPath(wanted: string | null | undefined, { origin, base = '' }: Place): string {
  const home = base + consolePath.home
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return home
  const url = new URL(wanted, origin)
  const isOfSite = url.pathname === base || url.pathname.startsWith(`${base}/`)
  if (url.origin !== origin || !isOfSite || url.pathname === base + consolePath.signIn) return home
  const address = url.pathname + url.search + url.hash
  // `/.//host` is harmless above, and would not be once it is resolved again.
  return address.startsWith('//') ? home : address
}
