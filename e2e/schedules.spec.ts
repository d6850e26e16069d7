import { paths } from '#paths.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'

test.use({ account: 'admin' })

test('a discovery is planned for every night by keyboard, paused, and deleted again', async ({
  page,
  withSession: _,
}) => {
  await page.goto(paths.discovery)
  await page.getByRole('textbox', { name: 'Host', exact: true }).fill('127.0.0.1')
  await page.getByRole('button', { name: 'Schedule…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Schedule job' })
  await dialog.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Berlin')
  await expect(dialog.getByRole('status', { name: 'Next runs' }).getByRole('listitem')).toHaveCount(5)
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Every night')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Every night' })).toBeVisible()
  await expect(page.getByText('Every day at 02:00')).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused by admin.')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.goto(paths.schedules)
  await expect(page.getByRole('row', { name: 'Every night' })).toContainText('Paused')
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('link', { name: 'Every night' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No schedules yet')).toBeVisible()
})
