import { expect, type Page } from '@playwright/test'

export const desktopTabs = ['Computers', 'Summary', 'Software', 'Licences', 'Agents'] as const
export const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search', exact: true })
export const computerTable = (page: Page) => page.getByRole('grid', { name: 'Computers', exact: true })
export const filterBy = (page: Page, name: string, label: string) =>
  page.getByRole('combobox', { name, exact: true }).selectOption({ label })

export async function openDesktops(page: Page, tab: (typeof desktopTabs)[number]) {
  await page.getByRole('link', { name: 'Desktops', exact: true }).click()
  await page.getByRole('tab', { name: tab }).click()
  await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
}

/** Wait until the rows are those of what was last typed or chosen. */
export async function rowsAreHere(page: Page, table = page.getByRole('grid')) {
  await expect(table).toHaveAttribute('aria-busy', 'false')
  await expect(table.getByRole('row').nth(1)).toBeVisible()
}

/** Choose computers of the table by their name. */
export async function chooseComputers(page: Page, names: readonly string[]) {
  for (const name of names) {
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name, exact: true }) })
      .getByRole('checkbox')
      .click()
  }
}

export const namesIn = (page: Page) => page.getByRole('grid').getByRole('link').allInnerTexts()
