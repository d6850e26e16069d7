import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { setHostCredentials } from '#contract/keys/host-credentials.ts'
import { listHostKeys, replaceHostKeys, scanHostKeys, trustHostKeys } from '#contract/keys/host-keys.ts'
import { listAssociations } from '#contract/keys/ssh-resources.ts'
import { listSshKeys, listSshResources, listSshUsers } from '#contract/keys/ssh.ts'
import { Problem } from '#contract/problem.ts'
import type { SessionState } from '#contract/session.ts'
import * as Host from '#pages/ssh-keys/hosts/Host.tsx'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { done, rowsOf } from '../../support/stated-only.ts'

const admin = {
  state: 'signed-in',
  site: { name: '', title: 'Test' },
  user: { name: 'admin', authType: 'local', permissions: ['KeyManagement_Admin'] },
} as unknown as SessionState

const [former, next] = [`SHA256:${'A'.repeat(43)}`, `SHA256:${'B'.repeat(43)}`]
const shown = (more: object) => ({
  ...done('scanHostKeys'),
  details: { HostKeys: [{ Type: 'ssh-ed25519', Fingerprint: next, MD5: 'MD5:00', Comparison: 'not-given', ...more }] },
})

async function open(known: object, answers: Answers) {
  const calls = answering({
    [listSshResources.id]: rowsOf('getAllSSHResourceDetails', [
      { ResourceName: 'web-1', IPADDRESS: '192.0.2.1', Port: 22 },
    ]),
    [listSshUsers.id]: rowsOf('getAllSSHUsers', []),
    [listSshKeys.id]: rowsOf('getAllSSHKeys', [{ KeyName: 'ops' }]),
    [listAssociations.id]: rowsOf('listAssociations', []),
    [listHostKeys.id]: rowsOf('listHostKeys', [{ ResourceName: 'web-1', Credentials: [], HostKeys: [], ...known }]),
    ...answers,
  })
  queryClient.setQueryData(sessionQuery.queryKey, admin)
  const routes = [{ path: '/ssh-keys/hosts/:name', Component: Host.Component }]
  await renderRouter(createMemoryRouter(routes, { initialEntries: [paths.sshHost('web-1')] }))
  return (row: string) => calls.filter((call) => call.row === row).map(({ body }) => body)
}

beforeEach(() => queryClient.setQueryDefaults(sessionQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY }))
beforeEach(() => queryClient.clear())

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = page.getByRole('dialog')

test('before a password is asked for, the host’s keys are compared and trusted', async () => {
  const calls = await open(
    {},
    {
      [scanHostKeys.id]: shown({}),
      [trustHostKeys.id]: done('trustHostKeys'),
      [setHostCredentials.id]: done('setHostCredentials'),
    },
  )
  await press('Add credentials')
  await expect.element(dialog.getByText(/No password or key is sent/)).toBeVisible()
  await press('Read host keys')
  await expect.element(dialog.getByText(next)).toBeVisible()
  await press('Trust selected keys')
  await expect.element(dialog.getByText('Compare the fingerprints first, then confirm')).toBeVisible()
  expect(calls(trustHostKeys.id)).toEqual([])
  await dialog.getByRole('checkbox', { name: 'I compared these fingerprints with the host' }).click()
  await press('Trust selected keys')

  await dialog.getByRole('textbox', { name: 'User on the host' }).fill('ops')
  await dialog.getByRole('combobox', { name: 'Sign-in method' }).selectOptions('SSH key of this service')
  await dialog.getByRole('combobox', { name: 'Administrator rights' }).selectOptions('With sudo and a password')
  await press('Test and save')
  await expect.element(dialog.getByText('Enter the sudo password')).toBeVisible()
  await dialog.getByLabelText('Password for sudo').fill('secret')
  await dialog.getByRole('checkbox', { name: 'Also use for keys of other users' }).click()
  await press('Test and save')
  await expect.element(page.getByText(/The host accepted a sign-in of ops/)).toBeVisible()
  expect(calls(trustHostKeys.id)).toMatchObject([{ HostKeys: [{ Type: 'ssh-ed25519', Fingerprint: next }] }])
  expect(calls(setHostCredentials.id)).toEqual([
    {
      ResourceName: 'web-1',
      UserName: 'ops',
      Method: 'key',
      KeyName: 'ops',
      Sudo: 'password',
      SudoPassword: 'secret',
      isAdmin: true,
    },
  ])
})

test('SSH keys that cannot be read are not called missing, and can be chosen once they can', async () => {
  let keys: Problem | ReturnType<typeof rowsOf> = new Problem('KEYS_FAILED', 'The key service failed', {
    service: 'keys',
  })
  await open(
    { HostKeys: [{ Type: 'ssh-ed25519', Fingerprint: former }] },
    { [listSshKeys.id]: () => keys, [setHostCredentials.id]: done('setHostCredentials') },
  )
  await press('Add credentials')
  await dialog.getByRole('textbox', { name: 'User on the host' }).fill('ops')
  await dialog.getByRole('combobox', { name: 'Sign-in method' }).selectOptions('SSH key of this service')
  await expect.element(dialog.getByText('The key service failed')).toBeVisible()
  await expect.element(dialog.getByRole('combobox', { name: 'SSH key' })).toHaveDisplayValue('Not loaded')
  keys = rowsOf('getAllSSHKeys', [{ KeyName: 'ops' }])
  await press('Try again')
  await expect.element(dialog.getByRole('combobox', { name: 'SSH key' })).toHaveDisplayValue('ops')
  await expect.element(dialog.getByRole('textbox', { name: 'User on the host' })).toHaveValue('ops')
  await press('Test and save')
  await expect.element(page.getByText(/The host accepted a sign-in of ops/)).toBeVisible()
})

test('a changed key stands on the page beside the known one, stops credentials, and is accepted with a reason', async () => {
  const known = {
    HostKeys: [{ Type: 'ssh-ed25519', Fingerprint: former, TrustedHow: 'compared', TrustedBy: 'admin' }],
    Change: { Type: 'ssh-ed25519', Known: former, Seen: next, SeenTime: '2026-11-21T14:00:00Z' },
  }
  const calls = await open(known, {
    [scanHostKeys.id]: shown({ Known: former, Comparison: 'same' }),
    [replaceHostKeys.id]: done('replaceHostKeys'),
  })
  await expect.element(page.getByText('Host key changed: connections to this host are blocked')).toBeVisible()
  const change = page.getByLabelText('Host key change')
  await expect
    .element(change)
    .toMatchTextContent(new RegExp(`Known ssh-ed25519.*${former}.*Shown by the host.*${next}`))
  await expect.element(page.getByText('Compared by admin')).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Add credentials' }))
    .toHaveAttribute('data-tip', 'The host key has changed. Check the host keys first.')

  await press('Check host keys')
  await dialog.getByRole('textbox', { name: 'Known host keys (optional)' }).fill(next)
  await press('Read host keys')
  await expect.element(dialog.getByText('The host does not present its known key')).toBeVisible()
  await press('Accept selected keys')
  await expect.element(dialog.getByText(/Must have at least 5 characters/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Reinstalled with Debian 13')
  await press('Accept selected keys')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(calls(scanHostKeys.id)).toEqual([{ ResourceName: 'web-1', Known: next }])
  expect(calls(replaceHostKeys.id)).toMatchObject([
    { HostKeys: [{ Type: 'ssh-ed25519', Fingerprint: next }], Known: next, reason: 'Reinstalled with Debian 13' },
  ])
})
