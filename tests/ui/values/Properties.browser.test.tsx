import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { Properties } from '#ui/values/Properties.tsx'
import { InRouter } from '../InRouter.tsx'

beforeEach(() => page.viewport(390, 800))

const heightOf = (name: string) => page.getByRole('region', { name }).element().getBoundingClientRect().height

test('a value of 900 characters makes no tall card, and is shown as a whole on a press', async () => {
  const items = [{ label: 'Store URL', value: `https://store.example/${'x'.repeat(878)}` }]
  await render(<Properties title="App" items={items} />, { wrapper: InRouter })
  await expect.element(page.getByText(/^https:/)).toBeVisible()
  const cut = heightOf('App')
  expect(cut).toBeLessThan(220)
  await page.getByRole('button', { name: 'Show all 900 characters' }).click()
  await expect.element(page.getByRole('button', { name: 'Show less' })).toBeVisible()
  expect(heightOf('App')).toBeGreaterThan(cut)
})

test('a title of any length stays in its card', async () => {
  await render(<Properties title={'x'.repeat(900)} items={[]} />, { wrapper: InRouter })
  const title = page.getByRole('heading').element().getBoundingClientRect()
  expect(title.right).toBeLessThanOrEqual(390)
  expect(title.height).toBeLessThan(100)
})
