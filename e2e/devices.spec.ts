import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { listDevices } from '#contract/mdm/device-list.ts'
import { cellsOfCsv } from '../tests/support/cells-of-csv.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { ask } from './steps/ask.ts'
import { whileWorldIsPaused } from './steps/device-actions.ts'
import { deviceTable, deviceTabs, openDevice, openTab, searchField } from './steps/devices.ts'
import { picture } from './steps/picture.ts'
import { signIn } from './steps/sign-in.ts'

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
  await expect(deviceTable(page)).toHaveAttribute('aria-busy', 'false')
  // Names alone: other columns say how long ago something was.
  const names = () => deviceTable(page).getByRole('link').allInnerTexts()
  const rows = await names()
  const sameList = async () => {
    await expect(searchField(page)).toHaveValue('birch')
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('4')
    await expect.poll(names).toEqual(rows)
  }

  await page.reload()
  await sameList()
  await deviceTable(page).getByRole('link').first().click()
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await page.goBack()
  await sameList()
})

test('typing adds no entries to the browser history', async ({ page, withSession: _ }) => {
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
  // Other specs let time go faster on the same product: devices enroll and leave while this one walks.
  const { total = 0 } = await ask(page, listDevices, { limit: 1, exclude_removed: true })
  await expect(pages).toContainText(/1–50 of 1,[89]\d\d/)
  const first = await table.getByRole('row').nth(1).innerText()
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect(pages).toContainText('51–100 of 1,')
  await expect(table).toHaveAttribute('aria-busy', 'false')
  expect(await table.getByRole('row').nth(1).innerText()).not.toBe(first)
  await picture(page, 'devices')
  await pages.getByRole('button', { name: 'Last page' }).click()
  await expect(pages).toContainText(/–(1,\d{3}) of \1/)
  const shown = Number(/ of 1,(\d{3})/.exec(await pages.innerText())?.[1]) + 1000
  expect(Math.abs(shown - total), `${shown} are shown, and the server said ${total}`).toBeLessThan(20)
  await expect(pages.getByRole('button', { name: 'Next page' })).toBeDisabled()
})

