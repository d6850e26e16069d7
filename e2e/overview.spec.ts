import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { whileWorldIsPaused } from './steps/device-actions.ts'
import { picture } from './steps/picture.ts'

test.use({ account: 'admin' })

test('the day begins with what needs attention, in light and dark colors', async ({ page, withSession: _ }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  const services = page.getByRole('list', { name: 'Services' }).getByRole('listitem')
  await expect(services).toHaveText([/Desktops.*Healthy/, /Devices.*Healthy/, /Certificates.*Healthy/])
  const concerns = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem')
  await expect(concerns.filter({ hasText: 'Vulnerable' }).first()).toBeVisible()
  await expect(concerns.filter({ hasText: 'Silent' }).first()).toBeVisible()
  await expect(concerns.filter({ hasText: 'Certificate expired' }).first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Recent audit' }).getByRole('listitem').first()).toContainText('admin')
  await expectAccessibleInBothSchemes(page)
  await picture(page, 'overview')
})

test('a notice links to its page and stays dismissed after a reload', async ({ page, withSession: _ }) => {
  await page.goto('/overview')
  const bell = page.getByRole('button', { name: /^Notices: \d+$/ })
  const notices = page.getByRole('list', { name: 'Notices' }).getByRole('listitem')
  await expect(page.getByRole('list', { name: 'Needs attention' }).getByText('Silent').first()).toBeVisible()
  await expect(bell).toHaveAccessibleName(/[1-9]/)
  // What comes after somebody has looked is new to them.
  await expect(page.getByRole('main').getByText('Loading', { exact: true })).toHaveCount(0)
  await bell.click()
  await expect(bell, 'who looks has seen them').toHaveAccessibleName('Notices: 0')
  const expired = notices.filter({ hasText: 'expired.example.com' })
  await expect(expired).toContainText(/Certificate expired \d+ days ago/)
  await expectAccessible(page)
  await expired.getByRole('button', { name: /^Dismiss expired\.example\.com/ }).click()
  await expect(expired).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('list', { name: 'Needs attention' }).getByText('Silent').first()).toBeVisible()
  await expect(bell).toHaveAccessibleName('Notices: 0')
  await bell.click()
  await expect(notices.filter({ hasText: 'yesterday.example.com' })).toHaveCount(1)
  await expect(expired).toHaveCount(0)
  const silent = notices.filter({ hasText: 'Silent' }).getByRole('link')
  const name = (await silent.first().textContent()) ?? ''
  // What another service tells later may come before it.
  await silent.filter({ hasText: name }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
})

test('each number of the overview equals that of its linked list', async ({ page, product, withSession: _ }) => {
  await whileWorldIsPaused(product, async () => {
    for (const name of ['Desktops', 'Devices', 'Certificates']) {
      await page.goto('/overview')
      const tile = page.getByRole('list', { name: 'Services' }).getByRole('listitem').filter({ hasText: name })
      const numberOf = async () => (await tile.innerText()).split('\n').find((line) => /^[\d,]+$/.test(line))
      await expect.poll(numberOf).toBeDefined()
      const count = await numberOf()
      await tile.getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`of ${count}`)
    }
  })
})
