import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { listAudit } from '#contract/console/audit.ts'
import { listHostKeys } from '#contract/keys/host-keys.ts'
import { listAssociations } from '#contract/keys/ssh-resources.ts'
import { listSshKeys, listSshResources, listSshUsers } from '#contract/keys/ssh.ts'
import * as AssociateSeveral from '#pages/ssh-keys/bulk/AssociateSeveral.tsx'
import { withAccounts } from '#pages/ssh-keys/bulk/chosen.ts'
import * as DissociateSeveral from '#pages/ssh-keys/bulk/DissociateSeveral.tsx'
import * as Host from '#pages/ssh-keys/hosts/Host.tsx'
import * as Hosts from '#pages/ssh-keys/hosts/Hosts.tsx'
import { KeyPlaces } from '#pages/ssh-keys/key/KeyPlaces.tsx'
import * as ImportSshKey from '#pages/ssh-keys/keys/ImportSshKey.tsx'
import * as NewSshKey from '#pages/ssh-keys/keys/NewSshKey.tsx'
import * as Rotate from '#pages/ssh-keys/rotation/Rotate.tsx'
import { paths } from '#paths.ts'
import { answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { rowsOf } from '../../support/stated-only.ts'
import { signedInWith } from '../devices/signed-in.ts'

async function open(address: string, permission: string) {
  answering({
    [listSshKeys.id]: rowsOf('getAllSSHKeys', [{ KeyName: 'ci', KeyType: 'ed25519', KeyLength: '256' }]),
    [listSshResources.id]: rowsOf('getAllSSHResourceDetails', [
      { ResourceName: 'web-1', IPADDRESS: '127.0.0.1', Port: 22 },
    ]),
    [listSshUsers.id]: rowsOf('getAllSSHUsers', [{ ResourceName: 'web-1', UserName: 'app' }]),
    [listAssociations.id]: rowsOf('listAssociations', [{ KeyName: 'ci', ResourceName: 'web-1', UserName: 'app' }]),
    [listHostKeys.id]: rowsOf('listHostKeys', [{ ResourceName: 'web-1', Credentials: [] }]),
    [listAudit.id]: { total: 0, entries: [], missing: [], unseen: 0 },
  })
  signedInWith(permission)
  const routes = [
    { path: paths.newSshKey, Component: NewSshKey.Component },
    { path: paths.importSshKey, Component: ImportSshKey.Component },
    { path: paths.sshHosts, Component: Hosts.Component },
    { path: '/ssh-keys/hosts/:name', Component: Host.Component },
    { path: '/ssh-keys/keys/:name', element: <KeyPlaces name="ci" /> },
    { path: '/ssh-keys/keys/:name/rotate', Component: Rotate.Component },
    { path: '/ssh-keys/keys/:name/associate', Component: AssociateSeveral.Component },
    { path: '/ssh-keys/keys/:name/dissociate', Component: DissociateSeveral.Component },
  ]
  await renderRouter(createMemoryRouter(routes, { initialEntries: [address] }))
}

beforeEach(() => queryClient.clear())

const action = (name: string) =>
  page.getByRole('button', { name, exact: true }).or(page.getByRole('link', { name, exact: true }))

test.each([
  [paths.sshHosts, 'web-1', ['Add host']],
  [paths.sshHost('web-1'), '127.0.0.1', ['Remove', 'Add credentials']],
  [
    paths.sshKey('ci'),
    'web-1',
    ['Associate', 'Associate with several', 'Test sign-in of app on web-1', 'Dissociate app on web-1'],
  ],
])('%s offers a reader no action that needs another permission', async (address, content, actions) => {
  await open(address, 'KeyManagement_Read')
  await expect.element(page.getByText(content, { exact: true }).first()).toBeVisible()
  for (const name of actions) expect(action(name).elements(), name).toHaveLength(0)
})

test.each([
  [paths.sshHosts, ['Add host']],
  [paths.sshHost('web-1'), ['Remove', 'Add credentials']],
  [paths.sshKey('ci'), ['Associate', 'Associate with several', 'Dissociate app on web-1']],
])('%s offers an administrator all actions', async (address, actions) => {
  await open(address, 'KeyManagement_Admin')
  for (const name of actions) await expect.element(action(name).first()).toBeVisible()
})

const ofWebServer = [{ resourceName: 'web-1', userName: 'app' }]

test.each([
  [paths.newSshKey, 'KeyManagement_Write'],
  [paths.importSshKey, 'KeyManagement_Write'],
  [paths.rotateSshKey('ci'), 'KeyManagement_Write'],
  [paths.associateSshKey('ci'), 'KeyManagement_Write'],
  [withAccounts(paths.dissociateSshKey('ci'), ofWebServer), 'KeyManagement_Write'],
])('%s tells a reader the missing permission instead of showing the form', async (address, permission) => {
  await open(address, 'KeyManagement_Read')
  await expect.element(page.getByText(`It requires the permission ${permission}. Ask an administrator.`)).toBeVisible()
  expect(page.getByRole('textbox').elements()).toHaveLength(0)
  expect(page.getByRole('checkbox').elements()).toHaveLength(0)
})
