import '#api/without-eval.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#api/client.ts'
import { SignIn } from '#pages/sign-in/SignIn.tsx'
import { paths } from '#paths.ts'
import { Splash } from '#ui/Splash.tsx'
import { UiProvider } from '#ui/UiProvider.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// Signing in needs no more than this script; the console follows for whoever is signed in.
const isSignIn = window.location.pathname === paths.signIn
const loadConsole = async () => ({ default: (await import('./routes.tsx')).Console })
const App = isSignIn ? SignIn : lazy(loadConsole)

createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={<Splash />}>
          <App />
        </Suspense>
      </QueryClientProvider>
    </UiProvider>
  </StrictMode>,
)

// A page that the browser kept in memory may show what its user has signed out of since (SPA-4).
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) window.location.reload()
})
