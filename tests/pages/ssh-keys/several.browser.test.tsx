import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { listAudit } from '#contract/console/audit.ts'
import { planJob, startJob } from '#contract/console/jobs.ts'
import { listHostKeys } from '#contract/keys/host-keys.ts'
import { listAssociations } from '#contract/keys/ssh-resources.ts'
import { deployKey, removeKey } from '#contract/keys/jobs/account-jobs.ts'
import { exportSshKey, listSshKeys, listSshResources, listSshUsers } from '#contract/keys/ssh.ts'
import { Problem } from '#contract/problem.ts'
import type { SessionState } from '#contract/session.ts'
import * as AssociateSeveral from '#pages/ssh-keys/bulk/AssociateSeveral.tsx'
import { withAccounts } from '#pages/ssh-keys/bulk/chosen.ts'
import * as DissociateSeveral from '#pages/ssh-keys/bulk/DissociateSeveral.tsx'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../support/answering.ts'
import { jobOf } from '../jobs/job-records.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'

const operator = {
  state: 'signed-in',
  site: { name: '', title: 'Test' },
  user: { name: 'operator', authType: 'local', permissions: ['KeyManagement_Write'] },
} as unknown as SessionState
const success = { result: { status: 'Success', message: 'done' } }
const rows = (name: string, details: unknown[]) => ({ name, ...success, details })
const hosts = ['a.example', 'b.example', 'c.example']
const pathOfApp = '/home/app/.ssh/authorized_keys'

async function open(address: string, answers: Answers = {}) {
  const calls = answering({
    [listSshResources.id]: rows(
      'getAllSSHResourceDetails',
      hosts.map((ResourceName) => ({ ResourceName, IPADDRESS: '127.0.0.1', Port: 22 })),
    ),
    [listSshKeys.id]: rows('getAllSSHKeys', [{ KeyName: 'deploy', KeyType: 'ed25519', KeyLength: '256' }]),
    [listSshUsers.id]: rows(
      'getAllSSHUsers',
      hosts.map((ResourceName) => ({ ResourceName, UserName: 'app' })),
    ),
    [listHostKeys.id]: rows('listHostKeys', [
      { ResourceName: 'a.example', Credentials: [{ UserName: 'root', isAdmin: true }] },
      { ResourceName: 'b.example', Credentials: [{ UserName: 'app', isAdmin: false }] },
      { ResourceName: 'c.example', Credentials: [] },
    ]),
    [exportSshKey.id]: () =>
      new Response('ssh-ed25519 AAAA deploy', {
        headers: { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="deploy.pub"' },
      }),
    [listAssociations.id]: rows(
      'listAssociations',
      hosts.map((ResourceName) => ({ KeyName: 'deploy', ResourceName, UserName: 'app', Path: pathOfApp })),
    ),
    [listAudit.id]: { total: 0, entries: [], missing: [], unseen: 0 },
    [planJob.id]: jobOf({ state: 'planned' }),
    [startJob.id]: jobOf({}),
    ...answers,
  })
  queryClient.setQueryData(sessionQuery.queryKey, operator)
  const router = createMemoryRouter(
    [
      { path: '/ssh-keys/keys/:name/associate', Component: AssociateSeveral.Component },
      { path: '/ssh-keys/keys/:name/dissociate', Component: DissociateSeveral.Component },
      { path: paths.job('12'), element: 'The page of job 12' },
    ],
    { initialEntries: [address] },
  )
  await renderRouter(router)
  return (row: string) => calls.filter((call) => call.row === row).map(({ body }) => body)
}

beforeEach(() => queryClient.setQueryDefaults(sessionQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY }))
// Not after it: what is still drawn would ask again.
beforeEach(() => queryClient.clear())

const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
const row = (...texts: string[]) =>
  texts.reduce((found, text) => found.filter({ hasText: text }), page.getByRole('table').getByRole('row'))

/** The job that was planned and started. */
async function started(calls: (row: string) => Record<string, unknown>[]) {
  await expect.element(page.getByText('The page of job 12')).toBeVisible()
  expect(calls(startJob.id)).toEqual([{ job: 12 }])
  return calls(planJob.id)[0]
}
const itemOf = (resourceName: string) => ({
  subject: JSON.stringify([resourceName, 'app']),
  label: `app on ${resourceName}`,
  input: { resourceName, userName: 'app' },
})

test('it is shown what is written where, then a job writes it', async () => {
  const calls = await open(paths.associateSshKey('deploy'))
  await expect.element(row('a.example', 'app')).toMatchTextContent(/With credentials of root/)
  await expect.element(row('b.example', 'app')).toMatchTextContent(/With its own credentials/)
  await expect.element(row('c.example', 'app')).toMatchTextContent(/No credentials/)
  for (const host of hosts) await row(host, 'app').getByRole('checkbox').click()
  await press('Preview')
  await expect.element(page.getByText('ssh-ed25519 AAAA deploy')).toBeVisible()
  await expect.element(row('a.example')).toMatchTextContent(/\/home\/app\/\.ssh\/authorized_keys/)
  await press('Deploy to 3 accounts')
  expect(await started(calls)).toMatchObject({
    endpoint: deployKey.id,
    title: 'Deploy “deploy” to 3 accounts',
    input: { keyName: 'deploy' },
    items: hosts.map(itemOf),
  })
})

test('a key that is not there cannot be associated: the page leads to those that are', async () => {
  await open(paths.associateSshKey('gone'))
  await expect.element(page.getByText('SSH key “gone” not found')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'All SSH keys' })).toHaveAttribute('href', paths.sshKeys)
  expect(page.getByRole('button', { name: 'Add user' }).elements()).toEqual([])
})

test('a user that no search has found can be named for every host', async () => {
  await open(paths.associateSshKey('deploy'))
  await press('Add user')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect.element(dialog.getByText('Enter a user')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'User' }).fill('web')
  await dialog.getByRole('button', { name: 'Add user' }).click()
  for (const host of hosts) await expect.element(row(host, 'web')).toBeVisible()
})

test('hosts that cannot be read are stated where a user is added', async () => {
  let isBroken = true
  await open(paths.associateSshKey('deploy'), {
    [listSshResources.id]: () =>
      isBroken
        ? new Problem('KEYS_FAILED', 'The key service failed', { service: 'keys' })
        : rows('getAllSSHResourceDetails', [{ ResourceName: 'a.example', IPADDRESS: '127.0.0.1', Port: 22 }]),
  })
  await press('Add user')
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('The key service failed')).toBeVisible()
  isBroken = false
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog.getByRole('option', { name: 'a.example' })).toBeInTheDocument()
})

test('a key is taken from several accounts by a job, once its name was typed', async () => {
  const accounts = hosts.map((resourceName) => ({ resourceName, userName: 'app' }))
  const calls = await open(withAccounts(paths.dissociateSshKey('deploy'), accounts))
  await expect.element(row('b.example', 'app')).toMatchTextContent(/\/home\/app\/\.ssh\/authorized_keys/)
  await press('Remove from 3 accounts')
  await page.getByRole('dialog').getByRole('textbox').fill('deploy')
  await press('Remove')
  expect(await started(calls)).toMatchObject({
    endpoint: removeKey.id,
    title: 'Remove “deploy” from 3 accounts',
    input: { keyName: 'deploy' },
    items: hosts.map(itemOf),
  })
})
