import { expect, type Locator, type Page } from '@playwright/test'
import { goTo, pressOn, tabTo } from './keyboard.ts'
import { reason } from './reason.ts'

const maxPresses = 25

/** What a person does without a mouse, on one page: nothing here points, clicks or fills. */
export const byKeyboard = (page: Page) => {
  const to = (target: Locator) => tabTo(page, target)
  return {
    to,
    /** A page of the console, by its name. */
    goTo: (name: string) => goTo(page, name, name),
    follow: (target: Locator) => pressOn(page, target),
    press: (name: string, within: Page | Locator = page) =>
      pressOn(page, within.getByRole('button', { name, exact: true })),
    /** What stands in the field is typed over. */
    type: async (target: Locator, text: string) => {
      await to(target)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    /** One of a group: Tab leads into it, the arrows choose. */
    choose: async (option: Locator) => {
      await expect(option).toBeVisible()
      const isInGroup = () =>
        option.evaluate(
          (one) => (document.activeElement as Partial<HTMLInputElement>).name === (one as HTMLInputElement).name,
        )
      for (let presses = 0; presses < maxPresses && !(await isInGroup()); presses++) await page.keyboard.press('Tab')
      await page.keyboard.press('Space')
      for (let presses = 0; presses < maxPresses && !(await option.isChecked()); presses++) {
        await page.keyboard.press('ArrowDown')
      }
      await expect(option).toBeChecked()
    },
    giveReason: async () => {
      await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Reason' })).toBeFocused()
      await page.keyboard.type(reason)
      await page.keyboard.press('Enter')
    },
    confirmIdentity: async (password: string) => {
      const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
      await expect(dialog.getByRole('textbox', { name: 'Password', exact: true })).toBeFocused()
      await page.keyboard.type(password)
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
    },
  }
}
