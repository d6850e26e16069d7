import { expect, expectAccessible, test } from './fixtures.ts'
import { deviceTable, deviceTabs, openDevice, openTab, searchField } from './steps/devices.ts'

test('the list keeps its search, filter and order across a reload and a visit to a device', async ({
  page,
  signedIn: _,
}) => {
  await searchField(page).fill('birch')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Unmanaged')
  await page.getByRole('button', { name: 'Model' }).click()
  await page.getByRole('button', { name: 'Model' }).click()
  await expect(page.getByRole('columnheader', { name: 'Model' })).toHaveAttribute('aria-sort', 'descending')
  await expect(deviceTable(page).getByRole('row').nth(1)).toContainText('Unmanaged')
  const rows = await deviceTable(page).getByRole('row').allInnerTexts()
  const sameList = async () => {
    await expect(searchField(page)).toHaveValue('birch')
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('4')
    await expect.poll(() => deviceTable(page).getByRole('row').allInnerTexts()).toEqual(rows)
  }

  await page.reload()
  await sameList()
  await deviceTable(page).getByRole('link').first().click()
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await page.goBack()
  await sameList()
})

test('typing leaves nothing behind in the history of the browser', async ({ page, signedIn: _ }) => {
  await page.goto('/devices?platform=Platform+B')
  await searchField(page).pressSequentially('okafor', { delay: 200 })
  await expect(page).toHaveURL(/search=okafor/)
  await openDevice(page, 'B9222222M')
  await page.goBack()
  await expect(page).toHaveURL(/search=B9222222M/)
  await page.goBack()
  await expect(page).not.toHaveURL(/search=|platform=/)
})

test('pages of the list can be walked through, to the last one', async ({ page, signedIn: _ }) => {
  const [pages, table] = [page.getByRole('navigation', { name: 'Pages' }), deviceTable(page)]
  await expect(pages).toContainText('1–50 of 2,000')
  const first = await table.getByRole('row').nth(1).innerText()
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect(pages).toContainText('51–100 of 2,000')
  await expect(table.getByRole('row').nth(1)).not.toHaveText(first)
  await pages.getByRole('button', { name: 'Last page' }).click()
  await expect(pages).toContainText('1,951–2,000 of 2,000')
  await expect(pages.getByRole('button', { name: 'Next page' })).toBeDisabled()
})

test('a list without a match names the filters and clears them', async ({ page, signedIn: _ }) => {
  await searchField(page).fill('no such device')
  await expect(page.getByText('Filtered by search “no such device”.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(searchField(page)).toHaveValue('')
  await expect(deviceTable(page).getByRole('row')).toHaveCount(51)
})

test('every tab of a device has an address that survives a reload', async ({ page, signedIn: _ }) => {
  await openDevice(page, 'B9222222M')
  for (const name of deviceTabs) {
    await openTab(page, name)
    await page.reload()
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
    await expect(
      page.getByRole('tabpanel').getByRole('table').or(page.getByText('Managed device ID')).first(),
    ).toBeVisible()
  }
})

test('an address of a device that does not exist explains itself and leads back', async ({
  page,
  problems,
  signedIn: _,
}) => {
  problems.allow(/404/)
  await page.goto('/devices/4711')
  await expect(page.getByRole('alert')).toContainText('4711')
  await page.getByRole('link', { name: 'Search the devices' }).click()
  await expect(searchField(page)).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every device page is accessible in the ${colorScheme} scheme`, async ({ page, signedIn: _ }) => {
    await page.emulateMedia({ colorScheme })
    await expect(deviceTable(page).getByRole('row')).toHaveCount(51)
    await expectAccessible(page)
    await openDevice(page, 'B9222222M')
    for (const name of deviceTabs) {
      await openTab(page, name)
      await expect(page.getByRole('tabpanel').getByRole('table').first()).toBeVisible()
      await expectAccessible(page)
    }
  })
}

test('on a phone every device page fits, and a device is found and read', async ({ page, signedIn: _ }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const fits = async () => {
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(tooWide, `${page.url()} is wider than the screen by`).toBe(0)
  }
  await expect(deviceTable(page).getByRole('link').first()).toBeVisible()
  await fits()
  await openDevice(page, 'B9222222M')
  for (const name of deviceTabs) {
    await openTab(page, name)
    await expect(page.getByRole('tabpanel').getByRole('table').first()).toBeVisible()
    await fits()
  }
  await expectAccessible(page)
})
