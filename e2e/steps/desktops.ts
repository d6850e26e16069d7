import { expect, type Page } from '@playwright/test'

export const desktopTabs = ['Computers', 'Summary', 'Software', 'Prohibited', 'Hardware', 'Licenses', 'Agents'] as const
export const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search', exact: true })
export const computerTable = (page: Page) => page.getByRole('grid', { name: 'Computers', exact: true })
export const filterBy = (page: Page, name: string, label: string) =>
  goes(page, () => page.getByRole('combobox', { name, exact: true }).selectOption({ label }))

/** What changes the address, until it has: before that, the rows that are here are those of before. */
async function goes(page: Page, act: () => Promise<unknown>) {
  const before = page.url()
  await act()
  await expect(page).not.toHaveURL(before)
  await page.evaluate(drawn)
}

/** The address changes first, and the page with the frames that follow. */
const drawn = async () => {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
}

export async function openDesktops(page: Page, tab: (typeof desktopTabs)[number]) {
  await page.goto('/desktops')
  await expect(page.getByRole('heading', { name: 'Desktops', level: 1 })).toBeVisible()
  await openDesktopTab(page, tab)
}

export async function openDesktopTab(page: Page, tab: (typeof desktopTabs)[number]) {
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
