import { expect, type Page } from '@playwright/test'

export const groupTable = (page: Page) => page.getByRole('grid', { name: 'Groups' })
export const memberTable = (page: Page) => page.getByRole('grid', { name: 'Members' })
export const dialogNamed = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** From any list of the area; ends on the page of the new group. */
export async function makeGroup(page: Page, name: string) {
  await page.goto('/devices/groups')
  await page.getByRole('button', { name: 'New group' }).click()
  const dialog = dialogNamed(page, 'New group')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await dialog.getByRole('button', { name: 'Create group' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}
