import { readFile } from 'node:fs/promises'
import { paths } from '#paths.ts'
import { cellsOfCsv } from '../tests/support/cells-of-csv.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { rowsAreHere } from './steps/desktops.ts'
import { deviceTable, searchField, securityCheckOf } from './steps/devices.ts'

test('the help desk finds every device without encryption and exports the list', async ({ page, signedIn: _ }) => {
  await searchField(page).fill('Birch Lite')
  await (await securityCheckOf(page, 'Birch')).click()
  await expect(page.getByText(/devices that match the list filters/)).toBeVisible()
  await page.getByRole('button', { name: 'Start check' }).click()
  await expect(page.getByText(/^Ended: Security check of/)).toBeVisible({ timeout: 120_000 })

  await page.getByRole('radio', { name: 'Encryption off' }).click()
  const table = page.getByRole('table', { name: 'Security check' })
  await expect(table.getByText(/Encryption off/).first()).toBeVisible()
  await expect(table.getByText(/Encryption (on|unknown|contradictory)/)).toHaveCount(0)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^security-check-.+\.csv$/)
  const [head, ...rows] = cellsOfCsv((await readFile(await download.path(), 'utf8')).slice(1))
  const valuesOf = (name: string) => rows.map((row) => row[head?.indexOf(name) ?? -1])
  expect(rows.length).toBeGreaterThan(0)
  expect(new Set(valuesOf('Result'))).toEqual(new Set(['Needs attention']))
  expect(valuesOf('Findings').every((text) => text?.startsWith('Encryption off'))).toBe(true)
})

test('a security check goes on when its page is closed', async ({ page, context, signedIn: _ }) => {
  await searchField(page).fill('Birch Lite')
  await (await securityCheckOf(page, 'Birch')).click()
  await page.getByRole('button', { name: 'Start check' }).click()
  await expect(page, 'the check itself, and not the result of an earlier one').toHaveURL(/[?&]check=\d/)
  await expect(page.getByText(/: Security check/)).toBeVisible()
  await page.close()
  const later = await context.newPage()
  await later.goto(paths.securityCheck)
  await expect(later.getByText(/^Ended: Security check of/)).toBeVisible({ timeout: 120_000 })
  await later.getByRole('button', { name: 'Show last result' }).click()
  const row = later.getByRole('table', { name: 'Security check' }).getByRole('row', { name: /Birch Lite/ })
  await expect(row.filter({ hasText: /No finding.*Encryption on|Needs attention.*Encryption/ }).first()).toBeVisible()
  await expectAccessible(later)
})

test.describe('with the right to wipe', () => {
  test.use({ account: 'admin' })

  test('all matching devices are selected together, and none is wiped before their number is typed', async ({
    page,
    withSession: _,
  }) => {
    await page.goto('/devices?search=Adaeze&size=5')
    await rowsAreHere(page)
    await deviceTable(page).getByRole('checkbox').first().click()
    await page.getByRole('button', { name: /^Select all \d+ that match$/ }).click()
    await page.getByRole('button', { name: 'Send a command' }).click()
    await page.getByRole('combobox', { name: 'Command' }).selectOption('Complete wipe')
    await page.getByRole('radio', { name: 'Not eligible' }).click()
    await expect(
      page.getByRole('table', { name: 'Devices' }).getByText('Not on a personal device').first(),
    ).toBeVisible()

    const send = page.getByRole('button', { name: /^Send “Complete wipe” to \d+ devices$/ })
    const count = Number(/\d+/.exec(await send.innerText())?.[0])
    await send.click()
    await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(/at least 5 characters/)
    await page.getByRole('textbox', { name: 'Reason' }).fill('Stolen from the warehouse')
    await send.click()
    const dialog = page.getByRole('dialog', { name: `Complete wipe: ${count} devices?` })
    await expect(dialog.getByRole('list', { name: 'Devices' }).getByRole('listitem')).toHaveCount(count)
    await dialog.getByRole('textbox').fill(`wipe ${count + 1}`)
    await expect(dialog.getByRole('button', { name: 'Complete wipe' })).toBeDisabled()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByText('No devices selected')).toBeVisible()
  })
})

test('without the permission to send, the preview shows the devices and why nothing is sent', async ({
  page,
  withSession: _,
}) => {
  await page.goto('/devices?search=Adaeze&size=5')
  await rowsAreHere(page)
  await deviceTable(page).getByRole('checkbox').nth(1).click()
  await page.getByRole('button', { name: 'Send a command' }).click()
  await page.getByRole('combobox', { name: 'Command' }).selectOption('Scan')
  await expect(page.getByText('Your account needs MDM_Write')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Send “Scan”|No eligible devices)/ })).toHaveCount(0)
})
