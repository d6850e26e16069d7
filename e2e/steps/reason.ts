import type { Page } from '@playwright/test'

export const reason = 'Returned by its user'

/** Say why, in the dialog that asks, and go on. */
export async function giveReason(page: Page) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await page.keyboard.press('Enter')
}
