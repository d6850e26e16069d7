import { startServer } from '../tests/support/server.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { takeNewKey } from './steps/settings.ts'
import { confirmIdentity, openSignedIn, signIn } from './steps/sign-in.ts'

const password = 'three words for root only'

test('an operator sets up an empty installation, creates an account and disables it', async ({ browser, problems }) => {
  problems.allow(/status of 40[13]/)
  const server = await startServer({ TRIPTYCH_SEED: 'empty', TRIPTYCH_FIRST_ADMIN: '' })
  const open = async () => {
    const context = await browser.newContext({ baseURL: server.ready.console })
    await problems.watch(context)
    return context.newPage()
  }
  try {
    const page = await open()
    await page.goto('/sign-in')
    await expect(page.getByText('This installation has no administrator yet')).toBeVisible()
    await expectAccessible(page)

    const [link = ''] = /http\S+\/setup#\S+/.exec(server.stdout()) ?? []
    await page.goto(link)
    await page.getByRole('textbox', { name: 'User name' }).fill('root')
    expect(page.url(), 'the token does not stay in the address').not.toContain('#')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password', { exact: true }).fill(`${password}!`)
    await page.getByRole('button', { name: 'Create administrator' }).click()
    await expect(page.getByText('The passwords do not match')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Confirm password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create administrator' }).click()
    await expect(page.getByRole('heading', { name: 'Administrator created' })).toBeVisible()

    await signIn(page, 'root', password)
    await page.goto('/settings/accounts')
    await page.getByRole('button', { name: 'Create account' }).click()
    const form = page.getByRole('dialog', { name: 'Create account' })
    await form.getByRole('textbox', { name: 'User name' }).fill('Ada')
    await form.getByRole('combobox', { name: 'Role' }).selectOption('operator')
    await form.getByRole('button', { name: 'Create account' }).click()
    await confirmIdentity(page, password)
    const once = page.getByRole('dialog', { name: 'Password of “Ada”' })
    await once.getByRole('button', { name: 'Show Password' }).click()
    const given = (await once.getByRole('code').textContent()) ?? ''
    await expectAccessible(page)
    await once.getByRole('button', { name: 'Done' }).click()

    const hers = await open()
    await signIn(hers, 'ada', given)

    await page.getByRole('button', { name: 'Manage root' }).click()
    await expect(page.getByRole('button', { name: 'Disable', exact: true })).toBeDisabled()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Manage ada' }).click()
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await page.getByRole('dialog', { name: 'Disable “ada”?' }).getByRole('button', { name: 'Disable' }).click()
    await expect(page.getByRole('row', { name: /ada.*Disabled/ })).toBeVisible()
    await expectAccessible(page)

    await expect(async () => {
      await hers.goto('/devices')
      await expect(hers).toHaveTitle('Sign in · Triptych', { timeout: 6_000 })
    }, 'her session ends within five seconds').toPass({ timeout: 60_000 })
    await hers.getByRole('textbox', { name: 'User name', exact: true }).fill('ada')
    await hers.getByRole('textbox', { name: 'Password', exact: true }).fill(given)
    await hers.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(hers.getByText('This account is disabled')).toBeVisible()
  } finally {
    // A page that still loads would complain that its server is gone.
    await Promise.all(browser.contexts().map((context) => context.close()))
    await server.stop()
  }
})

test('a new administrator follows the first steps: an authority, an account, an API key', async ({
  browser,
  problems,
}) => {
  problems.allow(/status of 403/) // the question who is there
  const server = await startServer({ TRIPTYCH_SEED: 'empty', TRIPTYCH_FIRST_ADMIN: `root:${password}` })
  try {
    const context = await browser.newContext({ baseURL: server.ready.console })
    await problems.watch(context)
    const page = await context.newPage()
    await openSignedIn(page, 'root', password)

    await page.goto('/certificates')
    await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/overview')
    const panel = page.getByRole('region', { name: 'First steps' })
    const steps = panel.getByRole('listitem')
    await expect(steps).toHaveText([/To do/, /Optional/, /To do/, /To do/])
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expectAccessible(page)
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overhang, `wider than ${width} px`).toBeLessThanOrEqual(0)
    }
    await page.setViewportSize({ width: 1280, height: 800 })

    await panel.getByRole('link', { name: 'Create authority' }).click()
    await expect(page.getByRole('radio', { name: 'None: create a root' })).toBeChecked()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('textbox', { name: 'Common name' }).fill('Example Root')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('radio', { name: 'EC (elliptic curve)' })).toBeChecked()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('textbox', { name: 'Authorities below it (path length)' }).fill('0')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('heading', { name: 'Profiles' })).toBeVisible()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('No subordinate CAs')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create authority' }).click()
    await confirmIdentity(page, password)
    await expect(page.getByRole('heading', { name: 'Authority Example Root created' })).toBeVisible()

    await page.goto('/overview')
    await expect(steps).toHaveText([/Done/, /Optional/, /To do/, /To do/])
    await panel.getByRole('link', { name: 'Open accounts' }).click()
    await page.getByRole('button', { name: 'Create account' }).click()
    const form = page.getByRole('dialog', { name: 'Create account' })
    await form.getByRole('textbox', { name: 'User name' }).fill('ada')
    await form.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('button', { name: 'Done' }).click()

    await page.goto('/overview')
    await expect(steps).toHaveText([/Done/, /Optional/, /Done/, /To do/])
    await panel.getByRole('link', { name: 'Open API keys' }).click()
    await page.getByRole('button', { name: 'Generate key' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('nightly report')
    await page.getByRole('button', { name: 'Generate', exact: true }).click()
    await takeNewKey(page, 'nightly report')

    await page.goto('/overview')
    await expect(page.getByRole('list', { name: 'Recent audit' }).getByRole('listitem').first()).toBeVisible()
    await expect(panel).toBeHidden()
  } finally {
    // A page that still loads would complain that its server is gone.
    await Promise.all(browser.contexts().map((context) => context.close()))
    await server.stop()
  }
})
