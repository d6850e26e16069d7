import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { picture } from './steps/picture.ts'

test('a question about any field finds devices, is refined by its counts, and leads to one of them', async ({
  page,
  withSession: _,
}) => {
  await page.goto('/devices/query')
  await expect(page.getByText('whole records of all 2,000 devices read')).toBeVisible({ timeout: 150_000 })
  await page.getByRole('combobox', { name: 'Query', exact: true }).fill('disk<20% -encrypted')
  await page.keyboard.press('Enter')
  const table = page.getByRole('grid', { name: 'Devices' })
  await expect(table.getByRole('link').first()).toBeVisible()
  await expect(page).toHaveURL(/query=disk/)
  await page.getByRole('combobox', { name: 'Count by' }).fill('Platform type')
  await page.getByRole('option', { name: 'Platform type platform', exact: true }).click()
  await expectAccessibleInBothSchemes(page)
  await picture(page, 'query')
  const bar = page.getByRole('list', { name: 'Devices by Platform type' }).getByRole('link').first()
  const [, count = ''] = /(\d+) ·/.exec(await bar.innerText()) ?? []
  await bar.click()
  await expect(page.getByText(new RegExp(`of ${count}$`)).first()).toBeVisible()
  await table.getByRole('link').first().click()
  await expect(page.getByRole('tab', { name: 'Activity' })).toBeVisible()
})
