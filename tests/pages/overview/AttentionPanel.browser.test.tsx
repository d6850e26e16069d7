import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { listConnections } from '#contract/console/connections.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { Problem } from '#contract/problem.ts'
import { currentSession, type SignedIn } from '#contract/session.ts'
import { AttentionPanel } from '#pages/overview/AttentionPanel.tsx'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { answering } from '../../support/answering.ts'

const session: SignedIn = {
  state: 'signed-in',
  demo: false,
  by: 'password',
  site: { name: 'test', title: 'Test' },
  sites: [{ name: 'test', title: 'Test' }],
  user: { name: 'helpdesk', email: '', authType: 'local_authentication', permissions: ['SOM_Read'] },
}
const desktopServer = {
  name: 'desktops',
  service: 'desktop',
  edition: 'on-premises',
  baseUrl: 'https://desktops.example.com',
  dialect: [],
  credential: 'the person',
}

// Not after it: what is still drawn would ask again.
beforeEach(() => queryClient.clear())

test('a server that is away is one complaint, whatever it was asked, and one press asks all of it again', async () => {
  queryClient.setQueryData(sessionQuery.queryKey, session)
  const calls = answering({
    [currentSession.id]: session,
    [listConnections.id]: { embedded: false, connections: [desktopServer] },
    [listComputers.id]: new Problem('UNREACHABLE', 'The server cannot be reached'),
  })
  await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <AttentionPanel />
        </MemoryRouter>
      </QueryClientProvider>
    </UiProvider>,
  )
  await expect.element(page.getByText('Unknown: silent desktops, desktops without an agent')).toBeVisible()
  expect(page.getByText('The server cannot be reached').elements()).toHaveLength(1)

  const asked = () => calls.filter(({ row }) => row === listComputers.id).length
  const before = asked()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(asked).toBeGreaterThanOrEqual(before + 2)
})
