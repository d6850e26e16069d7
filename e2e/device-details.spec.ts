import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openOnly } from './steps/device-actions.ts'
import { openTab, searchField } from './steps/devices.ts'
import { giveReason } from './steps/reason.ts'
import { confirmIdentity } from './steps/sign-in.ts'

test.use({ account: 'admin' })

test('the caller’s phone is found by half a serial number, and why its camera does not work is read', async ({
  page,
  withSession: _,
}) => {
  await openOnly(page, '222222M')
  await openTab(page, 'Restrictions')
  await searchField(page).fill('camera')
  const camera = page.getByRole('row').filter({ has: page.getByText('camera', { exact: true }) })
  await expect(camera).toContainText('Sources differ')
  await expect(camera).toContainText('Meaning not defined')
})

test('a missing app of a phone is distinguished from the installed ones', async ({ page, withSession: _ }) => {
  await openOnly(page, 'B9222222M')
  await openTab(page, 'Apps')
  await page.getByRole('radio', { name: 'Missing' }).click()
  const missing = page.getByRole('table', { name: 'Apps' }).getByRole('row').nth(1)
  await expect(missing).toContainText('Missing')
  await expect(missing).toContainText('3.2.0')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Missing' })).toBeChecked()
})

test('the firmware password of a laptop is revealed after reauthentication', async ({
  page,
  product,
  problems,
  withSession: _,
}) => {
  problems.allow(/status of 403/)
  await openOnly(page, 'LOS-LT-00010')
  await openTab(page, 'Security')
  await page.getByRole('button', { name: 'Show Firmware password' }).click()
  await giveReason(page)
  await confirmIdentity(page, product.password)
  await expect(page.getByText('A4C9-77E1-0B52')).toBeVisible()
  await page.getByRole('button', { name: 'Hide Firmware password' }).click()
  await expect(page.getByText('A4C9-77E1-0B52')).toBeHidden()
})

test('the track of a lost phone is drawn without a map server', async ({ page, product, withSession: _ }) => {
  await openOnly(page, 'B9222222M')
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(product.console).origin) elsewhere.push(request.url())
  })
  await openTab(page, 'Location')
  await expect(page.getByRole('region', { name: 'Location permissions' })).toContainText('Fetch location')
  await page.getByRole('button', { name: 'Show location history' }).click()
  await expect(page.getByRole('img', { name: /^Track of \d positions/ })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Location' }).getByRole('row').nth(1)).toContainText('Lagos')
  expect(elsewhere).toEqual([])
})

test('a certificate of a phone is looked up in the key service by its serial number', async ({
  page,
  withSession: _,
}) => {
  await openOnly(page, 'B9222222M')
  await openTab(page, 'Certificates')
  const wifi = page.getByRole('row').filter({ hasText: 'Wi-Fi identity' })
  const serial = await wifi.locator('code').first().innerText()
  await wifi.getByRole('link', { name: `Find ${serial} in the key service` }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Certificates' })).toBeVisible()
  await expect(page).toHaveURL((address) => address.searchParams.get('search') === serial)
})

test('the map and the list of positions are accessible in light and dark, and fit a phone', async ({
  page,
  withSession: _,
}) => {
  await openOnly(page, 'B9222222M')
  await openTab(page, 'Location')
  await page.getByRole('button', { name: 'Show location history' }).click()
  await expect(page.getByRole('table', { name: 'Location' })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
