import { paths } from '#paths.ts'

const parameter = 'return'

/** The sign-in page, told where to go on afterwards. */
export function signInAddress({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string {
  const from = pathname + search + hash
  return from === paths.home ? paths.signIn : `${paths.signIn}?${new URLSearchParams({ [parameter]: from })}`
}

/**
 * Where to go after signing in: a path of this console, whatever the address says. The browser's own parser decides
 * what the text means, so that no spelling (`//host`, `/\host`, a tab in between) leads elsewhere.
 */
export function returnAddress(search: URLSearchParams, origin = window.location.origin): string {
  const wanted = search.get(parameter)
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return paths.home
  const url = new URL(wanted, origin)
  if (url.origin !== origin || url.pathname === paths.signIn) return paths.home
  const address = url.pathname + url.search + url.hash
  // `/.//host` is harmless above, and would not be once it is resolved again.
  return address.startsWith('//') ? paths.home : address
}
