import { queryClient } from '#api/client.ts'
import { verifySession } from '#api/session.ts'
import { inSite, pathInSite } from '#api/site.ts'
import type { SessionNews } from '#contract/session.ts'
import { paths } from '#paths.ts'
import { signInAddress } from './return-address.ts'

/** Handles session changes made in other tabs. */
export function followOtherTab(news: SessionNews['type']) {
  const { location } = window
  if (news !== 'signed-out' || pathInSite(location.pathname) === paths.signIn) {
    // An error is ignored, because the next call of this tab reports it.
    verifySession().catch(() => undefined)
    return
  }
  document.body.hidden = true // hides the page until the sign-in page has loaded
  queryClient.clear()
  location.replace(inSite(signInAddress(location)))
}
