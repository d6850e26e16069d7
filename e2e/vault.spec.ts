import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startServer } from '../tests/support/server.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { giveReason } from './steps/reason.ts'
import { beginSession, confirmIdentity } from './steps/sign-in.ts'

test.use({ account: 'admin' })

const keyName = 'e2e wrapping key'

async function exported(page: Page, confirm?: () => Promise<void>): Promise<Buffer> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: `Export ${keyName}` }).click()
  await giveReason(page)
  await confirm?.()
  return readFile(await (await download).path())
}

test('a key is stored in the vault, exported unchanged, replaced, and deleted', async ({
  page,
  product,
  signedIn: _,
  problems,
}) => {
  problems.allow(/status of 403/) // the question who is there
  const [first, second] = [randomBytes(300), randomBytes(40)]
  await page.getByRole('link', { name: 'Key vault', exact: true }).click()
  const table = page.getByRole('table', { name: 'Key vault' })
  await expect(table.getByText('payments-wrapping-key')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add a key' }).click()
  const form = page.getByRole('dialog', { name: 'Add a key to the vault' })
  await form.getByRole('button', { name: 'Add key' }).click()
  await expect(form.getByText('Enter a name')).toBeVisible()
  await expect(form.getByText('Choose a key file')).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('textbox', { name: 'Name' }).fill(keyName)
  await form
    .getByLabel('Choose the file')
    .setInputFiles({ name: 'wrapping.key', mimeType: 'application/octet-stream', buffer: first })
  await expect(form.getByText('wrapping.key, 300 bytes')).toBeVisible()
  await form.getByRole('textbox', { name: 'Type' }).fill('AES-256')
  await form.getByRole('textbox', { name: 'Data center' }).fill('Dublin')
  await form.getByRole('button', { name: 'Add key' }).click()
  const row = table.getByRole('row').filter({ hasText: keyName })
  await expect(row).toContainText('AES-256')
  expect(await exported(page, () => confirmIdentity(page, product.password))).toEqual(first)

  await page.getByRole('button', { name: `Replace ${keyName}` }).click()
  const other = page.getByRole('dialog', { name: `Replace “${keyName}”` })
  await expect(other.getByRole('textbox', { name: 'Data center' })).toHaveValue('Dublin')
  await other
    .getByLabel('Choose the file')
    .setInputFiles({ name: 'next.key', mimeType: 'application/octet-stream', buffer: second })
  await other.getByRole('textbox', { name: 'Data center' }).fill('Frankfurt')
  await other.getByRole('button', { name: 'Replace key' }).click()
  await expect(row).toContainText('Frankfurt')
  expect(await exported(page)).toEqual(second)

  await page.getByRole('button', { name: `Delete ${keyName}` }).click()
  const question = page.getByRole('dialog', { name: `Delete “${keyName}” from the vault?` })
  await expect(question.getByRole('button', { name: 'Delete key' })).toBeDisabled()
  await question.getByRole('textbox').fill(keyName)
  await question.getByRole('button', { name: 'Delete key' }).click()
  await expect(row).toHaveCount(0)
})

test('a key is found by keyboard alone, in dark colors', async ({ page, withSession: _ }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/vault')
  const table = page.getByRole('table', { name: 'Key vault' })
  await expect(table.getByText('payments-wrapping-key')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('frankfurt backup')
  await expect(table.getByText('payments-wrapping-key')).toHaveCount(0)
  await expect(table.getByText('backup-cipher')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('no such key')
  await page.getByRole('button', { name: 'Clear the search' }).press('Enter')
  await expect(table.getByText('payments-wrapping-key')).toBeVisible()
})

test('every page reports a sealed vault, and an administrator unseals it', async ({ browser, problems }) => {
  test.setTimeout(180_000)
  problems.allow(/status of (4|5)\d\d/) // sealed, and refused passphrases
  const folder = await mkdtemp(join(tmpdir(), 'triptych-sealed-'))
  const file = join(folder, 'passphrase')
  const passphrase = 'correct horse battery staple'
  const settings = {
    TRIPTYCH_DATA_DIR: join(folder, 'data'),
    TRIPTYCH_SEED: 'empty',
    TRIPTYCH_VAULT_PASSPHRASE_FILE: file,
    TRIPTYCH_DEMO_PASSWORD: randomBytes(12).toString('base64url'),
  }
  await writeFile(file, passphrase, { mode: 0o600 })
  await (await startServer(settings)).stop()
  await rm(file)
  const sealed = await startServer(settings)
  const context = await browser.newContext({ baseURL: sealed.ready.console })
  await problems.watch(context)
  const page = await context.newPage()
  await beginSession(page, 'admin', sealed.password)

  await page.goto('/certificates')
  await page.getByRole('link', { name: 'Go to the key vault' }).first().click()
  const panel = page.getByRole('region', { name: 'The vault is sealed' })
  await expect(panel).toBeVisible()
  await expectAccessible(page)
  const field = panel.getByRole('textbox', { name: 'Vault passphrase' })
  await panel.getByRole('button', { name: 'Unseal vault' }).click()
  await expect(field).toHaveAccessibleDescription(/Enter the vault passphrase/)
  await field.fill('a wrong passphrase')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(/Incorrect passphrase. The vault is still sealed./)
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await field.fill(passphrase)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The vault is empty')).toBeVisible()
  await expect(page.getByText('After a restart without it, the vault is sealed again.')).toBeVisible()
  expect((await fetch(`${sealed.ready.console}/readyz`)).status).toBe(200)

  await page.goto('/audit?action=keys.unsealVault&source=console')
  const entries = page.getByRole('grid', { name: 'Audit' })
  await expect(entries.getByText('Refused', { exact: true })).toBeVisible()
  await expect(entries.getByText('Done', { exact: true })).toBeVisible()
  await context.close()
  await sealed.stop()
  await rm(folder, { recursive: true, force: true })
})
