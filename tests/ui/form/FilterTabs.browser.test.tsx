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
