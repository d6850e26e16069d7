import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { tabTo } from './steps/keyboard.ts'

test('the keyboard help opens by keyboard alone', async ({ page, signedIn: _ }) => {
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toBeVisible()
  await expect(help).toMatchAriaSnapshot(`
    - dialog "Keyboard shortcuts":
      - banner:
        - heading "Keyboard shortcuts" [level=2]
        - button "Close"
      - region "Everywhere":
        - heading "Everywhere" [level=3]
        - term: Look up a person, device, certificate, key or page
        - definition: Ctrl K
        - term: Go to the page search, or look up
        - definition: /
        - term: Show these shortcuts
        - definition: "?"
        - term: "Close the dialog, menu or tooltip"
        - definition: Esc
      - region "In tables"
      - region "In tabs"
      - region "In the lookup"
      - region "In wizards and dialogs":
        - heading "In wizards and dialogs" [level=3]
        - term: Next step, or the main button
        - definition: Enter
        - term: Close the dialog without sending
        - definition: Esc
      - checkbox "Single-key shortcuts" [checked]
  `)
  await expectAccessibleInBothSchemes(page)

  // Off: neither key does anything, and what is typed stays what it is.
  await tabTo(page, page.getByRole('checkbox', { name: 'Single-key shortcuts' }))
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.reload()
  const search = page.getByRole('searchbox', { name: 'Search' })
  await expect(search).toBeVisible()
  await expect(page.getByRole('button', { name: 'Look up' })).toBeVisible()
  await page.keyboard.press('?')
  await page.keyboard.press('/')
  await expect(search).not.toBeFocused()
  await expect(help).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Look up' })).toBeHidden()
})

test('the keyboard help is in the account menu as well, and returns the focus', async ({ page, signedIn: _ }) => {
  const account = page.getByRole('button', { name: 'Account: helpdesk' })
  await account.click()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await expect(account).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type('?')
  await expect(help).toBeHidden()
})
