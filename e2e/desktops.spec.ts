import { readFile } from 'node:fs/promises'
import { cellsOfCsv } from '../tests/support/cells-of-csv.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import {
  chooseComputers,
  computerTable,
  desktopTabs,
  filterBy,
  namesIn,
  openDesktops,
  openDesktopTab,
  rowsAreHere,
  searchField,
} from './steps/desktops.ts'
import { whileWorldIsPaused } from './steps/device-actions.ts'
import { confirmIdentity } from './steps/sign-in.ts'

test('a computer is found by part of its name, and its disks and software are shown', async ({
  page,
  withSession: _,
}) => {
  await openDesktops(page, 'Computers')
  await searchField(page).fill('lt-amara')
  await searchField(page).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'LOS-LT-AMARA' })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'C: used' }).first()).toBeVisible()
  await expect(page.getByText(/GB free of 512 GB, \d+ % used/).first()).toBeVisible()

  await page.getByRole('tab', { name: 'Software' }).click()
  const software = page.getByRole('grid', { name: 'Software' })
  await rowsAreHere(page, software)
  const all = await software.getByRole('link').count()
  await searchField(page).fill('cedar')
  await expect.poll(() => software.getByRole('link').count()).toBeLessThan(all)
  await expect(software.getByRole('row').nth(1)).toContainText('Cedar')
  await page.reload()
  await expect(searchField(page)).toHaveValue('cedar')
  const item = software.getByRole('link').first()
  const title = await item.innerText()
  await item.click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
  await searchField(page).fill('lt-amara')
  await expect(page.getByRole('grid', { name: 'Computers with this software' }).getByRole('link')).toHaveText([
    'LOS-LT-AMARA',
  ])
})

