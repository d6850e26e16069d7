import type { Page } from '@playwright/test'
import { TOTP, URI } from 'otpauth'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { confirmIdentity, openAccount, signIn, signInAtProvider, signInWithCode, signOut } from './steps/sign-in.ts'

test.use({ account: 'operator' })

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The accounts are as they were, whatever became of the test. */
test.afterEach(async ({ product }) => {
  const answer = await fetch(`${product.lab}/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'operator', second_factor: 'none' }),
  })
  expect(answer.status).toBe(200)
})

/** The code that the app with this key shows, some steps of half a minute from now; each is taken once. */
function codeOf(address: string, stepsAhead = 0) {
  const totp = URI.parse(address)
  if (!(totp instanceof TOTP)) throw new Error('The key is not for codes by time')
  return totp.generate({ timestamp: Date.now() + stepsAhead * 30_000 })
}

async function setUpAuthenticator(page: Page, password: string) {
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await confirmIdentity(page, password)
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect(dialog.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  await expectAccessible(page)
  const key = (await dialog.getByRole('code').textContent()) ?? ''
  const address = `otpauth://totp/Triptych:operator?secret=${key.replaceAll(' ', '')}&issuer=Triptych`
  await dialog.getByRole('textbox', { name: 'One-time code' }).fill(codeOf(address))
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(dialog).toBeHidden()
  return address
}

test('protects the account with an authenticator app and remembers this browser', async ({
  page,
  product,
  signedIn: _,
  problems,
}) => {
  problems.allow(/status of 403/)
  await openAccount(page, 'operator')
  await expect(panel(page, 'Second factor')).toContainText('Only a password is required to sign in.')
  const address = await setUpAuthenticator(page, product.password)
  await expect(panel(page, 'Second factor')).toContainText('Authenticator app')

  await signOut(page, 'operator')
  await signInWithCode(page, 'operator', product.password, async () => {
    await expect(page.getByText('Your authenticator app shows the code.')).toBeVisible()
    await page.getByRole('checkbox', { name: /^Remember this device for \d+ days$/ }).check()
    return codeOf(address, 1)
  })
  await signOut(page, 'operator')
  await signIn(page, 'operator', product.password)

  await openAccount(page, 'operator')
  const remembered = panel(page, 'Remembered devices').getByRole('listitem')
  await expect(remembered).toContainText('Chrome on Linux')
  await expect(remembered).toContainText('This browser')
  await remembered.getByRole('button', { name: 'Forget Chrome on Linux' }).click()
  await expect(panel(page, 'Remembered devices')).toContainText('Select “Remember this device”')

  await signOut(page, 'operator')
  await page.getByRole('textbox', { name: 'User name', exact: true }).fill('operator')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(product.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'One-time code' })).toBeVisible()
})

test('an authenticator app that the server requires is set up during sign-in', async ({ page, product }) => {
  await fetch(`${product.lab}/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'operator', second_factor: 'authenticator' }),
  })
  await signInWithCode(page, 'operator', product.password, async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Set up your authenticator app' })).toBeVisible()
    await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
    await expectAccessible(page)
    const key = (await page.getByRole('code').textContent()) ?? ''
    return codeOf(`otpauth://totp/Triptych:operator?secret=${key.replaceAll(' ', '')}&issuer=Triptych`)
  })
})

test('canceling the reauthentication changes nothing', async ({ page, signedIn: _, problems }) => {
  problems.allow(/status of 403/)
  await openAccount(page, 'operator')
  const button = page.getByRole('button', { name: 'Set up an authenticator app' })
  await button.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog.getByRole('textbox', { name: 'Password', exact: true })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(panel(page, 'Second factor')).toContainText('No changes made')
  await expect(button).toBeFocused()
})

test('a user of the identity provider reauthenticates there, in a pop-up window', async ({
  page,
  product,
  problems,
}) => {
  problems.allow(/status of 403/)
  await page.goto('/settings/account')
  await signInAtProvider(page, product, 'operator', 'Accept')
  await expect(panel(page, 'Profile')).toContainText('The identity provider')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog.getByRole('button', { name: /^Confirm with / })).toBeFocused()
  await expectAccessible(page)
  const opened = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  const beside = await opened
  await beside.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Set up an authenticator app' })).toBeVisible()
})

test('shows the sessions of the account and ends one of them', async ({
  page,
  browser,
  product,
  signedIn: _,
  problems,
}) => {
  problems.allow(/status of 401/)
  const elsewhere = await browser.newContext({ baseURL: product.console, userAgent: 'Kiosk/1.0' })
  await problems.watch(elsewhere)
  const kiosk = await elsewhere.newPage()
  await signIn(kiosk, 'operator', product.password)

  await openAccount(page, 'operator')
  await expect(panel(page, 'Sessions')).toContainText('This session')
  await page.getByRole('button', { name: 'End session: Kiosk/1.0' }).click()
  await expect(panel(page, 'Sessions')).not.toContainText('Kiosk/1.0')
  await kiosk.getByRole('searchbox', { name: 'Search' }).fill('okafor')
  await expect(kiosk.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  await elsewhere.close()
})

test('signs out everywhere', async ({ page, browser, product, signedIn: _ }) => {
  const elsewhere = await browser.newContext({ baseURL: product.console })
  const other = await elsewhere.newPage()
  await signIn(other, 'operator', product.password)
  await openAccount(page, 'operator')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveTitle('Sign in · Triptych')
  await other.goto('/devices')
  await expect(other).toHaveTitle('Sign in · Triptych')
  await elsewhere.close()
})

test('My account is accessible in light and dark colors, on a desktop and on a phone', async ({
  page,
  signedIn: _,
}) => {
  await openAccount(page, 'operator')
  await expect(panel(page, 'Sessions')).toContainText('This session')
  await expect(panel(page, 'Profile')).toContainText('operator')
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, 'pixels beyond the screen').toBeLessThanOrEqual(0)
})
