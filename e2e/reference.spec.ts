import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { tabTo } from './steps/keyboard.ts'
import { confirmIdentity } from './steps/sign-in.ts'

test('an integrator finds the convention for what the reference leaves open', async ({ page, signedIn: _ }) => {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('link', { name: 'API reference' }).click()
  await expect(page.getByRole('heading', { name: 'API reference', level: 1 })).toBeVisible()
  const table = page.getByRole('table', { name: 'API reference' })
  await page.getByRole('searchbox', { name: 'Search' }).fill('sslCertSingleDiscovery')
  await expect(table.getByRole('row', { name: 'keys.discoverRange' })).toBeHidden()
  await table.getByRole('link', { name: /conventions of keys.discoverHost$/ }).click()
  await expect(page.getByRole('heading', { name: 'Conventions', level: 1 })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Conventions' })).toContainText('TIMEOUT is in seconds per host')
  await page.goBack()
  await page.getByRole('radio', { name: 'Mobile devices' }).click()
  await expect(page.getByRole('radio', { name: 'Mobile devices' })).toBeChecked()
  await expect(page.getByText('No matching operations')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No matching operations')).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(table.getByRole('row').nth(100)).toBeAttached()
  await expectAccessible(page)
})

test('ten operations fit on a screen, each with the pages that use it', async ({ page, withSession: _ }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const table = page.getByRole('table', { name: 'API reference' })
  for (const address of ['/reference', '/reference?service=mdm']) {
    await page.goto(address)
    await expect(table.getByRole('row').nth(10), address).toBeInViewport({ ratio: 1 })
  }
  await expect(table.getByRole('row', { name: 'mdm.revealFirmwarePassword' })).toContainText('Devices')
  await expect(table.getByRole('row', { name: 'mdm.getUser' })).toContainText('Used by no page')
  await page.getByRole('link', { name: 'Try it: mdm.getUser', exact: true }).click()
  await expect(page.getByText('Used by no page. mdm.listUsers returns the same fields')).toBeVisible()
})

test('an operator of a connection finds each assumption, its reason, and the setting that changes it', async ({
  page,
  withSession: _,
}) => {
  await page.goto('/settings/connections')
  await page.getByRole('link', { name: 'conventions' }).click()
  await expect(page).toHaveTitle(/^Conventions · /)
  const table = page.getByRole('table', { name: 'Conventions' })
  await page.getByRole('searchbox', { name: 'Search' }).fill('page=1 second page')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table.getByRole('row').nth(1)).toContainText('dialect.pageBase')
  await page.getByRole('searchbox', { name: 'Search' }).fill('')
  await page.getByRole('radio', { name: 'Keys' }).click()
  await expect(table).toContainText('withoutDisassociation')
  await expectAccessibleInBothSchemes(page)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${width}`).toBeLessThanOrEqual(0)
  }
  await expectAccessible(page)
})

test('trying a list shows the request, the response, and an explanation of a wrong value', async ({
  page,
  withSession: _,
}) => {
  await page.goto('/reference?search=mdm.listDevices')
  await page.getByRole('link', { name: 'Try it: mdm.listDevices', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Devices, paged' })).toBeFocused()
  const limit = page.getByRole('textbox', { name: 'limit' })
  await limit.fill('0')
  await page.getByRole('textbox', { name: 'search', exact: true }).fill('okafor')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(limit).toHaveAccessibleDescription(/Must be at least 1/)
  await limit.fill('2')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByLabel('Request')).toContainText('GET /api/v1/devices?limit=2&search=okafor')
  await expect(page.getByLabel('Request')).toContainText('authorization: $TOKEN')
  await expect(page.getByLabel('Response')).toContainText(/okafor/i)
  await expect(page.getByText(/HTTP 200, after/)).toBeVisible()
  await expect(page).toHaveURL(/\/reference\?search=mdm\.listDevices&try=mdm\.listDevices$/)
  await expectAccessibleInBothSchemes(page)
})

test('lists of the other services can be tried by keyboard alone', async ({ page, withSession: _ }) => {
  await page.goto('/reference?search=desktop.listComputers')
  const link = page.getByRole('link', { name: 'Try it: desktop.listComputers', exact: true })
  await expect(link).toBeVisible()
  await page.keyboard.press('/')
  await tabTo(page, link)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await tabTo(page, page.getByRole('textbox', { name: 'pagelimit' }))
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Request')).toContainText('pagelimit=3')
  await expect(page.getByLabel('Response')).toContainText('resource_name')
  await page.goBack()
  await expect(link).toBeFocused()

  await page.goto('/reference?try=keys.listSshKeys')
  await tabTo(page, page.getByRole('button', { name: 'Send', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/HTTP 200, after/)).toBeVisible()
})

test('without the permission for an operation, the page names it', async ({ page, withSession: _ }) => {
  await page.goto('/reference?try=mdm.wipeDevice')
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await expect(send).toBeDisabled()
  await expect(page.getByText('Your account needs MDM_Admin')).toBeVisible()
})

test.describe('an administrator', () => {
  test.use({ account: 'admin' })

  test('tries an operation that makes a change, after a confirmation, and reverts it on the same page', async ({
    page,
    problems,
    product,
    withSession: _,
  }) => {
    await page.goto('/reference?try=mdm.createGroup')
    await page.getByRole('textbox', { name: 'name' }).fill('Tried on the reference page')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Send mdm.createGroup?' })
    await expect(question).toContainText('changes its data')
    await question.getByRole('button', { name: 'Send', exact: true }).click()
    const answer = page.getByLabel('Response')
    await expect(answer).toContainText('group_id')
    const id = /"group_id": "?(\d+)/.exec(await answer.innerText())?.[1] ?? ''
    expect(id).not.toBe('')

    problems.allow(/status of 403/) // it asks who is there before it is done
    await page.goto('/reference?try=mdm.deleteGroup')
    await page.getByRole('textbox', { name: 'group_id' }).fill(id)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const sure = page.getByRole('dialog', { name: 'Send mdm.deleteGroup?' })
    await sure.getByRole('textbox', { name: `Type “${id}” to confirm` }).fill(id)
    await sure.getByRole('button', { name: 'Send', exact: true }).click()
    await confirmIdentity(page, product.password)
    await expect(page.getByText(/Response received in/)).toBeVisible()
    await expect(sure).toBeHidden()
  })
})
