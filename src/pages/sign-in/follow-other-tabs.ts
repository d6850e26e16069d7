import { queryClient } from '#api/client.ts'
import { lookWhoIsSignedIn } from '#api/session.ts'
import { inSite, pathInSite } from '#api/site.ts'
import type { SessionNews } from '#contract/session.ts'
import { paths } from '#paths.ts'
import { signInAddress } from './return-address.ts'

/** Handles session changes made in other tabs. */
export function followOtherTab(news: SessionNews['type']) {
  const { location } = window
  if (news !== 'signed-out' || pathInSite(location.pathname) === paths.signIn) {
    // A failure is no news: whatever this tab asks for next will be told.
    lookWhoIsSignedIn().catch(() => undefined)
    return
  }
  document.body.hidden = true // nothing stays in sight while the sign-in page is on its way
  queryClient.clear()
  location.replace(inSite(signInAddress(location)))
}
