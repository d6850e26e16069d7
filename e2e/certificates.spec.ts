import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { paths } from '#paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { contentOf, issueCertificate, openssl } from './steps/certificates.ts'
import { giveReason } from './steps/reason.ts'
import { confirmIdentity } from './steps/sign-in.ts'

test.use({ account: 'admin' })

const hasOpenssl = spawnSync('openssl', ['version']).error === undefined
const vector = (name: string) => join(import.meta.dirname, '../tests/crypto/vectors/x509', name)

test('an administrator revokes a certificate with a reason, and clients refuse it from then on', async ({
  page,
  product,
  problems,
  withSession: _,
}) => {
  test.skip(!hasOpenssl, 'openssl is the client here')
  problems.allow(/status of 403/) // who is there has to be confirmed
  const name = 'revoked.e2e.example'
  const { id, crlUrl } = await issueCertificate(page, name)
  await page.goto(paths.certificate(id))
  await expect(page.getByRole('list', { name: 'Alternative names' })).toHaveText(name)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PEM', exact: true }).click()
  const pem = String(await contentOf(await downloading))
  const [own = '', ...above] = pem.match(/-----BEGIN[^]+?END CERTIFICATE-----/g) ?? []
  const isTrusted = async () => {
    const list = Buffer.from(await (await fetch(crlUrl)).arrayBuffer())
    const crl = list.toString().startsWith('-----')
      ? String(list)
      : `-----BEGIN X509 CRL-----\n${list
          .toString('base64')
          .match(/.{1,64}/g)
          ?.join('\n')}\n-----END X509 CRL-----\n`
    const files = { 'own.pem': own, 'above.pem': above.join('\n'), 'list.pem': crl }
    return openssl(['verify', '-crl_check', '-CRLfile', 'list.pem', '-CAfile', 'above.pem', 'own.pem'], files)
  }
  expect((await isTrusted()).text).toContain('own.pem: OK')

  await page.getByRole('button', { name: 'Revoke' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke this certificate?' })
  await expect(dialog.getByText('It may still be in use')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Revoke' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: `Type “${name}” to confirm` }).fill(name)
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Choose a reason')
  await dialog.getByRole('radio', { name: 'Key compromise', exact: true }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await confirmIdentity(page, product.password)
  await expect(page.getByRole('alert')).toContainText(/is revoked.+key compromise/i)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(page.getByText('Revoke a certificate, or release a held one').first()).toBeVisible()

  const { ok, text } = await isTrusted()
  expect(ok).toBe(false)
  expect(text).toContain('certificate revoked')
})

test('a certificate on hold is marked in the list, released, and finally revoked', async ({
  page,
  product,
  problems,
  withSession: _,
}) => {
  problems.allow(/status of 403/)
  const name = 'held.e2e.example'
  const { id } = await issueCertificate(page, name)
  const listedAs = `${paths.certificates}?${new URLSearchParams({ search: name })}`
  const row = page.getByRole('grid', { name: 'Certificates' }).getByRole('row').filter({ hasText: name })
  const release = page.getByRole('radio', { name: 'Release from hold', exact: true })
  const revoke = async (reason: string) => {
    await page.goto(paths.certificate(id))
    await page.getByRole('button', { name: 'Revoke' }).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke this certificate?' })
    // Its addresses are loaded, and the dialog has its final height.
    await expect(dialog.getByText('OCSP responses change at once.')).toBeVisible()
    await dialog.getByRole('radio', { name: reason, exact: true }).check()
    await dialog.getByRole('textbox').fill(name)
    await expect(release).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Revoke' }).click()
  }
  const answered = page.getByRole('dialog', { name: 'Done' })
  const close = () => answered.getByRole('button', { name: 'Close' }).last().click()

  await revoke('On hold')
  await confirmIdentity(page, product.password)
  await close()
  await expect(page.getByText('Clients reject it until it is released')).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.goto(listedAs)
  await expect(row).toContainText('On hold')
  await expectAccessible(page)

  await page.goto(paths.certificate(id))
  await page.getByRole('button', { name: 'Release from hold' }).click()
  const dialog = page.getByRole('dialog', { name: 'Release this certificate from hold?' })
  await dialog.getByRole('textbox').fill(name)
  await dialog.getByRole('button', { name: 'Release' }).click()
  await close()
  await expect(page.getByText('Not revoked', { exact: true })).toBeVisible()
  await page.goto(listedAs)
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('On hold')

  await revoke('Superseded')
  await close()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('dialog', { name: 'Already revoked' })).toContainText('This certificate is revoked')
  await page.goto(listedAs)
  await page.getByRole('combobox', { name: 'State' }).selectOption('Revoked')
  await expect(row).toContainText('Revoked')
  await page.getByRole('tab', { name: 'Issued' }).click()
  await page.getByRole('link', { name: /^Revoked by Demo Issuing CA/ }).click()
  const issued = page.getByRole('grid', { name: 'Issued' })
  await expect(issued.getByRole('row').filter({ hasText: name })).toContainText('Superseded')
  await expectAccessible(page)
})

test('a deployment server is saved and removed, by keyboard alone', async ({ page, withSession: _, problems }) => {
  problems.allow(/status of 403/)
  await page.goto(paths.certificateServers)
  await expect(page.getByRole('table', { name: 'Servers' })).toContainText('web.lab.example')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add a server' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add a server' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter the path of the private key')).toBeVisible()
  await expectAccessible(page)
  const files = ['/srv/e2e/web.pem', '/srv/e2e/web.key']
  const entered = ['e2e server', 'build', 'root', ...files, 'systemctl reload web', 'web.example:443']
  await dialog.getByRole('textbox', { name: 'Name' }).focus()
  for (const text of entered) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.getByRole('button', { name: 'Add server' }).press('Enter')
  await expect(dialog).toBeHidden()
  const row = page.getByRole('table', { name: 'Servers' }).getByRole('row').filter({ hasText: 'e2e server' })
  await expect(row).toContainText('build.lab.example')
  for (const text of ['/srv/e2e/web.pem', 'systemctl reload web', 'web.example:443'])
    await expect(row).toContainText(text)
  await row.getByRole('button', { name: 'Remove e2e server' }).press('Enter')
  const removal = page.getByRole('dialog', { name: 'Remove the server “e2e server”?' })
  await expect(removal).toContainText('/srv/e2e/web.pem')
  await expect(removal.getByRole('button', { name: 'Close' })).toBeFocused() // the dialog is ready for the keyboard
  await removal.getByRole('textbox').focus()
  await page.keyboard.type('e2e server')
  await page.keyboard.press('Enter')
  await expect(page.getByText('“e2e server” removed')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('a private key is exported, opens with the displayed passphrase, and is hidden again soon', async ({
  page,
  product,
  problems,
  withSession: _,
}) => {
  test.skip(!hasOpenssl, 'openssl is the client here')
  problems.allow(/status of 403/)
  const { id } = await issueCertificate(page, 'exported.e2e.example')
  await page.goto(paths.certificate(id))
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download KEY', exact: true }).click()
  await giveReason(page)
  await confirmIdentity(page, product.password)
  const download = await downloading
  expect(download.suggestedFilename()).toBe('exported.e2e.example.key')
  await page.getByRole('button', { name: 'Show passphrase' }).click()
  await giveReason(page)
  const shown = page.getByRole('region', { name: 'Key store and passphrase' }).locator('code')
  await expect(shown).not.toHaveText('••••••••')
  const passphrase = (await shown.textContent()) ?? ''
  const args = ['pkey', '-in', 'a.key', '-noout', '-text', '-passin', `pass:${passphrase}`]
  expect(await openssl(args, { 'a.key': await contentOf(download) })).toMatchObject({ ok: true })
  await page.getByRole('button', { name: 'Hide passphrase' }).click()
  await expect(page.locator('body')).not.toContainText(passphrase)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
})

test('a key store of keytool is previewed, imported with its password, and deleted by its name', async ({
  page,
  product,
  problems,
  withSession: _,
}) => {
  problems.allow(/status of 403/)
  problems.allow(/status of 422.+addCertificate/) // the wrong password
  await page.goto(paths.importCertificate)
  await page.getByLabel('Choose a file').setInputFiles(vector('keytool.jks'))
  await expect(page.getByRole('region', { name: 'keytool.jks' })).toContainText('Java key store (JKS)')
  await expect(page.getByText('Contains a private key')).toBeVisible()
  const seen = page.getByRole('table', { name: 'Certificates in the file' })
  await expect(seen.getByText('CN=host.example.com', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Enter the password of the file')).toBeVisible()
  const password = page.getByRole('textbox', { name: 'Password of the file' })
  await password.fill('wrong')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText(/password/i)
  await password.fill('geheim-123')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText(/host\.example\.com|imported/i)

  for (const name of ['host.example.com', 'Acme Intermediate', 'Acme Root']) {
    await page.goto(`${paths.certificates}?${new URLSearchParams({ search: name })}`)
    await page.getByRole('link', { name, exact: true }).first().click()
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this certificate?' })
    await dialog.getByRole('textbox', { name: `Type “${name}” to confirm` }).fill(name)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    if (name === 'host.example.com') await confirmIdentity(page, product.password)
    await expect(page.getByRole('alert')).toContainText('was deleted')
  }
})

test('a certificate is deployed to a selected server, and the host is checked for serving it', async ({
  page,
  product,
  problems,
  withSession: _,
}) => {
  problems.allow(/status of 403/)
  const name = 'web.lab.example'
  const link = page.getByRole('link', { name, exact: true })
  // The demo deploys it, and then looks at every host, some time after the start.
  await expect(async () => {
    await page.goto(`${paths.certificates}?search=${name}+127.`)
    await expect(link).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 120_000 })
  await link.click()
  const place = page.getByRole('list', { name: 'Hosts' }).getByText(/^127[\d.]+:\d+/)
  const [, host = '', port = ''] = /^([\d.]+):(\d+)/.exec((await place.textContent()) ?? '') ?? []
  await page.getByRole('button', { name: 'Deploy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deploy this certificate' })
  await expect(dialog.getByRole('button', { name: 'Deploy' })).toBeDisabled()
  await dialog.getByRole('radio', { name: 'web', exact: true }).check()
  await dialog.getByRole('button', { name: 'Deploy' }).click()
  await confirmIdentity(page, product.password)
  await expect(dialog.getByRole('alert')).toContainText('Deployed to the server')
  await dialog.getByRole('textbox', { name: 'Host' }).fill(host)
  await dialog.getByRole('textbox', { name: 'Port' }).fill(port)
  await dialog.getByRole('button', { name: 'Check host' }).click()
  await expect(dialog.getByText('The host presents this certificate')).toBeVisible()
  await expectAccessible(page)
})

test('a certificate is renewed, deployed to its server and served there, as one job', async ({
  page,
  product,
  problems,
  withSession: _,
}) => {
  problems.allow(/status of 403/)
  const list = page.getByRole('grid', { name: 'Certificates' })
  // The demo deploys it some time after the start.
  await expect(async () => {
    await page.goto(`${paths.certificates}?search=web.lab.example&deployed=yes`)
    await expect(list.getByRole('link', { name: 'web.lab.example' })).toHaveCount(1, { timeout: 5000 })
  }).toPass({ timeout: 120_000 })
  await list.getByRole('checkbox').last().click()
  await page.getByRole('button', { name: 'Renew', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Renew certificates' })
  await dialog.getByRole('checkbox', { name: /^Deploy to the servers/ }).click()
  await expect(dialog.getByText('Deployed to web, and checked there.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Renew 1 certificate' }).click()
  await confirmIdentity(page, product.password)
  await expect(page.getByRole('heading', { level: 1, name: 'Renew 1 certificate' })).toBeVisible()
  await expect(page.getByText('Presented at web')).toBeVisible({ timeout: 60_000 })
})

test('certificates that expire next are found, opened and exported as a calendar, by keyboard alone', async ({
  page,
  withSession: _,
}) => {
  await page.goto(paths.certificates)
  await expect(page.getByRole('grid', { name: 'Certificates' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('expired')
  await expect(page).toHaveURL(/search=expired/)
  // The rows of before are dimmed until the answer is there: only the head is left beside what was found.
  await expect(page.getByRole('row').filter({ hasNotText: 'expired' })).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Inventory' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Certificate expiry' })).toBeVisible()
  await page.getByRole('radio', { name: 'All' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/within=expired/)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Calendar file' }).press('Enter')
  const calendar = String(await contentOf(await downloading))
  expect(calendar).toContain('SUMMARY:expired.example.com expires')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.getByRole('link', { name: 'expired.example.com' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'expired.example.com' })).toBeVisible()
  await expect(page.getByText('The private key is not stored in the service.').first()).toBeVisible()
})

test.describe('somebody who may only read', () => {
  test.use({ account: 'helpdesk' })
  test('sees every certificate, and why its actions are unavailable', async ({ page, withSession: _ }) => {
    await page.goto(paths.certificates)
    await page.getByRole('link', { name: 'expired.example.com' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'expired.example.com' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Deploy|Revoke|Delete)$/ })).toHaveCount(0)
    await page.getByRole('tab', { name: 'Activity' }).click()
    await expect(page.getByText('Audit of this console: viewing it requires Common_Admin.')).toBeVisible()
    await page.goto(paths.importCertificate)
    await expect(page.getByText('It requires the permission KeyManagement_Write.')).toBeVisible()
  })
})
