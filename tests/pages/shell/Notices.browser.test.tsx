import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { listConnections } from '#contract/console/connections.ts'
import { listSchedules } from '#contract/console/schedules.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { Notices } from '#pages/shell/Notices.tsx'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { answering } from '../../support/answering.ts'
import { signedInWith } from '../devices/signed-in.ts'

beforeEach(() => queryClient.clear())

test('while a server has not answered, the bell shows no number and nothing is called complete', async () => {
  signedInWith('SOM_Read')
  const schedules = Promise.withResolvers<Record<string, unknown>>()
  const computers = [1, 2].map((id) => ({
    resource_id: id,
    resource_name: `PC-${id}`,
    installation_status: 29,
    agent_last_contact_time: Date.now(),
  }))
  answering({
    [listConnections.id]: {
      embedded: false,
      connections: [
        {
          name: 'desktops',
          service: 'desktop',
          edition: 'on-premises',
          baseUrl: 'https://desktops.example.com',
          dialect: [],
          credential: 'the person',
        },
      ],
    },
    [listComputers.id]: { message_response: { total: computers.length, computers }, status: 'success' },
    [listSchedules.id]: () => schedules.promise,
  })
  await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <Notices />
        </MemoryRouter>
      </QueryClientProvider>
    </UiProvider>,
  )
  const bell = page.getByRole('button', { name: /^Notices/ })
  await bell.click()
  await expect.poll(() => queryClient.isFetching({ queryKey: [listComputers.id] })).toBe(0)
  await expect.poll(() => queryClient.isFetching()).toBe(1)
  await expect.element(bell).toHaveAccessibleName('Notices')
  await expect.element(page.getByText('Loading')).toBeInTheDocument()
  expect(page.getByText('No notices.').elements()).toEqual([])

  schedules.resolve({ rows: [], total: 0, paused: 0 })
  await expect.element(page.getByRole('list', { name: 'Notices' }).getByText('PC-1')).toBeVisible()
  await expect.element(bell).toHaveAccessibleName('Notices: 2')
})
