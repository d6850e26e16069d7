import { expect, expectAccessible, test } from './fixtures.ts'
import { searchField } from './steps/devices.ts'
import { dialogNamed } from './steps/groups.ts'
import { confirmIdentity } from './steps/sign-in.ts'

test.use({ account: 'admin' })

test('an administrator deletes several profiles, and sees which one is still on devices', async ({
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
  const confirm = dialogNamed(page, /^Delete \d+ profiles\?$/)
  await expect(confirm.getByText('On devices or groups, which the server is likely to refuse:')).toBeVisible()
  const count = Number(/\d+/.exec(await confirm.getByRole('heading').first().innerText())?.[0])
  expect(count).toBeGreaterThan(1)
  await confirm.getByRole('textbox').fill(`delete ${count}`)
  await confirm.getByRole('button', { name: 'Delete', exact: true }).click()
  await confirmIdentity(page, product.password)
  const results = dialogNamed(page, 'Deleted profiles')
  await expect(results.getByText(`1 of ${count} profiles deleted.`)).toBeVisible()
  await expect(results.getByRole('row', { name }).getByText('Moved to the trash')).toBeVisible()
  await expect(results.getByText('Refused')).toHaveCount(count - 1)
  await expectAccessible(page)
  await results.getByRole('button', { name: 'Close' }).last().click()

  await searchField(page).fill(name)
  await expect(page.getByText('No matching profiles')).toBeVisible()
  // With rows chosen, the filters are folded.
  await page.getByRole('button', { name: 'Filter list' }).click()
  await page.getByRole('combobox', { name: 'Trash' }).selectOption('With the trash')
  await expect(table.getByRole('link', { name })).toBeVisible()
  await expect(table.getByText('In the trash')).toBeVisible()
})
