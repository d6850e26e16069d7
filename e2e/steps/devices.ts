import { expect, type Page } from '@playwright/test'

/** The tabs that show their table at once; Location asks first. */
export const deviceTabs = [
  'Overview',
  'Restrictions',
  'Command history',
  'Certificates',
  'Apps',
  'Profiles',
  'Security',
] as const

export const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
export const deviceTable = (page: Page) => page.getByRole('grid', { name: 'Devices' })

/** Type a text that only one device has, and press Enter. */
export async function openDevice(page: Page, text: string) {
  await searchField(page).fill(text)
  await searchField(page).press('Enter')
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
}

export async function openTab(page: Page, name: (typeof deviceTabs)[number] | 'Location') {
  await page.getByRole('tab', { name }).click()
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
}
