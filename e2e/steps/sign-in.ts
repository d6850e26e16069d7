import { expect, type Page } from '@playwright/test'
import { addressOf, csrfHeader, session } from '#contract/session.ts'

export async function signIn(page: Page, account: string, password: string) {
  await enterPassword(page, account, password)
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
}

/** For specs of other jobs: the call that the sign-in page makes, without the page; then the list of devices. */
export async function openSignedIn(page: Page, account: string, password: string) {
  await beginSession(page, account, password)
  await openDevices(page)
}

/** The page is still blank, and its browser has the cookie. */
export async function beginSession(page: Page, account: string, password: string) {
  const answer = await page.request.post(addressOf(session.signIn), {
    headers: { [csrfHeader]: '1' },
    data: { username: account, password },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

export async function openDevices(page: Page) {
  await page.goto('/devices')
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
}

/** The code is asked for when its page is there. */
export async function signInWithCode(page: Page, account: string, password: string, code: () => Promise<string>) {
  await enterPassword(page, account, password)
  const field = page.getByRole('textbox', { name: 'One-time code', exact: true })
  await expect(field).toBeVisible()
  await field.fill(await code())
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
}

/** At the list of devices: whoever signs in lands where they wanted to go. */
async function enterPassword(page: Page, account: string, password: string) {
  await page.goto('/devices')
  await page.getByRole('textbox', { name: 'User name', exact: true }).fill(account)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Asked before secrets and what cannot be undone; it then counts for five minutes. */
export async function confirmIdentity(page: Page, password: string) {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(dialog).toBeHidden()
}

export async function openAccount(page: Page, account: string) {
  await page.getByRole('button', { name: `Account: ${account}` }).click()
  await page.getByRole('link', { name: 'My account' }).click()
  await expect(page.getByRole('tab', { name: 'My account' })).toHaveAttribute('aria-selected', 'true')
}

export async function signOut(page: Page, account: string) {
  await page.getByRole('button', { name: `Account: ${account}` }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveTitle('Sign in · Triptych')
}

/** The button that leads to the identity provider. */
export const atProvider = /^Sign in with /

/** From the sign-in page to the identity provider, and back by its answer. */
export async function signInAtProvider(
  page: Page,
  product: { identity: string; password: string },
  account: string,
  answer: 'Accept' | 'Deny',
) {
  await page.getByRole('button', { name: atProvider }).click()
  await page.waitForURL(({ href }) => href.startsWith(product.identity))
  await page.getByRole('textbox', { name: 'User name' }).fill(account)
  await page.getByLabel('Password', { exact: true }).fill(product.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: answer, exact: true }).click()
}
