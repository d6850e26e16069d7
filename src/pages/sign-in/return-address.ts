import { pathInSite, siteBase } from '#api/site.ts'
import { returnParameter, returnPath } from '#contract/http/return-path.ts'
import { paths } from '#paths.ts'

/** URL of the sign-in page, with the return URL. */
export function signInAddress({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string {
  if (pathInSite(pathname) === paths.home && search + hash === '') return paths.signIn
  return `${paths.signIn}?${new URLSearchParams({ [returnParameter]: pathname + search + hash })}`
}

/** Where to continue after signing in. */
export const returnAddress = (search: URLSearchParams, origin = window.location.origin): string =>
  returnPath(search.get(returnParameter), { origin, base: siteBase })
