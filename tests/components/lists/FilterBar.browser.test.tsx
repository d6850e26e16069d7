import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { FilterBar } from '#components/lists/FilterBar.tsx'
import { listAddress, oneOf, searchText } from '#components/lists/list-address.ts'
import { useListState } from '#components/lists/use-list-state.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'

const computers = listAddress({
  search: searchText,
  in: oneOf('name', ['name', 'user']),
  state: oneOf('', ['', 'lost']),
})
const states = [
  { value: '', label: 'Any state' },
  { value: 'lost', label: 'Lost' },
]
const columns = [
  { value: 'name', label: 'in Name' },
  { value: 'user', label: 'in User' },
]

function Computers() {
  const list = useListState(computers)
  return (
    <FilterBar
      of={list}
      placeholder="Name contains …"
      searchIn={columns}
      filters={[{ name: 'state', label: 'State', options: states }]}
    />
  )
}

const shown = (address: string) =>
  render(
    <UiProvider>
      <RouterProvider
        router={createMemoryRouter([{ path: '/', Component: Computers }], { initialEntries: [address] })}
      />
    </UiProvider>,
  )
const searchedColumn = page.getByRole('combobox', { name: 'Search in' })
const filter = page.getByRole('combobox', { name: 'State' })

beforeEach(() => page.viewport(390, 844))

test('a phone folds the choice of the searched column with the filters', async () => {
  await shown('/')
  await expect.element(searchedColumn).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Filter list' }).click()
  await expect.element(filter).toBeVisible()
  await expect.element(searchedColumn).toBeVisible()
})

test('a phone keeps showing a searched column that was chosen', async () => {
  await shown('/?in=user')
  await expect.element(searchedColumn).toHaveValue('user')
  await expect.element(filter).not.toBeInTheDocument()
})
