import { createMemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { getVaultStatus, unsealVault } from '#contract/keys/api-keys.ts'
import { listVaultKeys } from '#contract/keys/vault.ts'
import { Problem } from '#contract/problem.ts'
import * as Vault from '#pages/vault/Vault.tsx'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../support/answering.ts'
import { signedInWith } from '../devices/signed-in.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'

afterEach(() => queryClient.clear())

const sealedProblem = new Problem('SEALED', undefined, { service: 'keys' })
const status = (sealed: boolean) => ({
  result: { status: 'Success' },
  details: { sealed: String(sealed), openedBy: 'passphrase' },
})
const noKeys = { result: { status: 'Success' }, details: [], totalRows: 0 }

async function open(answers: Answers) {
  const calls = answering({ [listVaultKeys.id]: sealedProblem, ...answers })
  const router = createMemoryRouter([{ path: paths.vault, ...Vault }], { initialEntries: [paths.vault] })
  await renderRouter(router)
  return calls
}

test('whoever may not unseal the vault is told who can, and is asked for nothing', async () => {
  signedInWith('KeyManagement_Read')
  await open({ [getVaultStatus.id]: status(true) })
  await expect.element(page.getByText('An administrator must unseal the vault')).toBeVisible()
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument()
})

test('after too many passphrases one is told how long to wait', async () => {
  signedInWith('KeyManagement_Admin')
  const wait = new Problem('TOO_MANY_PASSPHRASES', undefined, { service: 'keys', retryAfterSeconds: 840 })
  const calls = await open({ [getVaultStatus.id]: status(true), [unsealVault.id]: wait })
  await page.getByRole('textbox', { name: 'Vault passphrase' }).fill('canary passphrase')
  await page.getByRole('button', { name: 'Unseal vault' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Too many wrong passphrases')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/wait 840 s/)
  await expect.element(page.getByRole('textbox', { name: 'Vault passphrase' })).toHaveValue('')
  expect(calls.filter(({ row }) => row === unsealVault.id)).toHaveLength(1)
})

test('the list comes as soon as somebody else has unsealed the vault', async () => {
  signedInWith('KeyManagement_Read')
  let isSealed = true
  await open({
    [getVaultStatus.id]: () => status(isSealed),
    [listVaultKeys.id]: () => (isSealed ? sealedProblem : noKeys),
  })
  await expect.element(page.getByRole('region', { name: 'The vault is sealed' })).toBeVisible()
  isSealed = false
  await expect.element(page.getByText('The vault is empty')).toBeVisible()
})

test('a server that does not tell whether it has a vault shows its list', async () => {
  signedInWith('KeyManagement_Read')
  await open({
    [getVaultStatus.id]: new Problem('NOT_OFFERED', undefined, { service: 'keys' }),
    [listVaultKeys.id]: noKeys,
  })
  await expect.element(page.getByText('The vault is empty')).toBeVisible()
  await expect.element(page.getByText(/unsealed/)).not.toBeInTheDocument()
})
