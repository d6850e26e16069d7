import type { Page } from '@playwright/test'
import { listPreferences } from '#contract/console/preferences.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { ask } from './steps/ask.ts'
import { picture } from './steps/picture.ts'
import { openSignedIn, signOut } from './steps/sign-in.ts'

const found = (page: Page) => page.getByRole('listbox', { name: 'Look up: results' }).getByRole('option')

/** The frame listens as soon as the button is there. */
async function openByKeyboard(page: Page) {
  await expect(page.getByRole('button', { name: 'Look up' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Look up' })).toBeFocused()
}

test('part of a serial number finds its device, by keyboard alone', async ({ page, signedIn: _ }) => {
  await openByKeyboard(page)
  await page.keyboard.type('9222222')
  await expect(found(page).first()).toContainText('B9222222M')
  await expect(found(page).first()).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Amara Okafor')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('pressing Enter before the results have loaded opens the best one', async ({ page, signedIn: _ }) => {
  await openByKeyboard(page)
  await page.keyboard.insertText('B9222222M')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Amara Okafor')
})

test('Escape closes without a change, and the arrow keys select', async ({ page, signedIn: _ }) => {
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect(page.getByRole('combobox', { name: 'Look up' })).toBeFocused()
  await page.keyboard.insertText('settings') // at once: each letter finds others
  const options = found(page)
  await expect(options.nth(1)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: 'Look up' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Look up' })).toBeFocused()
  await expect(page).toHaveURL(/\/devices$/)

  await page.getByRole('button', { name: 'Look up' }).click()
  await page.getByRole('button', { name: 'Close (Esc)' }).click()
  await expect(page.getByRole('combobox', { name: 'Look up' })).toBeHidden()
})

test('an email address finds the person and their devices, in light and dark colors', async ({ page, signedIn: _ }) => {
  await openByKeyboard(page)
  await page.keyboard.type('amara.adeyemi@harbourvale.example')
  await expect(page.getByRole('group', { name: 'People' }).getByRole('option')).toHaveCount(1)
  await picture(page, 'lookup', 'dark')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Amara Adeyemi' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Devices' })).toContainText('ATM222CJX')
  await expect(page.getByRole('table', { name: 'Desktops' })).toContainText('TLV-LT-00336')
  await expect(page.getByRole('table', { name: 'Certificates' })).toContainText('Wi-Fi identity')
  await expectAccessibleInBothSchemes(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Amara Adeyemi' })).toBeVisible()
})

test('what was opened is offered before anything is typed, also in another browser of the account', async ({
  page,
  browser,
  product,
  problems,
  signedIn: _,
}) => {
  await openByKeyboard(page)
  await page.keyboard.insertText('B9222222M')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Amara Okafor')
  const preferences = async () => (await ask(page, listPreferences, {})).preferences.map(({ name }) => name)
  await expect.poll(preferences).toContainEqual(expect.stringContaining(new URL(page.url()).pathname))

  const elsewhere = await browser.newContext({ baseURL: product.console })
  await problems.watch(elsewhere)
  const other = await elsewhere.newPage()
  await openSignedIn(other, 'helpdesk', product.password)
  await openByKeyboard(other)
  const recent = other.getByRole('group', { name: 'Recently opened' }).getByRole('option')
  await expect(recent).toHaveCount(1)
  await expectAccessibleInBothSchemes(other)
  await other.keyboard.press('Enter')
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Amara Okafor')

  await signOut(other, 'helpdesk')
  expect(await other.evaluate(() => JSON.stringify(localStorage))).not.toContain('Amara Okafor')
  await elsewhere.close()
})
