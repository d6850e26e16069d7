import { readFile } from 'node:fs/promises'
import { cellsOfCsv } from '../tests/support/cells-of-csv.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { deviceTable, searchField } from './steps/devices.ts'
import { dialogNamed, groupTable, makeGroup, memberTable } from './steps/groups.ts'
import { confirmIdentity } from './steps/sign-in.ts'

test.use({ account: 'admin' })

test('an operator creates a group of devices, scans it, and sees which devices got the command', async ({
  page,
  product,
  problems,
  withSession: _,
}) => {
  problems.allow(/status of 403/)
  test.slow()
  const name = `Scan round ${Date.now()}`
  await makeGroup(page, name)

  await page.goto('/devices?search=Adaeze&size=20')
  await deviceTable(page).getByRole('checkbox').first().click()
  await page.getByRole('button', { name: 'Add to a group' }).click()
  const dialog = dialogNamed(page, /^Add \d+ devices to groups$/)
  const title = await dialog.getByRole('heading').first().innerText()
  const count = Number(/\d+/.exec(title)?.[0])
  expect(count).toBeGreaterThan(5)
  await dialog.getByRole('searchbox').fill(name)
  await dialog.getByRole('checkbox', { name }).click()
  await dialog.getByRole('button', { name: 'Add (1)' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('tab', { name: 'Groups' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible() // the search before is that of the devices
  await searchField(page).fill(name)
  await expect(groupTable(page).getByRole('row')).toHaveCount(2) // before that, what is pressed may move away
  await expect(groupTable(page).getByRole('row').nth(1)).toContainText(String(count))
  await groupTable(page).getByRole('link', { name }).click()
  await expect(memberTable(page).getByRole('row')).toHaveCount(count + 1)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Send a command to all' }).click()
  await page.getByRole('combobox', { name: 'Command' }).selectOption('Scan')
  const preview = page.getByRole('table', { name: 'Devices' })
  await expect(preview.getByText('The device is not managed').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Send “Scan” to \d+ devices$/ }).click()

  const results = page.getByRole('table', { name: 'Devices' })
  await expect(page.getByRole('heading', { name: /^Scan to \d+ devices \(Group .+\)$/, level: 1 })).toBeVisible()
  await expect(results.getByText('Skipped').first()).toBeVisible()
  await expect(results.getByText(/^(Accepted|Completed|Failed)$/).first()).toBeVisible({ timeout: 30_000 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)

  const rows = await results.getByRole('row').count()
  await page.reload()
  await expect(results.getByRole('row')).toHaveCount(rows)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const cells = cellsOfCsv((await readFile(await download.path(), 'utf8')).slice(1))
  expect(cells[0]).toContain('Result')
  expect(cells).toHaveLength(count + 1)

  await page.goto('/devices/groups')
  await searchField(page).fill(name)
  await expect(groupTable(page).getByRole('row')).toHaveCount(2)
  await groupTable(page).getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Delete group' }).click()
  const confirm = dialogNamed(page, `Delete group ${name}?`)
  await expect(confirm.getByRole('button', { name: 'Delete group' })).toBeDisabled()
  await confirm.getByRole('textbox').fill(name)
  await confirm.getByRole('button', { name: 'Delete group' }).click()
  await confirmIdentity(page, product.password)
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
  await searchField(page).fill(name)
  await expect(page.getByText('No matching groups')).toBeVisible()
})

test('an administrator creates a profile, publishes it and assigns it to a group, by keyboard alone', async ({
  page,
  product,
  problems,
  withSession: _,
}) => {
  problems.allow(/status of 403/)
  test.slow()
  const name = `Door code ${Date.now()}`
  await page.goto('/devices/profiles')
  await page.getByRole('button', { name: 'New profile' }).press('Enter')
  await expect(dialogNamed(page, 'New profile').getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Distribute to groups' })).toBeDisabled()

  await page.getByRole('button', { name: 'Add payload' }).press('Enter')
  await page.getByRole('textbox', { name: 'Min length' }).press('3')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a number from 4 to 16')).toBeVisible()
  await page.getByRole('textbox', { name: 'Min length' }).press('ControlOrMeta+a')
  await page.keyboard.type('6')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Payloads' })).toContainText('Min length')

  await page.getByRole('button', { name: 'Add payload' }).press('Enter')
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Restrictions')
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('popups')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Allow popups allow_popups', exact: true }).selectOption('1, Restricted')
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('sd card write')
  await page
    .getByRole('combobox', { name: 'Allow SD card write allow_sd_card_write' })
    .selectOption('3, meaning not defined')
  await expectAccessible(page)
  await dialogNamed(page, 'Add payload').getByRole('button', { name: 'Add' }).press('Enter')
  const payloads = page.getByRole('region', { name: 'Payloads' })
  await expect(payloads).toContainText('1, Restricted')
  await expect(payloads).toContainText('3, meaning not defined')
  await page.getByRole('button', { name: 'Edit payload Restrictions' }).press('Enter')
  await page.getByRole('combobox', { name: 'Allow SD card write allow_sd_card_write' }).waitFor({ state: 'hidden' })
  await page.getByRole('radio', { name: 'Set' }).press('Space')
  await page.getByRole('combobox', { name: 'Allow SD card write allow_sd_card_write' }).selectOption('Not set')
  await dialogNamed(page, 'Edit Restrictions payload').getByRole('button', { name: 'Save' }).press('Enter')
  await expect(payloads).not.toContainText('3, meaning not defined')
  await expect(payloads).toContainText('1, Restricted')

  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await dialogNamed(page, `Publish ${name}?`).getByRole('button', { name: 'Publish' }).press('Enter')
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  await expectAccessible(page)

  const giveOrTake = async (label: string, action: string) => {
    await page.getByRole('button', { name: label }).press('Enter')
    const dialog = dialogNamed(page, `${label}: ${name}`)
    await dialog.getByRole('checkbox', { name: 'Finance' }).press('Space')
    await dialog.getByRole('button', { name: `${action} (1)` }).press('Enter')
    await expect(dialog).toBeHidden()
  }
  await giveOrTake('Distribute to groups', 'Distribute')
  await expect(page.getByText(/Distributed to groups: 1$/)).toBeVisible()
  await giveOrTake('Remove from groups', 'Remove')
  await expect(page.getByText(/Distributed to groups: 0$/)).toBeVisible()

  await page.getByRole('button', { name: 'Move to the trash' }).press('Enter')
  const confirm = dialogNamed(page, `Move ${name} to the trash?`)
  await confirm.getByRole('textbox').fill(name)
  await confirm.getByRole('textbox').press('Enter')
  await confirmIdentity(page, product.password)
  await expect(page.getByRole('heading', { level: 1, name: 'Profiles' })).toBeVisible()
})

test('an administrator adds a user, corrects the telephone number, and deletes the user again', async ({
  page,
  product,
  problems,
  withSession: _,
}) => {
  problems.allow(/status of 403/)
  const name = `New colleague ${Date.now()}`
  await page.goto('/devices/users')
  await page.getByRole('button', { name: 'New user' }).click()
  const dialog = dialogNamed(page, 'New user')
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(dialog.getByText('Enter a user name')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Email' }).fill('nobody')
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(dialog.getByText('This is not a valid email address')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Email' }).fill(`colleague.${Date.now()}@example.com`)
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(dialog).toBeHidden()

  await searchField(page).fill(name)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await dialogNamed(page, `Edit ${name}`).getByRole('textbox', { name: 'Phone' }).fill('+44 20 7946 0000')
  await dialogNamed(page, `Edit ${name}`).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('table', { name: 'Users' })).toContainText('+44 20 7946 0000')
  await expectAccessible(page)

  await page.getByRole('button', { name: `Delete ${name}` }).click()
  const confirm = dialogNamed(page, `Delete ${name}?`)
  await confirm.getByRole('textbox').fill(name)
  await confirm.getByRole('button', { name: 'Delete user' }).click()
  await confirmIdentity(page, product.password)
  await expect(page.getByText('No matching users')).toBeVisible()
})
