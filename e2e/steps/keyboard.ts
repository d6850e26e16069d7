import { expect, type Locator, type Page } from '@playwright/test'

/** Further from where one is, nobody gets there by keyboard. A grid is one stop. */
const maxPresses = 25

const hasFocus = (target: Locator) => target.evaluate((one) => one === document.activeElement)

/** By Tab alone, or back by Shift+Tab. What has the keyboard is in sight, and seen to have it. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  for (let presses = 0; !(await hasFocus(target)); presses++) {
    if (presses === maxPresses) throw new Error(`After ${maxPresses} times ${key}, ${String(target)} is not reached`)
    await page.keyboard.press(key)
  }
  await expect(target).toBeInViewport()
  await expect(target).not.toHaveCSS('outline-style', 'none')
}

export async function pressOn(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await tabTo(page, target, key)
  await expect(target).toBeEnabled() // it can be reached before, and says what it waits for
  await page.keyboard.press('Enter')
}

/** `/` comes to the search of a list from anywhere; what stood there is typed over. */
export async function searchFor(page: Page, text: string) {
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toBeFocused()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

/** A select goes to what is typed. */
export async function typeChoice(page: Page, select: Locator, label: string) {
  await tabTo(page, select)
  await page.keyboard.type(label)
  await expect(select.getByRole('option', { name: label, exact: true })).toHaveJSProperty('selected', true)
}

/** From one choice of a row of radios to another, by arrow. */
export async function arrowTo(page: Page, radio: Locator) {
  for (let presses = 0; !(await radio.isChecked()); presses++) {
    if (presses === maxPresses) throw new Error(`No arrow leads to ${String(radio)}`)
    await page.keyboard.press('ArrowRight')
    await expect(page.locator(':focus')).toBeChecked() // pressed on before it is, it would go from where it was
  }
  await expect(radio).toBeFocused()
}

/** Between the tabs of a page, from the open one. */
export async function openTabByKeys(page: Page, open: string, wanted: string) {
  await tabTo(page, page.getByRole('tab', { name: open, exact: true }))
  const tab = page.getByRole('tab', { name: wanted, exact: true })
  for (let presses = 0; !(await hasFocus(tab)); presses++) {
    if (presses === maxPresses) throw new Error(`No arrow leads to the tab ${wanted}`)
    await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('Enter')
  await expect(tab).toHaveAttribute('aria-selected', 'true')
}

/** A grid is one stop, where it was left; from there to its first row. */
export async function tabToFirstRow(page: Page, grid: Locator) {
  const isInside = () => grid.evaluate((one) => one.contains(document.activeElement))
  for (let presses = 0; !(await isInside()); presses++) {
    if (presses === maxPresses) throw new Error(`After ${maxPresses} times Tab, ${String(grid)} is not reached`)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Control+Home')
  await expect(grid.getByRole('row').nth(1).getByRole('checkbox')).toBeFocused()
}

/** In a grid that has the keyboard: down to the row, and chosen. */
export async function chooseRow(page: Page, row: Locator) {
  const box = row.getByRole('checkbox')
  for (let presses = 0; !(await hasFocus(box)); presses++) {
    if (presses === maxPresses) throw new Error(`No arrow leads to the row of ${String(row)}`)
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Space')
  await expect(box).toBeChecked()
}

/** Ctrl+K, a few words, Enter. */
export async function lookUp(page: Page, text: string) {
  await expect(page.getByRole('button', { name: 'Look up' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Look up' })).toBeFocused()
  await page.keyboard.type(text)
}
export const found = (page: Page) => page.getByRole('listbox', { name: 'Look up: results' }).getByRole('option')

/** Looks it up and opens it; its heading has the keyboard. */
export async function goTo(page: Page, text: string, heading: string | RegExp) {
  await lookUp(page, text)
  await expect(found(page).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
}
