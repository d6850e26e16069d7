import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { notReadYet, readAccountKeys } from '#contract/console/access-list.ts'
import { listAudit } from '#contract/console/audit.ts'
import {
  dissociateKey,
  exportSshKey,
  getSshKey,
  listAssociatedUsers,
  listSshKeys,
  listSshKeysOfUser,
  listSshResources,
  listSshUsers,
} from '#contract/keys/ssh.ts'
import { Problem } from '#contract/problem.ts'
import type { SessionState } from '#contract/session.ts'
import { sshKeyRows } from '#contract/keys/rules/ssh-key-list.ts'
import * as Access from '#pages/ssh-keys/access/Access.tsx'
import { DeleteKeys } from '#pages/ssh-keys/bulk/DeleteKeys.tsx'
import * as Host from '#pages/ssh-keys/hosts/Host.tsx'
import * as Hosts from '#pages/ssh-keys/hosts/Hosts.tsx'
import * as SshKey from '#pages/ssh-keys/key/SshKey.tsx'
import * as SshKeys from '#pages/ssh-keys/keys/SshKeys.tsx'
import { paths } from '#paths.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { type Answers, answering } from '../../support/answering.ts'
import { done, notOffered, rowsOf } from '../../support/stated-only.ts'

const admin = {
  state: 'signed-in',
  site: { name: '', title: 'Test' },
  user: { name: 'admin', authType: 'local', permissions: ['KeyManagement_Admin'] },
} as unknown as SessionState

const users = [
  { ResourceName: 'web-1', UserName: 'deploy' },
  { ResourceName: 'web-1', UserName: 'root' },
  { ResourceName: 'web-2', UserName: 'backup' },
]
const keysOf: Record<string, string> = { 'web-1 deploy': 'ci,nightly', 'web-2 backup': 'nightly' }
const key = (KeyName: string) => ({ KeyName, KeyType: 'ed25519', KeyLength: '256', isPassphraseAvailable: false })

async function open(address: string, answers: Answers = {}) {
  const calls = answering({
    ...notOffered,
    [listSshKeys.id]: rowsOf('getAllSSHKeys', ['ci', 'nightly', 'unused'].map(key)),
    [getSshKey.id]: ({ keyName }) => rowsOf('getSSHKey', [key(String(keyName))]),
    [listSshResources.id]: rowsOf(
      'getAllSSHResourceDetails',
      ['web-1', 'web-2'].map((ResourceName) => ({ ResourceName, IPADDRESS: '127.0.0.1', Port: 22 })),
    ),
    [listSshUsers.id]: rowsOf('getAllSSHUsers', users),
    [listAssociatedUsers.id]: rowsOf('getAllAssociatedUsers', [users[0], users[2], users[2]]),
    [listSshKeysOfUser.id]: ({ resourceName, userName }) => ({
      ...done('getSSHkeysforuser'),
      details: keysOf[`${String(resourceName)} ${String(userName)}`] ?? '',
    }),
    [dissociateKey.id]: done('dissociateKey'),
    [listAudit.id]: { total: 0, entries: [], missing: [], unseen: 0 },
    ...answers,
  })
  queryClient.setQueryData(sessionQuery.queryKey, admin)
  const routes = [
    { path: paths.sshKeys, Component: SshKeys.Component },
    {
      path: '/delete-unused',
      element: <DeleteKeys rows={sshKeyRows([key('unused')], undefined)} onClose={() => {}} />,
    },
    { path: paths.sshAccess, Component: Access.Component },
    { path: paths.sshHosts, Component: Hosts.Component },
    { path: '/ssh-keys/hosts/:name', Component: Host.Component },
    { path: '/ssh-keys/keys/:name', Component: SshKey.Component },
  ]
  await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />
      </QueryClientProvider>
    </UiProvider>,
  )
  return (row: string) => calls.filter((call) => call.row === row).map(({ body }) => body)
}

beforeEach(() => queryClient.setQueryDefaults(sessionQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY }))
beforeEach(() => queryClient.clear())

const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const noFailure = () => expect.element(page.getByRole('alert')).not.toBeInTheDocument()

