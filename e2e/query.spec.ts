import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { picture } from './steps/picture.ts'

test('a query on any field finds devices, is refined by its counts, and opens one of them', async ({
  page,
  withSession: _,
}) => {
  await page.goto('/devices/query')
  // Fields of the list are known before whole records are read.
  await page.getByRole('combobox', { name: 'Query', exact: true }).fill('os<16 status=2')
  await page.keyboard.press('Enter')
  const table = page.getByRole('grid', { name: 'Devices' })
  await expect(table.getByRole('link').first()).toBeVisible({ timeout: 60_000 })
  await expect(page).toHaveURL(/query=os/)
  await page.getByRole('combobox', { name: 'Count by' }).fill('Platform type')
  await page.getByRole('option', { name: 'Platform type platform', exact: true }).click()
  await expectAccessibleInBothSchemes(page)
  await picture(page, 'query')
  // More devices are found from moment to moment: what is counted is no number to compare.
  await page.getByRole('list', { name: 'Devices by Platform type' }).getByRole('link').first().click()
  await expect(page.getByRole('combobox', { name: 'Query', exact: true })).toHaveValue(/ platform="Platform [ABC]"$/)
  await table.getByRole('link').first().click()
  await expect(page.getByRole('tab', { name: 'Activity' })).toBeVisible()
})
