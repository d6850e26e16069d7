import { constants, gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { atProvider, signIn, signInAtProvider, signOut } from './steps/sign-in.ts'

const userName = (page: Page) => page.getByRole('textbox', { name: 'User name', exact: true })
const password = (page: Page) => page.getByRole('textbox', { name: 'Password', exact: true })
const code = (page: Page) => page.getByRole('textbox', { name: 'One-time code', exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('a link to a page leads there after signing in', async ({ page, product }) => {
  await page.goto('/devices?search=okafor')
  await expect(page).toHaveTitle('Sign in · Triptych')
  await userName(page).fill('helpdesk')
  await password(page).fill(product.password)
  await press(page, 'Sign in')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('okafor')
  await expect(page).toHaveURL(/\/devices\?search=okafor$/)
})

test('the sign-in page loads at most 150 kB of scripts', async ({ product }) => {
  const page = await (await fetch(product.console)).text()
  const scripts = [...page.matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]+\.js)"/g)].map(([, path = '']) => path)
  expect(scripts.length).toBeGreaterThan(0)
  // As the build packs them.
  const packed = (script: Uint8Array) => gzipSync(script, { level: constants.Z_BEST_COMPRESSION })
  const sizes = scripts.map(async (path) => packed(await (await fetch(product.console + path)).bytes()).length)
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeLessThan(150_000)
})

test('a wrong password is explained, and nothing says whether the account exists', async ({ page, problems }) => {
  problems.allow(/status of 401/)
  await page.goto('/')
  const said: (string | null)[] = []
  for (const account of ['operator', 'nobody']) {
    await userName(page).fill(account)
    await password(page).fill('not the password')
    await press(page, 'Sign in')
    await expect(page.getByRole('alert')).toContainText('Incorrect user name or password')
    await expect(password(page)).toBeFocused()
    said.push(await page.getByRole('alert').textContent())
  }
  expect(said[0]).toBe(said[1])
})

test('the code step survives a reload, explains a wrong code, and can be canceled', async ({
  page,
  product,
  lab,
  problems,
}) => {
  problems.allow(/status of 401/)
  await page.goto('/')
  await userName(page).fill('otp-admin')
  await password(page).fill(product.password)
  await press(page, 'Sign in')
  await expect(code(page)).toBeFocused()
  await page.reload()
  const [mail] = await lab.mailbox()
  const right = /\b\d{6,8}\b/.exec(mail?.text ?? '')?.[0] ?? ''
  await code(page).fill(right.replace(/\d$/, (digit) => `${(Number(digit) + 1) % 10}`))
  await press(page, 'Verify')
  await expect(page.getByRole('alert')).toContainText('Enter the latest code.')
  await expect(code(page)).toHaveValue('')
  await expect(code(page)).toBeFocused()
  await press(page, 'Use another account')
  await expect(userName(page)).toBeFocused()
})

test('a session that ends during work loses no input', async ({ page, product, signedIn: _, problems }) => {
  problems.allow(/status of 401/)
  const search = page.getByRole('searchbox', { name: 'Search' })
  await expect(page.getByRole('grid', { name: 'Devices' })).toBeVisible()
  await page.context().clearCookies()
  await search.fill('okafor')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog.getByRole('textbox', { name: 'User name' })).toHaveValue('helpdesk')
  await expectAccessible(page)
  await password(page).fill(product.password)
  await press(page, 'Sign in')
  await expect(dialog).toBeHidden()
  await expect(search).toHaveValue('okafor')
  await expect(page.getByRole('grid', { name: 'Devices' }).getByRole('row').nth(1)).toContainText(/okafor/i)
})

test('signing out removes everything but the color scheme', async ({ page, signedIn: _ }) => {
  await page.getByRole('button', { name: 'Account: helpdesk' }).click()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await press(page, 'Sign out')
  await expect(page).toHaveTitle('Sign in · Triptych')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.goto('/devices')
  await expect(page).toHaveTitle('Sign in · Triptych')
  const stored = await page.evaluate(() => Object.entries(localStorage))
  expect(stored).toEqual([['triptych-color-scheme', 'dark']])
})

test('signing out in one tab signs out the others, which return to their pages after sign-in', async ({
  page,
  product,
  signedIn: _,
  problems,
}) => {
  problems.allow(/status of 401/) // what the other tab was asking for just then
  const other = await page.context().newPage()
  await other.goto('/devices?search=okafor')
  await expect(other.getByRole('grid', { name: 'Devices' })).toContainText(/okafor/i)
  await signOut(page, 'helpdesk')
  await expect(other).toHaveTitle('Sign in · Triptych')
  await expect(other.getByText(/okafor/i)).toHaveCount(0)

  await signIn(page, 'helpdesk', product.password)
  await expect(other).toHaveURL(/\/devices\?search=okafor$/)
  await expect(other.getByRole('searchbox', { name: 'Search' })).toHaveValue('okafor')
})

test('a page opened before signing in again is shown afterwards', async ({ page, product, signedIn: _, problems }) => {
  problems.allow(/status of 401/)
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page).toHaveTitle('Settings · Triptych')
  await page.getByRole('link', { name: 'Devices', exact: true }).click()
  await page.context().clearCookies()
  await page.getByRole('searchbox', { name: 'Search' }).fill('okafor')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(page).toHaveTitle('Settings · Triptych')
  await password(page).fill(product.password)
  await press(page, 'Sign in')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('tabpanel', { name: 'Connections' })).toContainText('Checked')
})