test('access is put together from the accounts with keys and the keys of each account', async () => {
  await open(paths.sshAccess)
  await expect.element(page.getByText('This server does not report since when keys grant access')).toBeVisible()
  await expect.element(row('deploy@web-1')).toMatchTextContent(/2.*Grants access.*Grants access/)
  await expect.element(row('backup@web-2')).toMatchTextContent(/1.*–.*Grants access/)
  await noFailure()
})

test('an account whose keys cannot be read has unknown keys, not none', async () => {
  await open(paths.sshAccess, {
    [listSshKeysOfUser.id]: ({ resourceName }) =>
      resourceName === 'web-2'
        ? new Problem('REFUSED', 'web-2 cannot be reached', { service: 'keys', status: 422 })
        : { ...done('getSSHkeysforuser'), details: 'ci' },
  })
  await expect.element(row('backup@web-2')).toMatchTextContent(/Unknown.*Unknown/)
})

test('of more accounts than are read at once the rest is named, and read when somebody asks for it', async () => {
  const many = Array.from({ length: 305 }, (_, at) => ({ ResourceName: 'web-1', UserName: `user-${at + 1}` }))
  const asked = await open(paths.sshAccess, {
    [listAssociatedUsers.id]: rowsOf('getAllAssociatedUsers', many),
    [listSshKeysOfUser.id]: ({ userName }) => ({
      ...done('getSSHkeysforuser'),
      details: userName === 'user-305' ? 'last-of-all' : 'ci',
    }),
  })
  await expect.element(page.getByText(/^Incomplete: the keys of \d+ accounts are missing/)).toBeVisible()
  expect(page.getByText('last-of-all').elements()).toEqual([])
  await page.getByRole('button', { name: /^Read the next \d+ accounts/ }).click()
  await expect.poll(() => asked(readAccountKeys.id).some(({ more }) => more === true)).toBe(true)
  // The console asks the server, not the page.
  expect(asked(listSshKeysOfUser.id)).toEqual([])
})

test('accounts that the console is reading are asked for again, until it has read them', async () => {
  const rows = [{ KeyName: 'ci', ResourceName: 'web-1', UserName: 'deploy' }]
  const unread = [{ resourceName: 'web-2', userName: 'backup', reason: notReadYet }]
  const answers = [{ rows, unread, isReading: true }]
  const added = { KeyName: 'nightly', ResourceName: 'web-2', UserName: 'backup' }
  const asked = await open(paths.sshAccess, {
    [readAccountKeys.id]: () => answers.shift() ?? { rows: [...rows, added], unread: [], isReading: false },
  })
  await expect.element(page.getByText('Reading. This continues when the page is closed.')).toBeVisible()
  await expect.element(row('backup@web-2')).toMatchTextContent(/Unknown/)
  await expect.element(page.getByRole('columnheader', { name: 'nightly' })).toBeVisible()
  await expect.element(page.getByText(/^Incomplete/)).not.toBeInTheDocument()
  expect(asked(readAccountKeys.id)).toHaveLength(2)
})

test('the list of keys says what each grants access to', async () => {
  await open(paths.sshKeys)
  await expect
    .element(row('nightly'))
    .toMatchTextContent(/deploy on web-1, backup on web-2|backup on web-2, deploy on web-1/)
  await expect.element(row('unused')).toMatchTextContent(/Not deployed/)
})

test('the page of a host names the keys of its users, and what the server does not tell', async () => {
  await open(paths.sshHost('web-1'))
  await expect.element(row('deploy')).toMatchTextContent(/ci.*nightly/)
  await expect.element(row('root')).toMatchTextContent(/No managed key/)
  await expect.element(page.getByText('This server does not report the host’s keys.')).toBeVisible()
  await expect.element(page.getByText('This server does not report which credentials it has.')).toBeVisible()
  await expect.element(page.getByText('No credentials yet')).not.toBeInTheDocument()
  const remove = page.getByRole('button', { name: 'Remove', exact: true })
  await expect.element(remove).toHaveAttribute('aria-disabled', 'true')
  await expect.element(remove).toHaveAccessibleDescription('Not offered by this server')
  await noFailure()
})

test('a host is not added where the server does not offer it', async () => {
  await open(paths.sshHosts)
  const add = page.getByRole('button', { name: 'Add host' })
  await expect.element(add).toHaveAttribute('aria-disabled', 'true')
  await expect.element(add).toHaveAccessibleDescription('Not offered by this server')
})

