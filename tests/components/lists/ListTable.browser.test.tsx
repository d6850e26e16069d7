import { keepPreviousData, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { FilterBar } from '#components/lists/FilterBar.tsx'
import { listAddress, oneOf, pageOf, searchText } from '#components/lists/list-address.ts'
import type { ListRequest } from '#components/lists/cached-rows.ts'
import { ListTable } from '#components/lists/ListTable.tsx'
import { EmptyList } from '#components/lists/EmptyList.tsx'
import { serverPage, useListState } from '#components/lists/use-list-state.ts'
import { Problem } from '#contract/problem.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'

const phones = listAddress(
  {
    ...pageOf(50, 200),
    search: searchText,
    sort: oneOf('', ['', 'name', '-name']),
    state: oneOf('any', ['any', 'lost']),
  },
  { search: ({ search }) => `search “${search}”`, state: ({ state }) => `state “${state}”` },
)
type Phone = { name: string }
const { text } = columnsOf<Phone>()
const columns = [text('name', 'Name', ({ name }) => name, { sortable: true })]
const states = [
  { value: 'any', label: 'Any state' },
  { value: 'lost', label: 'Lost' },
]

const noRows: Phone[] = []

function Phones({ asked, rows = noRows, total }: { asked: Partial<ListRequest>; rows?: Phone[]; total?: number }) {
  const list = useListState(phones)
  const [refetch] = useState(() => asked.refetch ?? (() => Promise.resolve()))
  return (
    <ListTable
      filterBar={
        <FilterBar of={list} placeholder="Name" filters={[{ name: 'state', label: 'State', options: states }]} />
      }
      asked={{ data: undefined, error: null, ...asked, refetch }}
      caption="Phones"
      rows={rows}
      total={total}
      columns={columns}
      rowId={({ name }) => name}
      server={serverPage(list)}
      state={list}
      empty={<EmptyList of={list} total={total} one="phone" many="phones" hint="Phones enroll themselves." />}
    />
  )
}

async function open(props: Parameters<typeof Phones>[0], address = '') {
  const router = createMemoryRouter([{ path: '/', element: <Phones {...props} /> }], {
    initialEntries: [`/${address}`],
  })
  await render(
    <QueryClientProvider client={queryClient}>
      <UiProvider>
        <RouterProvider router={router} />
      </UiProvider>
    </QueryClientProvider>,
  )
  return () => router.state.location.search
}
const none = { data: {} }

test('a list whose first rows are on their way says so', async () => {
  await open({ asked: {} })
  await expect.element(page.getByRole('table', { name: 'Phones' })).toHaveAttribute('aria-busy', 'true')
})

test('a list without anything says that there is nothing yet, and why', async () => {
  await open({ asked: none, total: 0 })
  await expect.element(page.getByText('No phones yet')).toBeVisible()
  await expect.element(page.getByText('Phones enroll themselves.')).toBeVisible()
})

test('a list that its filters leave empty names them and takes them away', async () => {
  const search = await open({ asked: none, total: 0 }, '?search=x&state=lost&columns=name')
  await expect.element(page.getByText('No matching phones')).toBeVisible()
  await expect.element(page.getByText('Filtered by search “x”, state “lost”.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect.poll(search).toBe('?columns=name')
})

test('the filters can be cleared while there are rows, too', async () => {
  const search = await open({ asked: none, rows: [{ name: 'Till 4' }], total: 1 }, '?state=lost')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(search).toBe('')
})

test('a page that is not there leads to the first one', async () => {
  const search = await open({ asked: none, total: 1 }, '?page=7&state=lost')
  await expect.element(page.getByText('There is no page 7')).toBeVisible()
  await expect.element(page.getByText('1 phone matches.')).toBeVisible()
  await page.getByRole('button', { name: 'Go to the first page' }).click()
  await expect.poll(search).toBe('?state=lost')
})

test('rows stay when asking again fails: it says what failed, how old they are, and tries again', async () => {
  const refetch = vi.fn(() => Promise.resolve())
  const error = new Problem('OFFLINE')
  const dataUpdatedAt = Date.now() - 5 * 60_000
  await open({ asked: { ...none, error, dataUpdatedAt, refetch }, rows: [{ name: 'Till 4' }], total: 1 })
  await expect.element(page.getByText('Till 4')).toBeVisible()
  await expect.element(page.getByText(/^These rows were loaded 5 minutes ago/)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(refetch).toHaveBeenCalledOnce()
})

test('a phone folds the filters away, and says how many are active', async () => {
  await page.viewport(390, 800)
  await open({ asked: none, rows: [{ name: 'Till 4' }], total: 1 }, '?state=lost')
  const fold = page.getByRole('button', { name: 'Filter list: 1 active' })
  await expect.element(page.getByRole('combobox', { name: 'State' })).not.toBeInTheDocument()
  await fold.click()
  await expect.element(page.getByRole('combobox', { name: 'State' })).toBeVisible()
  await page.viewport(1280, 800)
})

test('two presses on a heading in quick succession sort descending, even before the first is shown', async () => {
  const search = await open({ asked: none, rows: [{ name: 'Till 4' }], total: 1 })
  const heading = page.getByRole('button', { name: 'Name', exact: true }).element()
  heading.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  heading.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.poll(search).toBe('?sort=-name')
})

/** Fifty phones a page; what becomes of a page that has not been shown yet is the caller's to say. */
function ServerPhones({ ask }: { ask: (page: number) => Promise<Phone[]> }) {
  const list = useListState(phones)
  const { page: number, size, search } = list.state
  const asked = useQuery({
    queryKey: ['phones', number, search],
    queryFn: () => ask(number),
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <ListTable
      filterBar={<FilterBar of={list} placeholder="Name" />}
      asked={asked}
      caption="Phones"
      rows={asked.data ?? noRows}
      total={asked.data && size * 3}
      columns={columns}
      rowId={({ name }) => name}
      server={serverPage(list)}
      state={list}
      empty={<EmptyList of={list} many="phones" />}
    />
  )
}

const phonesOf = (page: number) =>
  Array.from({ length: 50 }, (_, at) => ({ name: `phone ${(page - 1) * 50 + at + 1}` }))
const range = () => page.getByRole('navigation', { name: 'Pages' }).getByRole('status')

async function openPages(ask: (page: number) => Promise<Phone[]>) {
  queryClient.clear()
  const router = createMemoryRouter([{ path: '/', element: <ServerPhones ask={ask} /> }])
  await render(
    <QueryClientProvider client={queryClient}>
      <UiProvider>
        <RouterProvider router={router} />
      </UiProvider>
    </QueryClientProvider>,
  )
  await expect.element(range()).toMatchTextContent('1–50 of 150')
}

test('while the next page is on its way, the rows that are shown keep their own numbers', async () => {
  const second = Promise.withResolvers<Phone[]>()
  await openPages((number) => (number === 1 ? Promise.resolve(phonesOf(1)) : second.promise))
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.element(page.getByText('Updating …')).toBeVisible()
  await expect.element(page.getByText('phone 50')).toBeVisible()
  await expect.element(range()).toMatchTextContent('1–50 of 150')
  second.resolve(phonesOf(2))
  await expect.element(page.getByText('phone 100')).toBeVisible()
  await expect.element(range()).toMatchTextContent('51–100 of 150')
})

test('when the next page cannot be had, the rows of the page before stay, and say which they are', async () => {
  await openPages((number) =>
    number === 1 ? Promise.resolve(phonesOf(1)) : Promise.reject(new Problem('COM0004', undefined, { service: 'mdm' })),
  )
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByText('phone 50')).toBeVisible()
  await expect.element(range()).toMatchTextContent('1–50 of 150')
  await expect.element(page.getByText(/^These rows are from page 1 and were loaded/)).toBeVisible()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect.poll(() => page.getByRole('alert').elements()).toEqual([])
  await expect.element(range()).toMatchTextContent('1–50 of 150')
})

test('rows of another search do not stand for what could not be had', async () => {
  let isBroken = false
  await openPages(() =>
    isBroken ? Promise.reject(new Problem('COM0004', undefined, { service: 'mdm' })) : Promise.resolve(phonesOf(1)),
  )
  isBroken = true
  await page.getByRole('searchbox', { name: 'Search' }).fill('tablet')
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(page.getByText('phone 50').elements()).toEqual([])
})
