import { expect, expectAccessible, test } from './fixtures.ts'

test('whoever writes a program finds which convention holds where the reference is silent', async ({
  page,
  signedIn: _,
}) => {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('link', { name: 'API reference' }).click()
  await expect(page.getByRole('heading', { name: 'API reference', level: 1 })).toBeVisible()
  const table = page.getByRole('table', { name: 'API reference' })
  await page.getByRole('searchbox', { name: 'Search' }).fill('sslCertSingleDiscovery')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table).toContainText('TIMEOUT is in seconds per host')
  await page.getByRole('radio', { name: 'Mobile devices' }).click()
  await expect(page.getByRole('radio', { name: 'Mobile devices' })).toBeChecked()
  await expect(page.getByText('No operation matches')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No operation matches')).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(table.getByRole('row').nth(100)).toBeAttached()
  await expectAccessible(page)
})
