import { sitePath } from '#contract/session.ts'

declare global {
  interface Window {
    /** Set by `index.html` from the URL, because its first request is sent before any script loads. */
    site?: string
  }
}

/** Name of the site that this page shows; undefined if there is only one. */
export const siteName = typeof window === 'undefined' ? undefined : window.site

/** Path prefix of all pages of this site; empty if there is only one site. */
export const siteBase = siteName === undefined ? '' : sitePath(siteName)

/** Full path of a page of this site. Routes and links within the console omit the prefix. */
export const inSite = (path: string) => siteBase + path

/** Path of a page without the site's prefix; undefined if the URL belongs to no page of this site. */
export function pathInSite(pathname: string): string | undefined {
  if (!pathname.startsWith(siteBase)) return undefined
  const path = pathname.slice(siteBase.length)
  return path === '' ? '/' : path.startsWith('/') ? path : undefined
}
