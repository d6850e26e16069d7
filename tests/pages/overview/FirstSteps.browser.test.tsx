import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { checkConnections, listConnections } from '#contract/console/connections.ts'
import { listAccounts } from '#contract/desktop/accounts.ts'
import * as keys from '#contract/keys/api-keys.ts'
import { listAuthorities } from '#contract/keys/authorities.ts'
import * as mdm from '#contract/mdm/api-keys.ts'
import { Problem } from '#contract/problem.ts'
import { currentSession, type SignedIn } from '#contract/session.ts'
import { FirstSteps } from '#pages/overview/FirstSteps.tsx'
import { Component as Overview } from '#pages/overview/Overview.tsx'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { type Answers, answering } from '../../support/answering.ts'

const everything = ['Common_Admin', 'KeyManagement_Admin', 'MDM_Admin']
const sessionOf = (permissions: string[], demo = false): SignedIn => ({
  state: 'signed-in',
  demo,
  by: 'password',
  site: { name: 'test', title: 'Test' },
  sites: [{ name: 'test', title: 'Test' }],
  user: { name: 'root', email: '', authType: 'local_authentication', permissions },
})
const connections = ['desktop', 'mdm', 'keys'].map((service) => ({
  name: `embedded-${service}`,
  service,
  edition: 'on-premises',
  baseUrl: 'http://127.0.0.1:8383',
  dialect: [],
  credential: 'the person',
}))
const rows = (name: string, details: unknown[]) => ({ name, result: { status: 'Success', message: 'found' }, details })
const external = { signType: 'EXTCA', caName: 'EXTCA', canSign: 'true' }
const root = { signType: 'signWithRoot', CertID: 1, commonName: 'A Root', serialNumber: '01', canSign: 'true' }
const accountsNamed = (...names: string[]) => ({
  message_type: 'accounts',
  status: 'success',
  message_response: {
    accounts: { accounts: names.map((user_name, at) => ({ user_id: at + 1, user_name, disabled: false })) },
  },
})
const fresh: Answers = {
  [listConnections.id]: { embedded: true, connections },
  [listAuthorities.id]: rows('listAuthorities', [external]),
  [listAccounts.id]: accountsNamed('root'),
  [keys.listApiKeys.id]: rows('listApiKeys', []),
  [mdm.listApiKeys.id]: { apikeys: [] },
}

async function open(answers: Answers, { permissions = everything, demo = false, Page = FirstSteps } = {}) {
  const session = sessionOf(permissions, demo)
  const calls = answering({ [currentSession.id]: session, ...fresh, ...answers })
  queryClient.setQueryData(sessionQuery.queryKey, session)
  const view = await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createMemoryRouter([{ path: '/', Component: Page }])} />
      </QueryClientProvider>
    </UiProvider>,
  )
  return { calls, view }
}
const panel = page.getByRole('region', { name: 'First steps' })
const step = (title: string) => panel.getByRole('listitem').filter({ hasText: title })
const allAnswered = () => expect.poll(() => queryClient.isFetching()).toBe(0)

beforeEach(() => {
  localStorage.clear()
  queryClient.clear()
  queryClient.setQueryDefaults(sessionQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY })
})

test('the administrator of a new installation sees what is to do, and each step leads to its place', async () => {
  await open({})
  const wanted = [
    ['Create a certificate authority', 'Create authority', '/certificates/authorities/new'],
    ['Connect your own servers', 'Open connections', '/settings/connections'],
    ['Add accounts', 'Open accounts', '/settings/accounts'],
    ['Create an API key', 'Open API keys', '/settings/api-keys'],
  ] as const
  for (const [title, action, to] of wanted) {
    await expect.element(step(title).getByRole('link', { name: action })).toHaveAttribute('href', to)
  }
  expect(panel.getByText('To do', { exact: true }).elements()).toHaveLength(3)
  await expect.element(step('Connect your own servers').getByText('Optional')).toBeVisible()
})

test('a step that was done says so, and offers nothing more', async () => {
  await open({ [listAuthorities.id]: rows('listAuthorities', [external, root]) })
  const authority = step('Create a certificate authority')
  await expect.element(authority.getByText('Done', { exact: true })).toBeVisible()
  await expect.element(authority.getByText('1 authority can sign')).toBeVisible()
  await expect.element(authority.getByRole('link')).not.toBeInTheDocument()
})

test('when all is done the panel is gone', async () => {
  await open({
    [listAuthorities.id]: rows('listAuthorities', [external, root]),
    [listAccounts.id]: accountsNamed('root', 'ada'),
    [mdm.listApiKeys.id]: { apikeys: [{ key_id: '1', name: 'report' }] },
  })
  await allAnswered()
  await expect.element(panel).not.toBeInTheDocument()
})

test('what a server does not tell is neither done nor to do', async () => {
  await open({
    [listAuthorities.id]: new Problem('NOT_OFFERED', undefined, { service: 'keys' }),
  })
  const authority = step('Create a certificate authority')
  await expect.element(authority.getByText('This server does not report.')).toBeVisible()
  await expect.element(authority.getByRole('link')).not.toBeInTheDocument()
  await expect.element(step('Add accounts').getByText('To do')).toBeVisible()
})

test('servers of others that tell none of it need no first steps', async () => {
  const elsewhere = new Problem('NOT_OFFERED', undefined, { service: 'keys' })
  await open({
    [listConnections.id]: { embedded: false, connections },
    [listAuthorities.id]: elsewhere,
    [listAccounts.id]: elsewhere,
    [keys.listApiKeys.id]: elsewhere,
    [mdm.listApiKeys.id]: elsewhere,
  })
  await allAnswered()
  await expect.element(panel).not.toBeInTheDocument()
})

test('who may change none of it is neither shown the steps nor asked for', async () => {
  const { calls } = await open({}, { permissions: ['Common_Read', 'KeyManagement_Read', 'MDM_Read'] })
  await allAnswered()
  await expect.element(panel).not.toBeInTheDocument()
  expect(calls.map(({ row }) => row)).not.toContain(listAccounts.id)
})

test('dismissed, it stays away for this person', async () => {
  const { view } = await open({})
  await page.getByRole('button', { name: 'Dismiss first steps' }).click()
  await expect.element(panel).not.toBeInTheDocument()
  await view.unmount()
  const { calls } = await open({})
  await allAnswered()
  await expect.element(panel).not.toBeInTheDocument()
  expect(calls).toEqual([])
})

test('the demo has no first steps', async () => {
  const { calls } = await open(
    { [checkConnections.id]: new Problem('FORBIDDEN') },
    { demo: true, permissions: ['Common_Admin'], Page: Overview },
  )
  await expect.element(page.getByRole('list', { name: 'Services' })).toBeVisible()
  await expect.element(panel).not.toBeInTheDocument()
  expect(calls.map(({ row }) => row)).not.toContain(listAccounts.id)
})
