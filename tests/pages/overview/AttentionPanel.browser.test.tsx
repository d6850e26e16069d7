import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { listConnections } from '#contract/console/connections.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
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

const shown = () =>
  render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <AttentionPanel />
        </MemoryRouter>
      </QueryClientProvider>
    </UiProvider>,
  )

// Not after it: what is still drawn would ask again.
beforeEach(() => queryClient.clear())

test('desktops whose rows do not say whether they have an agent are not told, which is no failure', async () => {
  queryClient.setQueryData(sessionQuery.queryKey, session)
  const rows = [1, 2, 3].map((id) => ({ resource_id: id, resource_name: `PC-${id}`, agent_last_contact_time: id }))
  answering({
    [currentSession.id]: session,
    [listConnections.id]: { embedded: false, connections: [desktopServer] },
    [listComputers.id]: { message_response: { total: rows.length, computers: rows }, status: 'success' },
  })
  await shown()
  await expect
    .element(page.getByText(/Not reported by the servers: silent desktops, desktops without an agent\.$/))
    .toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
})

test('a server that is away is one complaint, whatever it was asked, and one press asks all of it again', async () => {
  queryClient.setQueryData(sessionQuery.queryKey, session)
  const calls = answering({
    [currentSession.id]: session,
    [listConnections.id]: { embedded: false, connections: [desktopServer] },
    [listComputers.id]: new Problem('UNREACHABLE', 'The server cannot be reached'),
  })
  await shown()
  await expect.element(page.getByText('Unknown: silent desktops, desktops without an agent')).toBeVisible()
  expect(page.getByText('The server cannot be reached').elements()).toHaveLength(1)

  const asked = () => calls.filter(({ row }) => row === listComputers.id).length
  const before = asked()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(asked).toBeGreaterThanOrEqual(before + 2)
})

test('what rows do not carry is not told, and nobody is called silent for it', async () => {
  const reader: SignedIn = { ...session, user: { ...session.user, permissions: ['SOM_Read', 'MDM_Read'] } }
  queryClient.setQueryData(sessionQuery.queryKey, reader)
  const mdmServer = { ...desktopServer, name: 'phones', service: 'mdm' }
  answering({
    [currentSession.id]: reader,
    [listConnections.id]: { embedded: false, connections: [desktopServer, mdmServer] },
    [listComputers.id]: {
      message_response: { total: 2, computers: [{ resource_id: 1, resource_name: 'one' }, { resource_id: 2 }] },
      status: 'success',
    },
    [listDevices.id]: { devices: [{ device_id: '1', device_name: 'phone' }, { device_id: '2' }] },
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
  await expect
    .element(
      page.getByText(/Not reported by the servers: silent devices, silent desktops, desktops without an agent\./),
    )
    .toBeVisible()
  await expect.element(page.getByText('No problems in the sources that could be checked.')).toBeVisible()
  expect(page.getByText(/no contact/).elements()).toEqual([])
})
