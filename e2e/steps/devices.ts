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

/** The link to the security check of what was searched. The address changes before the links of the page do. */
export async function securityCheckOf(page: Page, search: string) {
  const link = page.getByRole('link', { name: 'Security check' })
  await expect(link).toHaveAttribute('href', new RegExp(`search=${search}`))
  return link
}

/** Type a text that only one device has, and press Enter. */
export async function openDevice(page: Page, text: string) {
  await searchField(page).fill(text)
  await searchField(page).press('Enter')
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
}

/** On the page of a device. The address changes before the page does, and tabs of the area have the same names. */
export async function openTab(page: Page, name: (typeof deviceTabs)[number] | 'Location') {
  await expect(page.getByRole('tab', { name: 'Command history' })).toBeVisible()
  await page.getByRole('tab', { name }).click()
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
}
