import '#api/without-eval.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#api/client.ts'
import { onNewsOfOtherTabs } from '#api/other-tabs.ts'
import { pathInSite } from '#api/site.ts'
import { Unloaded } from '#pages/shell/Unloaded.tsx'
import { followOtherTab } from '#pages/sign-in/follow-other-tabs.ts'
import { SignIn } from '#pages/sign-in/SignIn.tsx'
import { paths } from '#paths.ts'
import { Splash } from '#ui/feedback/Splash.tsx'
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

// Signing in needs no more than this script; the console follows for whoever is signed in. Not by `lazy`: React holds
// back what a Suspense fallback stood in for until 300 ms have passed.
if (pathInSite(window.location.pathname) === paths.signIn) show(<SignIn />)
else {
  show(<Splash />)
  void import('./routes.tsx').then(
    ({ Console }) => show(<Console />),
    () => show(<Unloaded />),
  )
}

onNewsOfOtherTabs(followOtherTab)

// A page that the browser kept in memory may show what its user has signed out of since (SPA-4).
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) window.location.reload()
})
