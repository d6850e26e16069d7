import { type ReactNode, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { Tips } from '#ui/feedback/Tips.tsx'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
// As all pages have it but the first: a list is there at once.
import '#ui/table/RowsHere.tsx'

/** What a part of the interface needs around it: styles and an address. */
export function InRouter({ at = '/', children }: { at?: string; children: ReactNode }) {
  const [router] = useState(() =>
    createMemoryRouter([{ path: '*', element: <main>{children}</main> }], { initialEntries: [at] }),
  )
  return (
    <UiProvider>
      <RouterProvider router={router} />
      <Tips />
    </UiProvider>
  )
}
