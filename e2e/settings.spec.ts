import { readFile } from 'node:fs/promises'
import { toRequest } from '#contract/http/http.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { tlsClient } from '../tests/services/keys/tls-client.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { confirmThatItIsMe, openSettings, takeNewKey } from './steps/settings.ts'

test.use({ account: 'admin' })

const keyPanel = 'API keys of key management'

test('an administrator gives a program a key, renews it and takes it back', async ({
  page,
  product,
  signedIn: _,
  problems,
}) => {
  problems.allow(/status of 403/) // the question who is there
  /** What key management answers to this key. */
  const statusFor = async (key: string) => {
    const client = tlsClient(product.keys, { ca: await readFile(product.ca, 'utf8'), key })
    const { target, headers } = toRequest(listCertificates, {})
    const { status } = await client.ask(target, { headers })
    client.close()
    return status
  }
  await openSettings(page, 'API keys')
  const panel = page.getByRole('region', { name: keyPanel }).first()
  const rows = page.getByRole('table', { name: keyPanel }).getByRole('row')

  await panel.getByRole('button', { name: 'Generate a key' }).click()
  const form = page.getByRole('dialog', { name: 'Generate a key' })
  await form.getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(form.getByText('Say what the key is for')).toBeVisible()
  await form.getByRole('textbox', { name: 'Name' }).fill('nightly report')
  await form.getByRole('button', { name: 'Generate', exact: true }).click()
  await confirmThatItIsMe(page, product.password)
  const first = await takeNewKey(page, 'nightly report')
  expect(await statusFor(first)).toBe(200)
  await expect(rows.filter({ hasText: 'nightly report' })).toContainText('127.0.0.1')
  expect(await page.content()).not.toContain(first)

  await page.getByRole('button', { name: 'Regenerate “nightly report”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Regenerate', exact: true }).click()
  const second = await takeNewKey(page, 'nightly report')
  expect([await statusFor(first), await statusFor(second)]).toEqual([401, 200])

  await page.getByRole('button', { name: 'Revoke “nightly report”' }).click()
  const revoke = page.getByRole('dialog', { name: 'Revoke “nightly report”?' })
  await expect(revoke.getByRole('button', { name: 'Revoke' })).toBeDisabled()
  await revoke.getByRole('textbox').fill('nightly report')
  await revoke.getByRole('button', { name: 'Revoke' }).click()
  await expect(rows.filter({ hasText: 'nightly report' })).toHaveCount(0)
  expect(await statusFor(second)).toBe(401)
})