test('a key is taken from an account that is typed', async () => {
  const asked = await open(paths.sshKey('ci'))
  await expect.element(row('deploy')).toMatchTextContent(/This server does not report/)
  await page.getByRole('button', { name: 'Dissociate by name' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Host' }).selectOptions('web-2')
  await dialog.getByRole('combobox', { name: 'User' }).fill('www')
  await dialog.getByRole('button', { name: 'Dissociate' }).click()
  await expect.element(page.getByText('“ci” removed from www on web-2')).toBeVisible()
  expect(asked(dissociateKey.id)).toEqual([{ keyName: 'ci', resourceName: 'web-2', userName: 'www' }])
})

test.each([
  ['Dissociate by name', 'Dissociate'],
  ['Associate', 'Check host'],
])('hosts that cannot be read are stated in the dialog “%s”, which goes on once they can', async (opener, action) => {
  const failed = new Problem('KEYS_FAILED', 'The key service failed', { service: 'keys' })
  let hosts: Problem | ReturnType<typeof rowsOf> = failed
  await open(paths.sshKey('ci'), { [listSshResources.id]: () => hosts })
  await expect.element(row('deploy')).toBeVisible()
  await page.getByRole('button', { name: opener, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('The key service failed')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: action })).not.toBeInTheDocument()
  hosts = rowsOf('getAllSSHResourceDetails', [{ ResourceName: 'web-2', IPADDRESS: '127.0.0.1', Port: 22 }])
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog.getByRole('combobox', { name: 'Host' })).toHaveDisplayValue('web-2')
  await expect.element(dialog.getByRole('button', { name: action })).toBeVisible()
})

test('a key is not said to grant unknown access before its accounts were asked for', async () => {
  let accounts: Problem | ReturnType<typeof rowsOf> = new Problem('KEYS_FAILED', 'The key service failed', {
    service: 'keys',
  })
  await open(paths.sshKey('unused'), { [listSshUsers.id]: () => accounts })
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('Accounts that it grants access to are unknown.')).toBeVisible()
  await expect.element(dialog.getByText('The key service failed')).toBeVisible()
  accounts = rowsOf('getAllSSHUsers', users)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog.getByText('Not deployed to any account by this service.')).toBeVisible()
})

test('keys are not refused deletion because their accounts could not be read', async () => {
  let accounts: Problem | ReturnType<typeof rowsOf> = new Problem('KEYS_FAILED', 'The key service failed', {
    service: 'keys',
  })
  await open('/delete-unused', { [listSshUsers.id]: () => accounts })
  const dialog = page.getByRole('dialog', { name: 'Delete unused SSH keys' })
  await expect.element(dialog.getByText('The key service failed')).toBeVisible()
  await expect.element(dialog.getByText('Not possible')).not.toBeInTheDocument()
  accounts = rowsOf('getAllSSHUsers', users)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Delete 1 key' })).toBeVisible()
})

test('a public key that cannot be read for its preview is read again', async () => {
  let file: Problem | Response = new Problem('KEYS_FAILED', 'The key service failed', { service: 'keys' })
  await open(paths.sshKey('ci'), { [exportSshKey.id]: () => file })
  await expect.element(row('deploy')).toBeVisible()
  await page.getByRole('button', { name: 'Associate', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'User' }).fill('www')
  await dialog.getByRole('button', { name: 'Check host' }).click()
  await expect.element(dialog.getByText('The key service failed')).toBeVisible()
  file = new Response('ssh-ed25519 AAAA ci', {
    headers: { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="ci.pub"' },
  })
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog.getByText('ssh-ed25519 AAAA ci')).toBeVisible()
})

test('of a key that is not there the page says so, whatever the words of its server', async () => {
  const refusal = new Problem('REFUSED', 'keyName: There is no SSH key “gone”', { service: 'keys', status: 400 })
  await open(paths.sshKey('gone'), { [getSshKey.id]: refusal })
  await expect.element(page.getByText('SSH key “gone” not found')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'All SSH keys' })).toHaveAttribute('href', paths.sshKeys)
  await noFailure()
})

test('a refusal of a key that is there stays a refusal', async () => {
  const refusal = new Problem('REFUSED', 'keyName: Not this one', { service: 'keys', status: 400 })
  await open(paths.sshKey('ci'), { [getSshKey.id]: refusal })
  await expect.element(page.getByRole('alert')).toMatchTextContent('keyName: Not this one')
})
