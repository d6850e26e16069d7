import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { listConnections } from '#contract/console/connections.ts'
import { listValueNotes } from '#contract/console/value-notes.ts'
import { getApp, listAppLabels } from '#contract/mdm/apps.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { getGroup, listGroupMembers } from '#contract/mdm/groups.ts'
import { getProfile, listProfilePayloads } from '#contract/mdm/profiles.ts'
import { listUsers } from '#contract/mdm/users.ts'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { deviceRoutes } from './device-routes.ts'
import { signedInWith } from './signed-in.ts'

beforeEach(async () => {
  await page.viewport(1280, 800)
  signedInWith('MDM_Read')
})
afterEach(async () => {
  await cleanup()
  queryClient.clear()
})

async function open(address: string, answers: Answers) {
  answering({
    [listConnections.id]: { embedded: true, connections: [] },
    [listValueNotes.id]: { notes: [] },
    [listGroupMembers.id]: { members: [] },
    [listProfilePayloads.id]: { payloads: [] },
    [listAppLabels.id]: { release_labels: [] },
    [listDevices.id]: { devices: [] },
    [findCertificates.id]: { rows: [], total: 0 },
    ...answers,
  })
  const person = { path: '/people/:name', lazy: () => import('#pages/people/Person.tsx') }
  await renderRouter(createMemoryRouter([deviceRoutes, person], { initialEntries: [address] }))
}

/** A field that no reference states and no page names. */
const unstated = { made_by_sync: 'directory 7' }

test.each([
  ['group', paths.group('7'), { [getGroup.id]: { group_id: '7', name: 'Tills', ...unstated } }],
  ['profile', paths.profile('7'), { [getProfile.id]: { profile_id: '7', profile_name: 'Kiosk', ...unstated } }],
  ['app', paths.app('7'), { [getApp.id]: { app_id: '7', app_name: 'Till', ...unstated } }],
  ['user', paths.person('Ada'), { [listUsers.id]: { users: [{ user_id: '7', user_name: 'Ada', ...unstated }] } }],
])('what a server adds to a %s can be read as it was sent', async (_, address, answers) => {
  await open(address, answers)
  await page.getByText(/^Raw record/).click()
  const row = page.getByRole('table', { name: 'Raw record' }).getByRole('row').filter({ hasText: 'made_by_sync' })
  await expect.element(row.getByText('directory 7')).toBeVisible()
})

test.each([
  [6, 'Device group (6)'],
  [2, '2, meaning not defined'],
])('the type %d of a group is shown as "%s"', async (group_type, text) => {
  await open(paths.group('7'), { [getGroup.id]: { group_id: '7', name: 'Tills', group_type } })
  await expect.element(page.getByText(text)).toBeVisible()
})