test('by keyboard alone, a computer is found by its logged-on user', async ({ page, withSession: _ }) => {
  await openDesktops(page, 'Computers')
  await rowsAreHere(page)
  await page.keyboard.press('/')
  await page.keyboard.type('amara.okaf')
  await expect(page.getByText('Filtered by “amara.okaf” in Name.')).toBeVisible()
  const elsewhere = page.getByRole('button', { name: 'Search in Logged-on users' })
  await elsewhere.focus()
  await page.keyboard.press('Enter')
  await expect(computerTable(page).getByText('amara.okafor').first()).toBeVisible()
  const name = (await namesIn(page))[0] ?? ''
  await page.getByRole('combobox', { name: 'Rows per page' }).focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('the computers of one domain are exported from all pages', async ({ page, product, withSession: _ }) => {
  await whileWorldIsPaused(product, async () => {
    await openDesktops(page, 'Computers')
    await filterBy(page, 'Domain', 'BRANCH')
    await expect(page).toHaveURL(/domain=BRANCH/)
    await expect(page.getByRole('navigation', { name: 'Pages' })).not.toContainText('of 400')
    await rowsAreHere(page)
    const said = (await page.getByRole('navigation', { name: 'Pages' }).innerText()).match(/of ([\d,]+)/)?.[1] ?? ''
    const total = Number(said.replace(',', ''))
    expect(total).toBeGreaterThan(50)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const cells = cellsOfCsv(await readFile(await (await download).path(), 'utf8'))
    const [head = [], ...rows] = cells
    expect(rows).toHaveLength(total)
    expect(new Set(rows.map((row) => row[head.indexOf('Domain')]))).toEqual(new Set(['BRANCH']))
  })
})

test('a number of the summary links to the list that it counts', async ({ page, product, withSession: _ }) => {
  await whileWorldIsPaused(product, async () => {
    await openDesktops(page, 'Summary')
    for (const [tile, path] of [
      [/Agent silent/, '/desktops'],
      [/Prohibited/, '/desktops/software'],
      [/Under licensed/, '/desktops/licenses'],
    ] as const) {
      const link = page.getByRole('tabpanel').getByRole('link', { name: tile })
      await expect(link).toContainText(/^[\d,]+/)
      const count = (await link.innerText()).match(/^[\d,]+/)?.[0] ?? 'none'
      await link.click()
      await expect(page).toHaveURL((address) => address.pathname === path)
      await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`of ${count}`)
      await page.goBack()
    }
  })
})

test.describe('with the permission to make changes', () => {
  test.use({ account: 'operator' })

  test('uninstalls an agent only after the name of the computer is typed', async ({
    page,
    product,
    problems,
    withSession: _,
  }) => {
    problems.allow(/status of 403/) // the server asks first who is there
    await openDesktops(page, 'Computers')
    await page.goto('/desktops?installation=22&live=1&sort=-resource_name')
    await rowsAreHere(page)
    const [name = ''] = await namesIn(page)
    await chooseComputers(page, [name])
    await page.getByRole('button', { name: 'Uninstall agent …' }).click()
    await page.getByRole('button', { name: 'Uninstall from 1 computer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Uninstall agent from 1 computer?' })
    await expect(dialog.getByRole('button', { name: 'Uninstall', exact: true })).toBeDisabled()
    await dialog.getByRole('textbox').fill('1 computer')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Uninstall', exact: true }).click()
    await confirmIdentity(page, product.password)
    await expect(page.getByRole('heading', { level: 1, name: 'Uninstall agent from 1 computer' })).toBeVisible()
    await expect(page.getByText('1 computer: 1 accepted.')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Computers' })).toContainText(name)
  })

  test('scans two selected computers as a job, which the page of each shows', async ({ page, withSession: _ }) => {
    await page.goto('/desktops?installation=22&live=1&sort=resource_name')
    await rowsAreHere(page)
    const names = (await namesIn(page)).slice(0, 2)
    await chooseComputers(page, names)
    await page.getByRole('button', { name: 'Scan …', exact: true }).click()
    await page.getByRole('button', { name: 'Scan 2 computers' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Scan 2 computers' })).toBeVisible()
    await expect(page.getByText(/^2 computers: (2 completed|1 completed, 1 failed|2 failed)\./)).toBeVisible({
      timeout: 120_000,
    })
    await page.getByRole('link', { name: names[0] ?? '', exact: true }).click()
    const jobs = page.getByRole('region', { name: 'Recent jobs' })
    await expect(jobs).toContainText(/Completed|Failed/)
    await jobs.getByRole('link', { name: 'Scan 2 computers' }).click()
    await expect(page.getByRole('table', { name: 'Computers' })).toContainText(names[1] ?? '')
  })

  test('scans every computer only after confirmation, and shows how many scans are still running', async ({
    page,
    product,
    problems,
    withSession: _,
  }) => {
    problems.allow(/status of 403/)
    await openDesktops(page, 'Agents')
    await page.getByRole('button', { name: 'Scan all computers …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Scan all computers?' })
    await dialog.getByRole('textbox').fill('scan all computers')
    await dialog.getByRole('button', { name: 'Scan', exact: true }).click()
    await confirmIdentity(page, product.password)
    await expect(page.getByText(/^Accepted by the server for \d+ computers\./)).toBeVisible()
    await expect(page.getByRole('link', { name: /still running/ })).toBeVisible()
  })
})

test('the help desk sees no actions without permission', async ({ page, withSession: _ }) => {
  await openDesktops(page, 'Agents')
  const computers = page.getByRole('grid', { name: 'Available computers' })
  await expect(computers.getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Scan all computers …' })).toHaveCount(0)
  await computers.getByRole('checkbox').nth(1).click()
  await expect(page.getByText('1 selected')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export selected' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Uninstall agent …' })).toHaveCount(0)
})

test('the URL of a nonexistent computer shows an explanation and a link back', async ({
  page,
  problems,
  withSession: _,
}) => {
  problems.allow(/status of 4\d\d/)
  await page.goto('/desktops/computers/4711')
  await expect(page.getByRole('alert')).toContainText('4711')
  await page.getByRole('link', { name: 'Search computers' }).click()
  await expect(searchField(page)).toBeVisible()
})

test('every desktop page is accessible in light and dark, and fits a phone', async ({ page, withSession: _ }) => {
  test.slow() // one walk past all of them
  const fits = async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(tooWide, `${page.url()} is wider than the screen by`).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  await openDesktops(page, 'Computers')
  for (const tab of desktopTabs) {
    await openDesktopTab(page, tab)
    await expect(page.getByRole('tabpanel').getByRole('row').nth(1)).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await fits()
  }
  await page.goto('/desktops?search=lt-amara')
  await page.getByRole('link', { name: 'LOS-LT-AMARA' }).click()
  await page.getByRole('button', { name: 'Legend' }).click()
  await expectAccessibleInBothSchemes(page)
  await page.keyboard.press('Escape')
  await fits()
  await page.getByRole('tab', { name: 'Software' }).click()
  await rowsAreHere(page)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('tabpanel').getByRole('link').first().click()
  await rowsAreHere(page)
  await expectAccessibleInBothSchemes(page)
  await fits()
})
