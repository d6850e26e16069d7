import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { listAudit } from '#contract/console/audit.ts'
import { listHostKeys } from '#contract/keys/host-keys.ts'
import { listAssociations, testSshKey } from '#contract/keys/ssh-resources.ts'
import {
  associateKey,
  dissociateKey,
  exportSshKey,
  listSshKeysOfUser,
  listSshResources,
  listSshUsers,
} from '#contract/keys/ssh.ts'
import { Problem } from '#contract/problem.ts'
import type { SessionState } from '#contract/session.ts'
import * as AssociateSeveral from '#pages/ssh-keys/bulk/AssociateSeveral.tsx'
import { withAccounts } from '#pages/ssh-keys/bulk/chosen.ts'
import * as DissociateSeveral from '#pages/ssh-keys/bulk/DissociateSeveral.tsx'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'

const operator = {
  state: 'signed-in',
  site: { name: '', title: 'Test' },
  user: { name: 'operator', authType: 'local', permissions: ['KeyManagement_Write'] },
} as unknown as SessionState
const success = { result: { status: 'Success', message: 'done' } }
const rows = (name: string, details: unknown[]) => ({ name, ...success, details })
const hosts = ['a.example', 'b.example', 'c.example']
const refusal = (message: string) => new Problem('REFUSED', message, { service: 'keys', status: 422 })

/** Hosts that keep what is written to them; `dead` ones answer nothing. */
function world(dead: Set<string>) {
  const lines = new Set<string>()
  const asked = (body: Record<string, unknown>) => {
    const host = String(body.resourceName)
    if (dead.has(host)) throw refusal(`${host} cannot be reached`)
    return `${host} ${String(body.userName)}`
  }
  const answered =
    (answer: (account: string) => Record<string, unknown>) =>
    (body: Record<string, unknown>): Record<string, unknown> | Problem => {
      try {
        return answer(asked(body))
      } catch (error) {
        if (error instanceof Problem) return error
        throw error
      }
    }
  const answers: Answers = {
    [listSshKeysOfUser.id]: answered((account) => ({
      name: 'getSSHkeysforuser',
      ...success,
      details: lines.has(account) ? 'deploy' : '',
    })),
    [associateKey.id]: answered((account) => {
      lines.add(account)
      return { name: 'associateKey', ...success }
    }),
    [testSshKey.id]: answered((account) => ({
      name: 'testSshKey',
      ...success,
      details: lines.has(account) ? { Outcome: 'opens' } : { Outcome: 'refused', OutcomeText: 'no such line' },
    })),
    [dissociateKey.id]: answered((account) => {
      lines.delete(account)
      return { name: 'dissociateKey', ...success }
    }),
    [listAssociations.id]: () =>
      rows(
        'listAssociations',
        [...lines].map((account) => {
          const [ResourceName, UserName] = account.split(' ')
          return { KeyName: 'deploy', ResourceName, UserName, Path: `/home/${UserName}/.ssh/authorized_keys` }
        }),
      ),
  }
  return { lines, answers }
}

async function open(address: string, answers: Answers) {
  const calls = answering({
    [listSshResources.id]: rows(
      'getAllSSHResourceDetails',
      hosts.map((ResourceName) => ({ ResourceName, IPADDRESS: '127.0.0.1', Port: 22 })),
    ),
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
    [listAudit.id]: { total: 0, entries: [], missing: [], unseen: 0 },
    ...answers,
  })
  queryClient.setQueryData(sessionQuery.queryKey, operator)
  const router = createMemoryRouter(
    [
      { path: '/ssh-keys/keys/:name/associate', Component: AssociateSeveral.Component },
      { path: '/ssh-keys/keys/:name/dissociate', Component: DissociateSeveral.Component },
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

test('a key is written to every host that can be reached, and the one that failed is tried again', async () => {
  const dead = new Set(['b.example'])
  const { lines, answers } = world(dead)
  const calls = await open(paths.associateSshKey('deploy'), answers)
  await expect.element(row('a.example', 'app')).toMatchTextContent(/With credentials of root/)
  await expect.element(row('b.example', 'app')).toMatchTextContent(/With its own credentials/)
  await expect.element(row('c.example', 'app')).toMatchTextContent(/No credentials/)
  for (const host of hosts) await row(host, 'app').getByRole('checkbox').click()
  await press('Preview')
  await expect.element(page.getByText('ssh-ed25519 AAAA deploy')).toBeVisible()
  await expect.element(row('a.example')).toMatchTextContent(/~app\/\.ssh\/authorized_keys/)
  await expect.element(page.getByRole('button', { name: 'Deploy' })).toHaveAttribute('aria-disabled', 'true')

  await press('Check hosts')
  await expect.element(row('b.example')).toMatchTextContent(/b\.example cannot be reached/)
  await expect.element(row('c.example')).toMatchTextContent(/Ready/)
  expect(calls(associateKey.id)).toEqual([])

  dead.add('c.example')
  await press('Deploy to 2 accounts')
  await expect.element(page.getByText('Deployed to 1 account, 1 failed')).toBeVisible()
  expect([...lines]).toEqual(['a.example app'])
  dead.clear()
  await press('Retry 1 account')
  await expect.element(row('c.example')).toMatchTextContent(/Deployed, sign-in with it succeeded/)
  await press('Check hosts')
  await press('Deploy to 1 account')
  await expect.element(page.getByText('Deployed to 3 accounts')).toBeVisible()
  expect([...lines].toSorted()).toEqual(['a.example app', 'b.example app', 'c.example app'])
  expect(calls(associateKey.id)).toHaveLength(4)
})

test('a user that no search has found can be named for every host', async () => {
  const { answers } = world(new Set())
  await open(paths.associateSshKey('deploy'), answers)
  await press('Add user')
  await press('Add to list')
  await expect.element(page.getByText('Enter a user')).toBeVisible()
  await page.getByRole('textbox', { name: 'User' }).fill('web')
  await press('Add to list')
  for (const host of hosts) await expect.element(row(host, 'web')).toBeVisible()
})

test('a key is taken from several accounts; what fails is passed over, and tried again', async () => {
  const dead = new Set(['b.example'])
  const { lines, answers } = world(dead)
  const accounts = hosts.map((resourceName) => ({ resourceName, userName: 'app' }))
  for (const { resourceName } of accounts) lines.add(`${resourceName} app`)
  let isRefused = true
  const calls = await open(withAccounts(paths.dissociateSshKey('deploy'), accounts), {
    ...answers,
    [dissociateKey.id]: (body) =>
      isRefused
        ? new Problem('FORBIDDEN', 'Not now', { service: 'console', status: 403 })
        : (answers[dissociateKey.id] as (body: unknown) => Problem)(body),
  })
  const takeAway = async (button: string) => {
    await press(button)
    await page.getByRole('dialog').getByRole('textbox').fill('deploy')
    await press('Remove')
  }
  await takeAway('Remove from 3 accounts')
  await expect.element(row('c.example')).toMatchTextContent(/Not now/)
  isRefused = false
  await takeAway('Retry 3 accounts')
  await expect.element(row('b.example')).toMatchTextContent(/cannot be reached/)
  await expect.element(row('c.example')).toMatchTextContent(/Removed from the account/)
  expect([...lines]).toEqual(['b.example app'])
  dead.clear()
  await takeAway('Retry 1 account')
  await expect.element(page.getByText('“deploy” removed from 3 accounts')).toBeVisible()
  expect(calls(dissociateKey.id)).toHaveLength(7)
})
