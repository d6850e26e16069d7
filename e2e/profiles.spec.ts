import { expect, expectAccessible, test } from './fixtures.ts'
import { searchField } from './steps/devices.ts'
import { dialogNamed } from './steps/groups.ts'
import { confirmIdentity } from './steps/sign-in.ts'

test.use({ account: 'admin' })

test('an administrator deletes several profiles, and sees which one is still installed on devices', async ({
  page,
  product,
  problems,
  withSession: _,
}) => {
  problems.allow(/status of 403/, /status of 412/)
  const name = `Office Wi-Fi trial ${Date.now()}`
  await page.goto('/devices/profiles')
  await page.getByRole('button', { name: 'New profile' }).click()
  await dialogNamed(page, 'New profile').getByRole('textbox', { name: 'Name' }).fill(name)
  await dialogNamed(page, 'New profile').getByRole('button', { name: 'Create profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.goto('/devices/profiles?search=Office+Wi-Fi')
  const table = page.getByRole('grid', { name: 'Profiles' })
  await expect(table.getByRole('link', { name })).toBeVisible()
  await table.getByRole('checkbox').first().click()
  await page.getByRole('button', { name: 'Delete profiles' }).click()
  const plan = dialogNamed(page, 'Delete profiles')
  await expect(plan.getByText('On devices or groups: the server is likely to refuse it.').first()).toBeVisible()
  const action = plan.getByRole('button', { name: /^Delete \d+ profiles$/ })
  const count = Number(/\d+/.exec(await action.innerText())?.[0])
  expect(count).toBeGreaterThan(1)
  await plan.getByRole('textbox').fill(`delete ${count}`)
  await action.click()
  await confirmIdentity(page, product.password)
  await expect(page.getByRole('heading', { level: 1, name: `Delete ${count} profiles` })).toBeVisible()
  const results = page.getByRole('table', { name: 'Profiles' })
  await expect(results.getByRole('row', { name }).getByText('Completed')).toBeVisible({ timeout: 60_000 })
  await expect(results.getByText('Rejected')).toHaveCount(count - 1, { timeout: 60_000 })
  await expectAccessible(page)

  await page.goto('/devices/profiles')
  await searchField(page).fill(name)
  await expect(page.getByText('No matching profiles')).toBeVisible()
  await page.getByRole('combobox', { name: 'Trash' }).selectOption('With the trash')
  await expect(table.getByRole('link', { name })).toBeVisible()
  await expect(table.getByText('In the trash')).toBeVisible()
})
