import { expect, expectAccessible, test } from './fixtures.ts'

// Two phones of the demo that differ in three settings.
const [grace, grainne] = ['BLT2222KD', 'B8R2225CM']

test('the help desk compares two phones and finds the three differences, by keyboard alone', async ({
  page,
  withSession: _,
}) => {
  await page.goto('/devices/compare')
  for (const [label, serial] of [
    ['First device', grace],
    ['Second device', grainne],
  ] as const) {
    await page.getByRole('searchbox', { name: `Search: ${label}` }).focus()
    await page.keyboard.type(serial)
    await page
      .getByRole('list', { name: `Found: ${label}` })
      .getByRole('button', { name: serial })
      .press('Enter')
  }
  const table = page.getByRole('table', { name: 'Compare devices' })
  await expect(page.getByRole('radio', { name: 'All' })).toBeChecked()
  await expect(page).toHaveURL(/left=\d+&right=\d+/)
  await page.getByRole('radio', { name: 'All' }).press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Differences' })).toBeChecked()
  await expect(table.getByRole('row')).toHaveCount(4)
  await expect(table).toMatchAriaSnapshot(`
    - rowgroup:
      - row /Allow Wi-Fi Differs allow_wifi/
      - row /Allow Wi-Fi tethering Differs allow_wifi_tethering/
      - row /Browser allow popups Differs browser_allow_popups/
  `)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)

  await page.reload()
  await expect(table.getByRole('row')).toHaveCount(4)
})

test('two contradictory fields of one record are both shown, with undefined values unchanged', async ({
  page,
  withSession: _,
}) => {
  await page.goto('/devices?search=B9222222M')
  await page.getByRole('grid', { name: 'Devices' }).getByRole('link').first().click()
  await page.waitForURL(/devices\/\d+$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.goto(`/devices/compare?${new URLSearchParams({ left: id, right: id, show: 'conflict' })}`)
  const camera = page.getByRole('row').filter({ has: page.getByText('camera', { exact: true }) })
  await expect(camera.getByText('Sources differ')).toHaveCount(2)
  await expect(camera).toContainText('top level')
  await expect(camera).toContainText('vendor_restricions')
})

test('a device is compared with each member of a group', async ({ page, withSession: _ }) => {
  await page.goto(`/devices?search=${grace}`)
  await page.getByRole('grid', { name: 'Devices' }).getByRole('link').first().click()
  await page.waitForURL(/devices\/\d+$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.goto(`/devices/compare?left=${id}`)
  await page.getByRole('button', { name: 'Compare with each device in a group' }).click()
  await page.getByRole('searchbox', { name: 'Search: Group' }).fill('Finance')
  await page.getByRole('list', { name: 'Found: Group' }).getByRole('button').click()
  await page.getByRole('button', { name: 'Compare with each member' }).click()
  await expect(page.getByRole('button', { name: 'Compare again' })).toBeVisible({ timeout: 120_000 })
  const table = page.getByRole('table', { name: 'Compare devices' })
  expect(await table.getByRole('row').count()).toBeGreaterThan(10)
  await expectAccessible(page)
  await table.getByRole('link').first().click()
  await expect(page.getByRole('radio', { name: 'Differences' })).toBeVisible()
})
