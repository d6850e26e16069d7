import { expect, type Page } from '@playwright/test'

export const settingsTabs = ['Connections', 'API keys', 'My account', 'About'] as const

export async function openSettings(page: Page, tab: (typeof settingsTabs)[number]) {
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: tab }).click()
  await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
}

/** Prove again who is there, when the console asks. */
export async function confirmThatItIsMe(page: Page, password: string) {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** The key that is shown only once; afterwards nobody has it but the caller. */
export async function takeNewKey(page: Page, name: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: `New key “${name}”` })
  await dialog.getByRole('button', { name: 'Show API key' }).click()
  const key = await dialog.locator('code').textContent()
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await expect(dialog).toBeHidden()
  return key ?? ''
}
