import { expect, expectAccessible, test } from './fixtures.ts'
import { deviceTable, openTab } from './steps/devices.ts'
import { dialogNamed } from './steps/groups.ts'

test.use({ account: 'admin' })

/** A file of this size that begins and ends like a ZIP archive, or like nothing known. */
const fileOf = (name: string, size: number, isArchive = false) => {
  const buffer = Buffer.alloc(size)
  if (isArchive) {
    buffer.write('PK\x03\x04', 'latin1')
    buffer.write('PK\x05\x06', size - 22, 'latin1')
  }
  return { name, mimeType: 'application/octet-stream', buffer }
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('an administrator adds a custom app with its package and icon, and installs it on a device', async ({
  page,
  problems,
  withSession: _,
}) => {
  problems.allow(/status of 400/)
  const name = `Berth plan ${Date.now()}`
  await page.goto('/devices/apps')
  await page.getByRole('button', { name: 'New app' }).click()
  const dialog = dialogNamed(page, 'New app')
  await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('Enterprise app')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('combobox', { name: 'Platform' }).selectOption('Platform B')
  await dialog.getByRole('textbox', { name: 'Identifier' }).fill(`example.berth.${Date.now()}`)
  await dialog.getByRole('textbox', { name: 'Version' }).fill('2.1')
  const add = dialog.getByRole('button', { name: 'Add app' })
  const chosenPackage = dialog.getByLabel('Choose the package')

  await expect(dialog.getByText(/A ZIP archive, such as \.apk or \.ipa, at most 512 MiB/)).toBeVisible()
  await add.click()
  await expect(dialog.getByText('Choose the package of the app')).toBeVisible()
  await chosenPackage.setInputFiles(fileOf('notes.apk', 2000))
  await expect(dialog.getByText('This file is not a ZIP archive')).toBeVisible()
  await add.click()
  await expect(dialog.getByText('Refused by the server: this is not a ZIP archive')).toBeVisible()
  await expect(dialog.getByText(/^Details: FIL0001, mdm/)).toBeVisible()
  await expectAccessible(page)

  await chosenPackage.setInputFiles(fileOf('berth-plan.apk', 20_000_000, true))
  await expect(dialog.getByText('Refused by the server')).toBeHidden()
  await dialog.getByLabel('Choose an icon').setInputFiles(fileOf('icon.png', 300))
  await add.click()
  await expect(dialog.getByText('Refused by the server: this is not a PNG or JPEG image')).toBeVisible()
  await expect(dialog.getByText(/^Details: FIL0001, mdm/)).toBeVisible()
  await dialog.getByLabel('Choose an icon').setInputFiles({ ...fileOf('icon.png', 0), buffer: onePixel })
  await expect(dialog.getByText('1 × 1 pixels')).toBeVisible()
  await add.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Enterprise app')).toBeVisible()
  await expect(page.getByText('berth-plan.apk, 20,000,000 bytes')).toBeVisible()

  await page.goto('/devices?platform=Platform+B&managed_status=2')
  await deviceTable(page).getByRole('link').first().click()
  await openTab(page, 'Apps')
  await page.getByRole('button', { name: 'Distribute apps' }).click()
  const choice = dialogNamed(page, 'Distribute apps to this device')
  await choice.getByRole('searchbox').fill(name)
  await choice.getByRole('checkbox', { name }).click()
  await choice.getByRole('button', { name: 'Distribute (1)' }).click()
  await expect(choice).toBeHidden()
  await page.getByRole('button', { name: `Details of ${name}` }).click()
  const details = dialogNamed(page, name)
  await expect(details.getByText('2.1', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await details.getByRole('link', { name: 'Show the app in the catalog' }).click()
  await expect(page.getByText(/^Distributed to devices: 1 · Installed on devices: 0/)).toBeVisible()
})