test('a list without a match names the filters and clears them', async ({ page, signedIn: _ }) => {
  await searchField(page).fill('no such device')
  await expect(page.getByText('Filtered by search “no such device”.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(searchField(page)).toHaveValue('')
  await expect(deviceTable(page).getByRole('row')).toHaveCount(51)
})

/** Presses what makes the browser save a file; gives its name and its cells. */
async function saved(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  const text = await readFile(await download.path(), 'utf8')
  expect(text.startsWith('\uFEFF'), 'Excel reads it as UTF-8').toBe(true)
  return { name: download.suggestedFilename(), cells: cellsOfCsv(text.slice(1)) }
}
const exportAll = (page: Page) => page.getByRole('button', { name: 'Export CSV' }).click()

test('a filtered list is exported as shown, with all of its pages', async ({ page, product, signedIn: _ }) => {
  await whileWorldIsPaused(product, async () => {
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Enrolled')
    await page.getByRole('button', { name: 'Serial number' }).click()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Office' }).click()
    await page.getByRole('checkbox', { name: 'IMEI' }).click()
    await page.keyboard.press('Escape')
    const pages = page.getByRole('navigation', { name: 'Pages' })
    const total = async () => Number((await pages.innerText()).match(/of ([\d,]+)/)?.[1]?.replace(',', ''))
    await expect.poll(total).toBeLessThan(2000)
    await expect(deviceTable(page)).toHaveAttribute('aria-busy', 'false')

    const { name, cells } = await saved(page, () => exportAll(page))
    expect(name).toMatch(/^devices-\d{4}-\d{2}-\d{2}\.csv$/)
    const [heads = [], ...rows] = cells
    expect(heads).toEqual('Name,User,Status,Last contact,Serial number,Model,Platform,Asset tag,IMEI'.split(','))
    expect(rows.length).toBe(await total())
    const column = (head: string) => rows.map((row) => row[heads.indexOf(head)] ?? '')
    expect(column('Status').filter((status) => !/^Enrolled\b/.test(status))).toEqual([])
    expect(new Set(rows.map((row) => row.join())).size, 'no device twice').toBe(rows.length)
    const shown = await deviceTable(page).getByRole('row').nth(1).getByRole('gridcell').allInnerTexts()
    expect(rows[0]?.[heads.indexOf('Serial number')], 'in the same order').toBe(shown[5])
    expect(
      column('Name').filter((name) => /^[=+\-@\t\r]/.test(name)),
      'nothing is a formula',
    ).toEqual([])
    expect(column('Name')).toContain(`'=cmd|' /C calc'!A0`)
  })
})

test('a saved view is restored, and its link shows the same to another user', async ({
  page,
  browser,
  product,
  problems,
  signedIn: _,
}) => {
  await searchField(page).fill('okafor')
  await expect(page).toHaveURL(/search=okafor/)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Last contact' }).click()
  await page.getByRole('checkbox', { name: 'Email' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Save current view as').fill('The Okafors')
  await page.keyboard.press('Enter')
  await page.goto('/devices')
  await page.reload()
  await expect(deviceTable(page).getByRole('columnheader', { name: 'Email' })).toBeVisible()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('link', { name: 'The Okafors' }).click()
  await expect(searchField(page)).toHaveValue('okafor')
  await page.keyboard.press('Escape')
  await expect(deviceTable(page).getByRole('row').nth(1)).toContainText(/okafor/i)
  const rows = await deviceTable(page).getByRole('row').allInnerTexts()

  const other = await browser.newContext()
  await problems.watch(other)
  const theirs = await other.newPage()
  await signIn(theirs, 'operator', product.password)
  await theirs.goto(page.url())
  await expect.poll(() => deviceTable(theirs).getByRole('row').allInnerTexts()).toEqual(rows)
  await theirs.goto(new URL('/devices', page.url()).href)
  await expect(deviceTable(theirs).getByRole('row')).toHaveCount(51)
  await expect(deviceTable(theirs).getByRole('columnheader', { name: 'Email' }), 'their own stay').toHaveCount(0)
  await other.close()
})

test('the column layout persists after signing out', async ({ page, product, account, signedIn: _ }) => {
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Model' }).click()
  await page.getByRole('button', { name: 'Move Status up' }).click()
  await page.keyboard.press('Escape')
  const heads = () => deviceTable(page).getByRole('columnheader').allInnerTexts()
  const arranged = await heads()
  expect(arranged.slice(1, 3)).toEqual(['Name', 'Status'])
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await signIn(page, account, product.password)
  await page.goto('/devices')
  await expect.poll(heads).toEqual(arranged)
})

test('all matching devices are selected, and exported without the deselected ones', async ({
  page,
  product,
  signedIn: _,
}) => {
  await whileWorldIsPaused(product, async () => {
    await searchField(page).fill('birch one')
    const rows = deviceTable(page).getByRole('row')
    await expect(rows.filter({ hasNotText: /birch one/i })).toHaveCount(1) // the head
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('25')
    await expect(rows).toHaveCount(26)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await page.getByRole('button', { name: /^Select all [\d,]+ that match/ }).click()
    await deviceTable(page).getByRole('checkbox').nth(1).click()
    const chosen = Number((await page.getByText(/^[\d,]+ selected/).innerText()).match(/^[\d,]+/)?.[0].replace(',', ''))
    expect(chosen).toBeGreaterThan(25)
    const { cells } = await saved(page, () => page.getByRole('button', { name: 'Export selected' }).click())
    expect(cells.length - 1).toBe(chosen)
  })
})

test('every device can be reached with the keyboard alone', async ({ page, signedIn: _ }) => {
  await expect(deviceTable(page).getByRole('row')).toHaveCount(51)
  await page.getByRole('combobox', { name: 'Rows per page' }).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(
    deviceTable(page).getByRole('row').nth(1).getByRole('link').first(),
    'one stop for the whole table',
  ).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('Control+End')
  await expect(deviceTable(page).getByRole('row').nth(50).getByRole('gridcell').last()).toBeFocused()
  const name = await deviceTable(page).getByRole('row').nth(50).getByRole('link').first().innerText()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('every tab of a device has a URL that survives a reload', async ({ page, signedIn: _ }) => {
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

test('the URL of a nonexistent device shows an explanation and a link back', async ({
  page,
  problems,
  withSession: _,
}) => {
  problems.allow(/404/)
  await page.goto('/devices/4711')
  await expect(page.getByRole('alert')).toContainText('4711')
  await page.getByRole('link', { name: 'Search devices' }).click()
  await expect(searchField(page)).toBeVisible()
})

async function openableGroups(panel: Locator) {
  const groups = panel.getByRole('group').getByRole('heading', { level: 2 })
  await expect(groups.first()).toBeVisible()
  return groups.all()
}

test('every device page is accessible in light and dark, and fits a phone', async ({ page, withSession: _ }) => {
  test.slow() // one walk past all of them
  const onPhone = () => page.setViewportSize({ width: 390, height: 844 })
  const fits = async () => {
    const tooWide = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(tooWide, `${page.url()} is wider than the screen by`).toBe(0)
  }
  await page.goto('/devices?size=25')
  await expect(deviceTable(page).getByRole('row')).toHaveCount(26)
  await expectAccessibleInBothSchemes(page)
  await onPhone()
  await fits()
  await openDevice(page, 'B9222222M')
  for (const name of deviceTabs) {
    await openTab(page, name)
    const panel = page.getByRole('tabpanel')
    // On a phone, the groups of fields are closed.
    if (name === 'Overview') for (const group of await openableGroups(panel)) await group.click()
    await expect(panel.getByRole('table').first()).toBeVisible()
    await fits()
    await page.setViewportSize({ width: 1280, height: 800 })
    await expectAccessibleInBothSchemes(page)
    await onPhone()
  }
  await expectAccessible(page)
})

test('the toolbar of the list is accessible in both color schemes', async ({ page, signedIn: _ }) => {
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('25')
  await expect(deviceTable(page).getByRole('row')).toHaveCount(26)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Pin Name' }).click()
  for (const [name, colorScheme] of [
    ['Columns', 'light'],
    ['Views', 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    if (await page.getByRole('region', { name }).isHidden()) await page.getByRole('button', { name }).click()
    await expect(page.getByRole('region', { name })).toBeVisible()
    await expectAccessible(page)
  }
})

test('the page includes its session and its first rows', async ({ page, withSession: _ }) => {
  await page.goto('/overview')
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${new URL(request.url()).pathname} ${request.postData() ?? ''}`))
  await page.goto('/devices')
  await expect(deviceTable(page).getByRole('link').first()).toBeVisible()
  expect(asked.filter((one) => /^\/api\/session\.|^\/api\/mdm\.listDevices .*device_name/.test(one))).toEqual([])
})