test('signing in again in one tab is enough for all', async ({ page, product, signedIn: _, problems }) => {
  problems.allow(/status of 401/)
  const other = await page.context().newPage()
  await other.goto('/devices')
  await page.context().clearCookies()
  for (const tab of [page, other]) {
    await tab.getByRole('searchbox', { name: 'Search' }).fill('okafor')
    await expect(tab.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  }
  await password(page).fill(product.password)
  await press(page, 'Sign in')
  for (const tab of [page, other]) {
    await expect(tab.getByRole('dialog', { name: 'Sign in again' })).toBeHidden()
    await expect(tab.getByRole('grid', { name: 'Devices' }).getByRole('row').nth(1)).toContainText(/okafor/i)
  }
})

test('sign-in at the identity provider opens the requested page', async ({ page, product }) => {
  await page.goto('/devices?search=okafor')
  await signInAtProvider(page, product, 'operator', 'Accept')
  await expect(page).toHaveURL(/\/devices\?search=okafor$/)
  await expect(page.getByRole('button', { name: 'Account: operator' })).toBeVisible()
})

test('a denial at the identity provider is explained once on the sign-in page', async ({ page, product }) => {
  await page.goto('/devices')
  await signInAtProvider(page, product, 'helpdesk', 'Deny')
  await expect(page.getByRole('alert')).toContainText('Access was denied at the identity provider')
  await expect(page).toHaveURL(/\/sign-in(\?return=%2Fdevices)?$/)
  await expectAccessible(page)
  await page.reload()
  await expect(userName(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('an expired session of the identity provider is renewed in a window beside the page', async ({
  page,
  product,
  problems,
}) => {
  problems.allow(/status of 401/)
  await page.goto('/devices')
  await signInAtProvider(page, product, 'admin', 'Accept')
  await expect(page.getByRole('grid', { name: 'Devices' })).toBeVisible()
  await page.context().clearCookies({ name: '__Host-Http-triptych' })
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('okafor')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: atProvider }).click()
  const beside = await opened
  await expect(dialog).toBeHidden()
  await expect.poll(() => beside.isClosed(), 'the window closes itself').toBe(true)
  await expect(search).toHaveValue('okafor')
  await expect(page.getByRole('grid', { name: 'Devices' }).getByRole('row').nth(1)).toContainText(/okafor/i)
})

test('an unknown URL is reported inside the frame, with a link', async ({ page, withSession: _ }) => {
  await page.goto('/devices-of-my-colleague')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the overview' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused()
})

test('by keyboard alone, the navigation is skipped, the account menu opened, and work continues', async ({
  page,
  signedIn: _,
}) => {
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  const account = page.getByRole('button', { name: 'Account: helpdesk' })
  await account.press('Enter')
  await expect(page.getByRole('region', { name: 'Account' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Account' })).toBeHidden()
  await expect(account).toBeFocused()
})

test('signing in is accessible in light and dark colors, on a desktop and on a phone', async ({
  page,
  product,
  problems,
}) => {
  problems.allow(/status of 401/)
  await page.goto('/')
  await press(page, 'Sign in')
  await expect(page.getByText('Enter your user name')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await userName(page).fill('nobody')
  await password(page).fill('not the password')
  await press(page, 'Sign in')
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await userName(page).fill('otp-admin')
  await password(page).fill(product.password)
  await press(page, 'Sign in')
  await expect(code(page)).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await press(page, 'Use another account')
  await expect(userName(page)).toBeVisible()
  await signIn(page, 'operator', product.password)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Navigation' }).click()
  await page.getByRole('button', { name: 'Account: operator' }).click()
  await expectAccessibleInBothSchemes(page)
  await page.goto('/nowhere')
  await expectAccessibleInBothSchemes(page)
})
