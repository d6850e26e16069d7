import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { type ConnectionView, forgetKey, listConnections, replaceKey } from '#contract/console/connections.ts'
import * as keys from '#contract/keys/api-keys.ts'
import { keyExpiresAt } from '#contract/mdm/key-life.ts'
import { Problem } from '#contract/problem.ts'
import type { SignedIn } from '#contract/session.ts'
import { Component as ApiKeys } from '#pages/settings/api-keys/ApiKeys.tsx'
import { KeyExpiry } from '#pages/settings/api-keys/KeyExpiry.tsx'
import { paths } from '#paths.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { type Answers, answering } from '../../support/answering.ts'

const day = 86_400_000
const canary = 'canary-pasted-key-81'

const session: SignedIn = {
  state: 'signed-in',
  demo: false,
  by: 'password',
  site: { name: 'test', title: 'Test' },
  sites: [{ name: 'test', title: 'Test' }],
  user: { name: 'anna', email: '', authType: '', permissions: ['Common_Admin', 'KeyManagement_Admin', 'MDM_Admin'] },
}
const phones: ConnectionView = {
  name: 'hq-phones',
  service: 'mdm',
  edition: 'on-premises',
  baseUrl: 'https://mdm.example.com:8383',
  dialect: [],
  credential: 'a key',
  key: { source: 'configuration', since: Date.now() - 170 * day, expiresAt: Date.now() + 12.5 * day },
}
const vault: ConnectionView = {
  ...phones,
  name: 'hq-vault',
  service: 'keys',
  baseUrl: 'https://keys.example.com:6565',
  key: { source: 'console', since: Date.now() - 400 * day },
}
const list = (...connections: ConnectionView[]) => ({ [listConnections.id]: { embedded: false, connections } })
const elsewhere: Answers = {
  [keys.listApiKeys.id]: new Problem('UNKNOWN_API_NAME'),
  'mdm.listApiKeys': new Problem('COM0008'),
}

async function open(answers: Answers, address: string = paths.apiKeys) {
  const calls = answering({ ...elsewhere, ...answers })
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, session)
  const routes = [
    {
      path: paths.apiKeys,
      element: (
        <>
          <KeyExpiry />
          <ApiKeys />
        </>
      ),
    },
  ]
  await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />
      </QueryClientProvider>
    </UiProvider>,
  )
  return calls
}
const panelOf = (service: string) => page.getByRole('region', { name: `Key of this console for ${service}` })
const mdm = panelOf('mobile device management')

beforeEach(() => queryClient.clear())

