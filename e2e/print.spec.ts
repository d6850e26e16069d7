import type { Page } from '@playwright/test'
import { paths } from '#paths.ts'
import { expect, test } from './fixtures.ts'

test.use({ account: 'admin' })

/** What opens the first row of a list. */
const openFirst = async (page: Page, list: string) => {
  await page.goto(list)
  const first = page.locator('tbody [data-main] a').first()
  const address = await first.getAttribute('href')
  await page.goto(address ?? '')
}

const printed: [string, string, (page: Page) => Promise<unknown>][] = [
  ['a device', 'Operating system', (page) => openFirst(page, paths.devices)],
  ['a certificate', 'SHA-256', (page) => openFirst(page, paths.certificates)],
  ['a person', 'Serial number', (page) => page.goto(paths.person('amara.okafor@harbourvale.example'))],
  ['an excerpt of the audit', 'Time', (page) => page.goto(paths.audit)],
]

for (const [name, said, open] of printed)
  test(`${name} is printed without what only a screen needs, and with exact times`, async ({
    page,
    withSession: _,
  }) => {
    await open(page)
    await expect(page.locator('main time').first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    const main = page.getByRole('main')
    await expect(main).toContainText(said)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await expect(main.locator('button:visible:not(th *)')).toHaveCount(0)
    const onPaper = await main
      .locator('time')
      .evaluateAll((times) =>
        times.flatMap((time) => (time.checkVisibility() ? [getComputedStyle(time, '::after').content] : [])),
      )
    expect(onPaper.length).toBeGreaterThan(0)
    for (const text of onPaper) expect(text).toMatch(/\d{4}, \d\d:\d\d:\d\d/)
    expect(await main.innerText(), 'each time once').not.toMatch(/UTC \(/)
  })
