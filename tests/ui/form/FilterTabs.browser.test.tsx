import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { InRouter } from '../InRouter.tsx'

const options = [
  { value: 'all', label: 'All', count: 1214 },
  { value: 'off', label: 'Off' },
]

test('a screen reader says each filter once, and then how many rows it leaves', async () => {
  await render(<FilterTabs label="Encryption" value="all" options={options} onChange={() => {}} />, {
    wrapper: InRouter,
  })
  const all = page.getByRole('radio', { name: 'All', exact: true })
  await expect.element(all).toBeChecked()
  await expect.element(all).toHaveAccessibleDescription('1,214')
  const said = [...page.getByRole('group', { name: 'Encryption' }).element().querySelectorAll('label span')]
  expect(said.map(({ textContent, ariaHidden }) => [textContent, ariaHidden])).toEqual([
    ['All', 'true'],
    ['1,214', 'true'],
    ['Off', 'true'],
  ])
})

test('on a phone many filters are one row, which starts at the active one', async () => {
  await page.viewport(390, 844)
  const many = ['All', 'Expired', 'Expiring soon', 'Not yet valid', 'Seen on hosts', 'Different on hosts', 'Revoked']
  const tabs = many.map((label) => ({ value: label, label, count: 12 }))
  await render(<FilterTabs label="State" value="Revoked" options={tabs} onChange={() => {}} />, { wrapper: InRouter })
  const row = page.getByRole('group', { name: 'State' }).element()
  const active = page.getByRole('radio', { name: 'Revoked' }).element()
  expect(row.getBoundingClientRect().height).toBeLessThan(48)
  await expect.poll(() => active.getBoundingClientRect().right).toBeLessThanOrEqual(390)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('on a phone the row starts whole where its first filter is active', async () => {
  await page.viewport(390, 844)
  const tabs = Array.from({ length: 9 }, (_, at) => ({ value: String(at), label: `Filter number ${at}` }))
  await render(<FilterTabs label="State" value="0" options={tabs} onChange={() => {}} />, { wrapper: InRouter })
  await expect.element(page.getByRole('radio', { name: 'Filter number 0' })).toBeChecked()
  expect(page.getByRole('group', { name: 'State' }).element().scrollLeft).toBe(0)
})
