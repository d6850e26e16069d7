import { expect, type Page } from '@playwright/test'

export async function signIn(page: Page, account: string, password: string) {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'User name', exact: true }).fill(account)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
}
