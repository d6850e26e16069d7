// The page of an authority that answers ACME, in a real browser over the wire.
import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import {
  addAcmeBinding,
  listAcmeAccounts,
  listAcmeAuthorities,
  listAcmeBindings,
  listAcmeOrders,
  setAcme,
} from '#contract/keys/acme.ts'
import { listProfiles } from '#contract/keys/profiles.ts'
import { builtInProfiles } from '#contract/keys/rules/profiles/profile.ts'
import type { SessionState } from '#contract/session.ts'
import * as Acme from '#pages/certificates/acme/Acme.tsx'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { done, notOffered, rowsOf } from '../../support/stated-only.ts'

const admin = {
  state: 'signed-in',
  site: { name: '', title: 'Test' },
  user: { name: 'admin', authType: 'local', permissions: ['KeyManagement_Admin'] },
} as unknown as SessionState
const sha256 = Array.from({ length: 32 }, () => 'AB').join(':')
const inAddress = 'ab'.repeat(32)
const authority = {
  sha256,
  CertID: 1,
  commonName: 'Issuing CA',
  enabled: false,
  directory: `https://ca.example/acme/${inAddress}/directory`,
}
const settings = {
  enabled: true,
  profile: 'Server',
  days: 90,
  domains: ['acme.test'],
  bindingRequired: true,
  accounts: 1,
  orders: 1,
}

async function open(answers: Answers) {
  const calls = answering({
    ...notOffered,
    [listProfiles.id]: rowsOf('listProfiles', [...builtInProfiles]),
    [listAcmeBindings.id]: rowsOf('listAcmeBindings', []),
    [listAcmeOrders.id]: rowsOf('listAcmeOrders', []),
    [listAcmeAccounts.id]: rowsOf('listAcmeAccounts', []),
    ...answers,
  })
  queryClient.setQueryData(sessionQuery.queryKey, admin)
  const routes = [{ path: paths.authorityAcme(':fingerprint'), Component: Acme.Component }]
  await renderRouter(createMemoryRouter(routes, { initialEntries: [paths.authorityAcme(inAddress)] }))
  return (row: string) => calls.filter((call) => call.row === row).map(({ body }) => body)
}

beforeEach(() => queryClient.setQueryDefaults(sessionQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY }))
beforeEach(() => queryClient.clear())

test('ACME is enabled with a profile and domains, and the directory is there', async () => {
  let isEnabled = false
  const sent = await open({
    [listAcmeAuthorities.id]: () => rowsOf('listAcmeAuthorities', [{ ...authority, ...(isEnabled && settings) }]),
    [setAcme.id]: () => {
      isEnabled = true
      return done('setAcme')
    },
  })
  await userEvent.click(page.getByRole('button', { name: 'Enable ACME' }))
  const dialog = page.getByRole('dialog', { name: 'Enable ACME for Issuing CA' })
  await userEvent.click(dialog.getByRole('button', { name: 'Enable' }))
  await expect.element(dialog.getByText('Enter at least one domain or network.')).toBeVisible()
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Domains and networks' }), 'acme.test\n10.0.0.0/8')
  await expect.element(dialog.getByRole('option', { name: 'Sub-CA' })).not.toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Enable' }))
  await expect.element(page.getByText(authority.directory)).toBeVisible()
  expect(sent(setAcme.id)).toEqual([
    {
      sha256,
      enabled: true,
      profile: 'Server',
      days: 90,
      domains: ['acme.test', '10.0.0.0/8'],
      bindingRequired: true,
    },
  ])
})

test('why an order failed is said for each name, and a key is shown only once', async () => {
  await open({
    [listAcmeAuthorities.id]: rowsOf('listAcmeAuthorities', [{ ...authority, ...settings }]),
    [listAcmeOrders.id]: rowsOf('listAcmeOrders', [
      {
        order: 7,
        account: 3,
        names: ['a.acme.test', 'b.acme.test'],
        status: 'invalid',
        problem: 'http://a.acme.test: the connection was refused',
        CreationTime: '2026-01-01T00:00:00Z',
        validations: [
          {
            name: 'a.acme.test',
            status: 'invalid',
            challenges: [
              {
                type: 'http-01',
                status: 'invalid',
                attempts: 3,
                problem: 'http://a.acme.test: the connection was refused',
              },
              { type: 'dns-01', status: 'pending', attempts: 0 },
            ],
          },
          { name: 'b.acme.test', status: 'pending', challenges: [{ type: 'http-01', status: 'pending', attempts: 0 }] },
        ],
      },
    ]),
    [addAcmeBinding.id]: {
      name: 'addAcmeBinding',
      result: { status: 'Success', message: 'Done' },
      details: { keyId: 'kid-1', hmacKey: 'c2VjcmV0' },
    },
  })
  const refusal = 'a.acme.test: failed by http-01 after 3 attempts. http://a.acme.test: the connection was refused'
  const row = page.getByRole('row', { name: /a\.acme\.test/ })
  await expect.poll(() => row.element().textContent, { timeout: 30_000 }).toContain(refusal)
  expect(row.element().textContent).toContain('b.acme.test: no challenge answered yet')
  await userEvent.click(page.getByRole('button', { name: 'Create key' }))
  await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'Web team')
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Create' }))
  const dialog = page.getByRole('dialog', { name: 'New binding key' })
  await expect.element(dialog.getByText('c2VjcmV0')).not.toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Show HMAC key' }))
  await expect.element(dialog.getByText('c2VjcmV0')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'I have copied them' }))
  await expect.element(page.getByText('c2VjcmV0')).not.toBeInTheDocument()
})

test('a server without ACME says that it does not tell, and nothing is called disabled', async () => {
  await open({})
  await expect
    .element(page.getByText('This server does not report whether its authorities issue over ACME'))
    .toBeVisible()
  await expect.element(page.getByText('Disabled')).not.toBeInTheDocument()
})
