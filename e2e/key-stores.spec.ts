import type { Page } from '@playwright/test'
import { deleteCertificate, listCertificates } from '#contract/keys/certificates.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { ask } from './steps/ask.ts'
import { byKeyboard } from './steps/by-keyboard.ts'
import { giveReason } from './steps/reason.ts'
import { confirmIdentity } from './steps/sign-in.ts'

test.use({ account: 'admin' })

const imported = ['app-server.lab.example', 'tomcat.lab.example']

/** They lie on the shared path for everybody: taken out of the inventory, they are unmanaged again. */
async function takeOut(page: Page) {
  const { rows } = await ask(page, listCertificates, {})
  for (const common_name of rows.flatMap((row) => row['Common Name'] ?? []).filter((name) => imported.includes(name))) {
    await ask(page, deleteCertificate, { common_name })
  }
}

test('unmanaged key stores are imported with their passwords, and not with wrong ones', async ({
  page,
  product,
  withSession: _,
  problems,
}) => {
  problems.allow(/status of (403|422)/) // who is there has to be confirmed, and a wrong password
  const lab = (await (await fetch(product.lab)).json()) as { shared_path: { file: string; password: string }[] }
  const stores = lab.shared_path.filter(({ file }) => file !== 'mail-gateway.p12')
  await page.goto('/discovery/unmanaged')
  const table = page.getByRole('table', { name: 'Key stores' })
  const passwordOf = (file: string) => table.getByRole('textbox', { name: `Password of ${file}` })
  const send = page.getByRole('button', { name: 'Import with passwords' })
  await expect(table.getByRole('row')).toHaveCount(4)
  await send.click()
  await expect(page.getByRole('alert')).toContainText('Enter at least one key store password')
  await passwordOf('tomcat.p12').fill('surely not this')
  await send.click()
  await expect(page.getByRole('alert')).toContainText('tomcat.p12')
  await expect(page.getByRole('alert')).toContainText('Incorrect passphrase, or the key store was modified')
  await expectAccessible(page)

  const { type, press } = byKeyboard(page)
  for (const { file, password } of stores) await type(passwordOf(file), password)
  await press('Import with passwords')
  await expect(page.getByRole('alert')).toContainText('2 of 2 key stores imported')
  for (const { file } of stores) await expect(passwordOf(file)).toHaveCount(0)
  await expect(passwordOf('mail-gateway.p12')).toHaveValue('')
  const { rows } = await ask(page, listCertificates, {})
  expect(rows.map((row) => row['Common Name'])).toEqual(expect.arrayContaining(imported))

  await page.goto(`/certificates?search=${imported[0]}`)
  await page.getByRole('link', { name: imported[0] ?? '' }).click()
  await page.getByRole('button', { name: 'Download KEY', exact: true }).click()
  await giveReason(page)
  await confirmIdentity(page, product.password)
  await takeOut(page)
})

test('key stores behind the load balancer of the lab are read over SSH, and it can be disconnected', async ({
  page,
  product,
  problems,
  withSession: _,
}) => {
  problems.allow(/status of 422/) // a folder that is not there
  const { load_balancer: balancer } = (await (await fetch(product.lab)).json()) as {
    load_balancer: { host: string; folder: string; key_stores: { file: string; password: string }[] }
  }
  const [, store = { file: '', password: '' }] = balancer.key_stores
  await page.goto('/discovery/unmanaged')
  await page.getByRole('radio', { name: 'Load balancer' }).click()
  const connected = page.getByRole('region', { name: 'Load balancers' })
  await expect(connected).toContainText(`${balancer.host}, ${balancer.folder}, read as root`)
  const table = page.getByRole('table', { name: 'Key stores' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await expectAccessible(page)
  await table.getByRole('textbox', { name: `Password of ${balancer.host}/${store.file}` }).fill(store.password)
  await page.getByRole('button', { name: 'Import with passwords' }).click()
  await expect(page.getByRole('alert')).toContainText('1 of 1 key stores imported')
  await expect(table.getByRole('row')).toHaveCount(2)

  await connected.getByRole('button', { name: `Disconnect ${balancer.host}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(connected).toContainText('No load balancer is connected.')
  await expect(page.getByText('No key stores to import')).toBeVisible()

  await connected.getByRole('button', { name: 'Connect a load balancer' }).click()
  const form = page.getByRole('dialog', { name: 'Connect a load balancer' })
  await form.getByRole('combobox', { name: 'Host' }).selectOption(balancer.host)
  await form.getByLabel('User', { exact: true }).fill('root')
  await form.getByRole('textbox', { name: 'Folder of the key stores' }).fill('/no/such/folder')
  await form.getByRole('button', { name: 'Connect' }).click()
  await expect(form.getByRole('alert')).toContainText('There is no folder /no/such/folder')
  await form.getByRole('textbox', { name: 'Folder of the key stores' }).fill(balancer.folder)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Connect' }).click()
  await expect(form).toBeHidden()
  await expect(table.getByRole('row')).toHaveCount(2)
})
