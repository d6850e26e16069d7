import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { listUsers } from '#contract/mdm/users.ts'
import { paths } from '#paths.ts'
import { answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { signedInWith } from '../devices/signed-in.ts'

beforeEach(() => queryClient.clear())

test('a person whose name is longer than any search is found with what is theirs', async () => {
  const name = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(8)
  const mail = 'w@example.com'
  signedInWith('SOM_Read', 'Inventory_Read', 'MDM_Read')
  answering({
    [listUsers.id]: { users: [{ user_id: '1', user_name: name, user_email: mail }] },
    [listDevices.id]: { devices: [] },
    [listComputers.id]: {
      message_response: { total: 1, computers: [{ resource_id: 7, resource_name: 'TILL-7', owner: name }] },
      status: 'success',
    },
  })
  const person = { path: '/people/:name', lazy: () => import('#pages/people/Person.tsx') }
  await renderRouter(createMemoryRouter([person], { initialEntries: [paths.person(mail)] }))
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'TILL-7' })).toBeVisible()
})

test('statuses that a server writes in words are shown, and not called unknown', async () => {
  signedInWith('SOM_Read', 'Inventory_Read', 'MDM_Read')
  const mail = 'ada@example.com'
  const device = { device_id: '5', device_name: 'Phone 5', user: { user_email: mail }, managed_status: 'Retired' }
  answering({
    [listUsers.id]: { users: [{ user_id: '1', user_name: 'Ada', user_email: mail }] },
    [listDevices.id]: { devices: [device] },
    [getDevice.id]: device,
    [listComputers.id]: {
      message_response: {
        total: 1,
        computers: [{ resource_id: 7, resource_name: 'TILL-7', owner: 'Ada', computer_live_status: 'Online' }],
      },
      status: 'success',
    },
  })
  const person = { path: '/people/:name', lazy: () => import('#pages/people/Person.tsx') }
  await renderRouter(createMemoryRouter([person], { initialEntries: [paths.person(mail)] }))
  await expect.element(page.getByRole('row', { name: /Phone 5/ })).toMatchTextContent(/Retired/)
  await expect.element(page.getByRole('row', { name: /TILL-7/ })).toMatchTextContent(/Online/)
  await expect.element(page.getByText('Unknown')).not.toBeInTheDocument()
})

test('devices whose rows have the fields of the user, and no user object, are those of the person', async () => {
  signedInWith('MDM_Read')
  answering({
    [listUsers.id]: { users: [] },
    [listDevices.id]: { devices: [{ device_id: '5', device_name: 'Phone 5', user_name: 'ada' }] },
    [getDevice.id]: { device_id: '5' },
  })
  const person = { path: '/people/:name', lazy: () => import('#pages/people/Person.tsx') }
  await renderRouter(createMemoryRouter([person], { initialEntries: [paths.person('ada')] }))
  await expect.element(page.getByRole('link', { name: 'Phone 5' })).toBeVisible()
})

test('devices of a server that does not search its long list are not called none', async () => {
  signedInWith('MDM_Read')
  const device = (at: number) => ({
    device_id: `${at}`,
    device_name: `Tablet ${at}`,
    user: { user_email: 'x@y.example' },
  })
  answering({
    [listUsers.id]: { users: [] },
    [listDevices.id]: ({ offset = '0', limit = '50' }) => ({
      devices: Array.from({ length: Number(limit) }, (_, at) => device(Number(offset) + at)),
      metadata: { total_record_count: 90_000 },
    }),
  })
  const person = { path: '/people/:name', lazy: () => import('#pages/people/Person.tsx') }
  await renderRouter(createMemoryRouter([person], { initialEntries: [paths.person('ada@example.com')] }))
  await expect.element(page.getByText('Not read: devices')).toBeVisible()
  await expect.element(page.getByText('What this person has there is missing below.')).toBeVisible()
  expect(page.getByText('No devices found').elements()).toEqual([])
  expect(page.getByRole('button', { name: 'Try again' }).elements(), 'it would not change anything').toEqual([])
})
