import { pathInSite, siteBase } from '#api/site.ts'
import { returnParameter, returnPath } from '#contract/http/return-path.ts'
import { paths } from '#paths.ts'

/** The sign-in page, told where to go on afterwards. */
export function signInAddress({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string {
  if (pathInSite(pathname) === paths.home && search + hash === '') return paths.signIn
  return `${paths.signIn}?${new URLSearchParams({ [returnParameter]: pathname + search + hash })}`
}

/** Where to go after signing in. */
export const returnAddress = (search: URLSearchParams, origin = window.location.origin): string =>
  returnPath(search.get(returnParameter), { origin, base: siteBase })
