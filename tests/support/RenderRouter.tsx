import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { RouterProvider } from 'react-router'
import { render } from 'vitest-browser-react'
import { queryClient } from '#api/client.ts'
import { Tips } from '#ui/feedback/Tips.tsx'
import { UiProvider } from '#ui/theme/UiProvider.tsx'

type Router = ComponentProps<typeof RouterProvider>['router']

/** The pages of a router, within what the console has around them. */
export const renderRouter = (router: Router) =>
  render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Tips />
      </QueryClientProvider>
    </UiProvider>,
  )
