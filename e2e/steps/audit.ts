import { expect, type Page } from '@playwright/test'

export const auditTable = (page: Page) => page.getByRole('grid', { name: 'Audit' })

export async function openAudit(page: Page) {
  await page.getByRole('link', { name: 'Audit', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible()
  await expect(auditTable(page).getByRole('row').nth(1)).toBeVisible()
}

/** The newest entry: the first row below the headings. */
export const newestEntry = (page: Page) => auditTable(page).getByRole('row').nth(1)