test('the console gets another key for key management while it runs, and goes back to its own', async ({
  page,
  product,
  signedIn: _,
  problems,
}) => {
  problems.allow(/status of 40[03]/)
  await openSettings(page, 'API keys')
  const own = page.getByRole('region', { name: 'Key of this console for key management' })
  const table = page.getByRole('table', { name: keyPanel })

  await page.getByRole('region', { name: keyPanel }).first().getByRole('button', { name: 'Generate a key' }).click()
  const form = page.getByRole('dialog', { name: 'Generate a key' })
  await form.getByRole('textbox', { name: 'Name' }).fill('for the console')
  await form.getByRole('button', { name: 'Generate', exact: true }).click()
  await confirmThatItIsMe(page, product.password)
  const key = await takeNewKey(page, 'for the console')

  await own.getByRole('button', { name: 'Replace the key' }).click()
  const field = own.getByRole('textbox', { name: 'New key' })
  await expect(field).toBeFocused()
  await field.fill(`${key}x`)
  await own.getByRole('button', { name: 'Test and activate' }).click()
  await expect(own.getByText('Nothing was changed')).toBeVisible()
  await expect(own).toContainText('The console made it for itself')
  await expectAccessible(page)

  await field.fill(key)
  await own.getByRole('button', { name: 'Test and activate' }).click()
  await expect(own.getByText('The new key works.')).toBeVisible()
  await expect(own.getByRole('alert')).toContainText('It ends by itself, within a day.')
  await expect(own).toContainText('Entered in this console')
  await expect(table.getByRole('row').filter({ hasText: 'for the console' })).toContainText('just now')
  expect(await page.content()).not.toContain(key)

  await own.getByRole('button', { name: 'Close' }).click()
  await own.getByRole('button', { name: 'Forget it' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Forget it' }).click()
  await expect(own).toContainText('The console made it for itself')
  await page.getByRole('button', { name: 'Revoke “for the console”' }).click()
  const revoke = page.getByRole('dialog', { name: 'Revoke “for the console”?' })
  await revoke.getByRole('textbox').fill('for the console')
  await revoke.getByRole('button', { name: 'Revoke' }).click()
  await expect(table.getByRole('row').filter({ hasText: 'for the console' })).toHaveCount(0)
})

test('somebody who would rather not confirm who they are changes nothing', async ({ page, signedIn: _, problems }) => {
  problems.allow(/status of 403/)
  await openSettings(page, 'API keys')
  await page.getByRole('button', { name: 'Regenerate “first”' }).first().click()
  const question = page.getByRole('dialog', { name: 'Regenerate “first”?' })
  await question.getByRole('button', { name: 'Regenerate' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(confirm).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(confirm).toBeHidden()
  await expect(question).toContainText('It was not confirmed that it is you')
})

test('the connections say what they are and how they are doing, with the keyboard alone', async ({
  page,
  product,
  signedIn: _,
}) => {
  await page.goto('/settings')
  await expect(page).toHaveURL(/\/settings\/connections$/)
  const desktop = page.getByRole('region', { name: 'Desktop management' })
  await expect(desktop).toContainText('Healthy')
  await expect(desktop).toContainText(product.desktop)
  await desktop.getByText(/checks are good$/).press('Enter')
  await expect(desktop.getByRole('listitem').first()).toContainText('Good')
  await page.getByRole('tab', { name: 'Connections' }).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Triptych' })).toContainText('Its own embedded demo world')
  await page.getByRole('link', { name: 'API reference' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible()
})

test('who cannot sign in learns how the servers are doing, and no address', async ({ page, product }) => {
  await page.goto('/health')
  await expect(page.getByRole('heading', { level: 1, name: 'Health of the connections' })).toBeVisible()
  await expect(page.getByText('All connections work.')).toBeVisible()
  for (const address of [product.desktop, product.keys, new URL(product.keys).port]) {
    expect(await page.content()).not.toContain(address)
  }
  await page.getByRole('link', { name: 'Go to the console' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
})

test.describe('whoever is no administrator', () => {
  test.use({ account: 'helpdesk' })
  test('sees connections and keys, and why they cannot change them', async ({ page, signedIn: _ }) => {
    await page.goto('/settings/connections')
    await expect(page.getByText('To change them, your account needs Common_Admin')).toBeVisible()
    await page.goto('/settings/api-keys')
    await expect(page.getByRole('button', { name: 'Replace the key' })).toBeDisabled()
    await expect(page.getByText('your account needs KeyManagement_Admin')).toBeVisible()
    await expect(page.getByText('your account needs MDM_Admin')).toBeVisible()
    await expectAccessible(page)
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the settings are accessible in ${colorScheme} colors, on a desk and on a phone`, async ({
    page,
    signedIn: _,
  }) => {
    await page.emulateMedia({ colorScheme })
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      for (const [address, text] of [
        ['/settings/connections', /checks are good/],
        ['/settings/api-keys', 'Regenerate'],
        ['/settings/api-keys?connection=embedded-keys', 'Test and activate'],
        ['/settings/about', 'Version'],
        ['/health', 'All connections work.'],
      ] as const) {
        await page.goto(address)
        await expect(page.getByText(text).first()).toBeVisible()
        await expectAccessible(page)
        const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overhang, `${address} is wider than ${width} px`).toBeLessThanOrEqual(0)
      }
    }
  })
}
