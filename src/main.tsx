import '#api/without-eval.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#api/client.ts'
import { UiProvider } from '#ui/UiProvider.tsx'
import { paths } from '#paths.ts'

const isSignIn = window.location.pathname === paths.signIn
const { Component } = await (isSignIn ? import('#pages/sign-in/SignIn.tsx') : import('./routes.tsx'))

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <Component />
      </QueryClientProvider>
    </UiProvider>
  </StrictMode>,
)

// A page that the browser kept in memory may show what its user has signed out of since (SPA-4).
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) window.location.reload()
})
