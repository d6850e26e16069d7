import '#api/without-eval.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#api/client.ts'
import { onNewsOfOtherTabs } from '#api/other-tabs.ts'
import { inSite, pathInSite } from '#api/site.ts'
import { Unloaded, UnloadedNotice } from '#pages/shell/unloaded/Unloaded.tsx'
import { followOtherTab } from '#pages/sign-in/follow-other-tabs.ts'
import { signInAddress } from '#pages/sign-in/return-address.ts'
import { paths } from '#paths.ts'
import { Splash } from '#ui/feedback/Splash.tsx'
import { unloaded } from '#ui/layout/later.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const page = createRoot(root)
const show = (content: ReactNode) =>
  page.render(
    <StrictMode>
      <UiProvider>
        <QueryClientProvider client={queryClient}>{content}</QueryClientProvider>
      </UiProvider>
    </StrictMode>,
  )

// A browser without a session, whatever page it asks for (console-pages.ts of the proxy).
const at = pathInSite(window.location.pathname)
const mustSignIn =
  'signedOut' in document.documentElement.dataset && at !== paths.signIn && at !== paths.setUp && at !== paths.health
if (mustSignIn) window.history.replaceState(null, '', inSite(signInAddress(window.location)))

// Signing in is loaded apart from the console. Not by `lazy`: React holds back what a Suspense fallback stood in for until
// 300 ms have passed.
const loadStart =
  at === paths.signIn || mustSignIn
    ? async () => {
        unloaded.instead = (cause) => () => <UnloadedNotice error={cause} />
        return (await import('#pages/sign-in/SignIn.tsx')).startSignIn()
      }
    : async () => (await import('./routes.tsx')).startConsole()
show(<Splash />)
loadStart().then(show, (error: unknown) => show(<Unloaded error={error} />))

onNewsOfOtherTabs(followOtherTab)

// A page that the browser kept in memory may show what its user has signed out of since.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) window.location.reload()
})
