import { sitePath } from '#contract/session.ts'

declare global {
  interface Window {
    /** `index.html` reads it from the address: its first call needs it before any script is there. */
    site?: string
  }
}

/** The site that this page shows, where there are several. */
export const siteName = typeof window === 'undefined' ? undefined : window.site

/** What every address of the console begins with; nothing where there is only one site. */
export const siteBase = siteName === undefined ? '' : sitePath(siteName)

/** The whole address of a page of this site: routes and links inside of the console name it without the base. */
export const inSite = (path: string) => siteBase + path

/** What `paths` calls the page at this address; undefined when it belongs to no page of this site. */
export function pathInSite(pathname: string): string | undefined {
  if (!pathname.startsWith(siteBase)) return undefined
  const path = pathname.slice(siteBase.length)
  return path === '' ? '/' : path.startsWith('/') ? path : undefined
}
