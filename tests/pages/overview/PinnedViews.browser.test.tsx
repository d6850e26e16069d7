import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { countView, listViews } from '#contract/console/views/views.ts'
import { Problem } from '#contract/problem.ts'
import { PinnedViews } from '#pages/overview/PinnedViews.tsx'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { answering } from '../../support/answering.ts'

const view = { id: 1, name: 'Silent phones', page: '/devices', search: 'search=x', by: 'ada', audience: 'site' }

// Not after it: what is still drawn would ask again.
beforeEach(() => queryClient.clear())

test('a pinned view shows its number, and one that could not be asked says why and is never 0', async () => {
  answering({
    [listViews.id]: {
      rows: [
        { ...view, isMine: false, isPinned: true },
        { ...view, id: 2, name: 'Old keys', isMine: true, isPinned: true },
        { ...view, id: 3, name: 'Not pinned', isMine: true, isPinned: false },
      ],
    },
    [countView.id]: ({ view }) =>
      view === 1 ? { count: 1234, isMore: false } : new Problem('UNREACHABLE', 'The server cannot be reached'),
  })
  await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <PinnedViews />
        </MemoryRouter>
      </QueryClientProvider>
    </UiProvider>,
  )
  const tiles = page.getByRole('list', { name: 'Pinned views' }).getByRole('listitem')
  await expect.element(tiles.first()).toHaveTextContent('Silent phones1,234View of ada')
  await expect.element(tiles.nth(1)).toHaveTextContent('Old keysUnknown–The server cannot be reached. Your view')
  await expect.element(page.getByRole('link', { name: 'Silent phones' })).toHaveAttribute('href', '/devices?search=x')
  expect(tiles.elements()).toHaveLength(2)
})