test('a key that was generated and is missing in the answer is not shown as an empty one', async () => {
  let generated = 0
  await open({
    ...list(vault),
    [keys.listApiKeys.id]: { result: { status: 'Success' }, details: [] },
    [keys.generateApiKey.id]: () => {
      generated += 1
      return { name: 'generateApiKey', result: { status: 'Success', message: 'ok' }, details: {} }
    },
  })
  await page.getByRole('button', { name: 'Generate key' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('backup script')
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  await expect.element(page.getByText('The server response contains no API key')).toBeVisible()
  await expect.element(page.getByText(/The change may have been made/)).toBeVisible()
  await expect.element(page.getByText('Shown only once')).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('backup script')
  expect(generated).toBe(1)
})

test('a refused host address is told at its field, which keeps what was typed', async () => {
  await open({
    ...list(vault),
    [keys.listApiKeys.id]: { result: { status: 'Success' }, details: [] },
    [keys.generateApiKey.id]: new Problem('REFUSED', 'address: must be the IP address of a host', { service: 'keys' }),
  })
  await page.getByRole('button', { name: 'Generate key' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('backup script')
  const address = page.getByRole('textbox', { name: 'Host IP address' })
  await address.fill('backup.example.com')
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  await expect.element(address).toHaveAccessibleDescription(/Refused by the server: must be the IP address of a host/)
  await expect.element(address).toHaveAttribute('aria-invalid', 'true')
  await expect.element(address).toHaveValue('backup.example.com')
  await expect.element(page.getByText(/^Rejected by the key service/)).not.toBeInTheDocument()
})

test('a key that ends soon is announced, with its day and the way to replace it', async () => {
  await open(list(phones, vault))
  await expect.element(mdm.getByText('Expires within 12 days')).toBeVisible()
  await expect.element(mdm.getByText('Expires at the latest')).toBeVisible()
  await expect.element(panelOf('key management').getByText('No expiry date')).toBeVisible()
  await expect.element(page.getByText('The key of hq-phones: expires within 12 days')).toBeVisible()
  await page.getByRole('link', { name: 'Replace key' }).click()
  await expect.element(mdm.getByRole('textbox', { name: 'New key' })).toHaveFocus()
})

test('nobody is troubled while a key has more than 30 days', async () => {
  await open(list({ ...phones, key: { source: 'configuration', since: 0, expiresAt: Date.now() + 31.5 * day } }))
  await expect.element(mdm.getByText('Expires within 31 days')).toBeVisible()
  await expect.element(page.getByText(/^The key of/)).not.toBeInTheDocument()
})

test('replacing a key: where to make it, the test, and what is left to do about the old one', async () => {
  let answer: Problem | { oldKey: string } = new Problem('KEY_NOT_TAKEN', 'Not authorized', {
    service: 'console',
    field: 'key',
  })
  const calls = await open({ ...list(phones), [replaceKey.id]: () => answer })
  await mdm.getByRole('button', { name: 'Replace key' }).click()
  await expect.element(mdm.getByText(/API Key Generation under Integrations/)).toBeVisible()

  const field = mdm.getByRole('textbox', { name: 'New key' })
  await field.fill('short')
  await mdm.getByRole('button', { name: 'Test and activate' }).click()
  await expect.element(mdm.getByText('A key has 8 to 512 visible ASCII characters')).toBeVisible()
  expect(calls.filter(({ row }) => row === replaceKey.id)).toEqual([])

  await field.fill(canary)
  await mdm.getByRole('button', { name: 'Test and activate' }).click()
  await expect.element(mdm.getByText(/Not authorized. No changes made/)).toBeVisible()
  await expect.element(field).toHaveValue(canary)

  answer = { oldKey: 'still taken' }
  await mdm.getByRole('button', { name: 'Test and activate' }).click()
  await expect.element(mdm.getByText('The new key works', { exact: false })).toBeVisible()
  await expect
    .element(mdm.getByText(/The server still accepts the old key. Open Admin, API Key Generation/))
    .toBeVisible()
  expect(calls.findLast(({ row }) => row === replaceKey.id)?.body).toEqual({ connection: 'hq-phones', key: canary })

  const kept = [queryClient.getQueryCache().getAll(), queryClient.getMutationCache().getAll()].flat()
  expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain(canary)
  expect(document.body.innerHTML).not.toContain(canary)
  await mdm.getByRole('button', { name: 'Close' }).click()
  await expect.element(mdm.getByRole('button', { name: 'Replace key' })).toHaveFocus()
})

test('where people open a server themselves, a key says what it changes, and ends nothing old', async () => {
  const { key: _, ...unlocked } = phones
  await open({ ...list({ ...unlocked, credential: 'the person' }), [replaceKey.id]: { oldKey: 'not known' } })
  await mdm.getByRole('button', { name: 'Enter a key' }).click()
  await expect.element(mdm.getByText(/Individual users are recorded only in the audit/)).toBeVisible()
  await expect.element(mdm.getByText('Revoke the old key')).not.toBeInTheDocument()
  await mdm.getByRole('textbox', { name: 'New key' }).fill(canary)
  await userEvent.keyboard('{Enter}')
  await expect.element(mdm.getByText('The new key works', { exact: false })).toBeVisible()
  await expect.element(mdm.getByRole('alert')).not.toBeInTheDocument()
})

test('the day on which a key was made is sent, as it began here', async () => {
  const calls = await open({ ...list(phones), [replaceKey.id]: { oldKey: 'refused' } })
  await mdm.getByRole('button', { name: 'Replace key' }).click()
  await mdm.getByRole('textbox', { name: 'New key' }).fill(canary)
  const made = new Date(Date.now() - 40 * day).toISOString().slice(0, 10)
  await mdm.getByLabelText('Created on').fill(made)
  await userEvent.keyboard('{Enter}')
  await expect.element(mdm.getByText(/No further action required/)).toBeVisible()
  const madeAt = Number(calls.findLast(({ row }) => row === replaceKey.id)?.body.madeAt)
  expect(new Date(madeAt).toISOString()).toBe(`${made}T00:00:00.000Z`)
  expect(keyExpiresAt(madeAt)).toBeGreaterThan(Date.now())
})

test('a key that was entered here can be forgotten, after a question that says what then holds', async () => {
  let current = vault
  const calls = await open({
    [listConnections.id]: () => ({ embedded: false, connections: [current] }),
    [forgetKey.id]: () => {
      current = { ...vault, key: { source: 'configuration', since: Date.now() } }
      return {}
    },
  })
  await panelOf('key management').getByRole('button', { name: 'Remove key' }).click()
  const question = page.getByRole('dialog', { name: 'Remove the key of hq-vault?' })
  await expect.element(question.getByText(/falls back to its configuration/)).toBeVisible()
  await question.getByRole('button', { name: 'Remove key' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(calls.findLast(({ row }) => row === forgetKey.id)?.body).toEqual({ connection: 'hq-vault' })
  await expect.element(panelOf('key management').getByText('Connections file')).toBeVisible()
})

test('who would rather not confirm who they are is told quietly that nothing was changed', async () => {
  await open({ ...list(vault), [replaceKey.id]: new Problem('NOT_CONFIRMED') })
  const panel = panelOf('key management')
  await panel.getByRole('button', { name: 'Replace key' }).click()
  await panel.getByRole('textbox', { name: 'New key' }).fill(canary)
  await userEvent.keyboard('{Enter}')
  await expect.element(panel.getByText(/^No changes made: your identity was not confirmed/)).toBeVisible()
  await expect.element(panel.getByRole('alert')).not.toBeInTheDocument()
})

test('a server that keeps its keys in its own pages is no error', async () => {
  await open(list(phones, vault))
  await expect
    .element(
      page.getByText('Keys of this server are managed on the server. On the server, open Settings, then API Key.'),
    )
    .toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a server whose keys cannot be read says why, and can be asked again', async () => {
  const problem = new Problem('KEY_REFUSED', 'Invalid AUTHTOKEN', { service: 'keys' })
  await open({ ...list(vault), [keys.listApiKeys.id]: problem })
  const alert = page.getByRole('alert')
  await expect.element(alert.getByText('Invalid AUTHTOKEN', { exact: true })).toBeVisible()
  await expect.element(alert.getByText(/replace it under Settings, API keys/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a new key of key management is given a permission, which the list then shows', async () => {
  let made: object[] = []
  const listed = () => ({ name: 'listApiKeys', result: { status: 'Success', message: 'found' }, details: made })
  const calls = await open({
    ...list(vault),
    [keys.listApiKeys.id]: listed,
    [keys.generateApiKey.id]: ({ name, permission }) => {
      made = [{ id: 1, name, permission, address: '127.0.0.1', createdBy: 'anna' }]
      return {
        name: 'generateApiKey',
        result: { status: 'Success', message: 'made' },
        details: { id: 1, apiKey: canary },
      }
    },
  })
  await page.getByRole('button', { name: 'Generate key' }).click()
  const form = page.getByRole('dialog', { name: 'Generate key' })
  await form.getByRole('textbox', { name: 'Name' }).fill('nightly report')
  const permission = form.getByRole('combobox', { name: 'Permission' })
  await expect.element(permission).toHaveValue('KeyManagement_Admin')
  await permission.selectOptions('Read (KeyManagement_Read)')
  await form.getByRole('button', { name: 'Generate', exact: true }).click()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await expect.element(page.getByRole('button', { name: 'Generate key' })).toHaveFocus()
  const row = page
    .getByRole('table', { name: 'API keys of key management' })
    .getByRole('row', { name: /nightly report/ })
  await expect.element(row.getByRole('cell', { name: 'Read', exact: true })).toBeVisible()
  expect(calls.find(({ row: id }) => id === keys.generateApiKey.id)?.body).toEqual({
    name: 'nightly report',
    permission: 'KeyManagement_Read',
  })
})
