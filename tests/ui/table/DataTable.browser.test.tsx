import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Panel } from '#ui/layout/Panel.tsx'
import { basicColumns } from '#ui/table/Columns.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { InRouter } from '../InRouter.tsx'

type Phone = { id: string; name: string; age: number | undefined }
const phones: Phone[] = [
  { id: 'a', name: 'Phone 10', age: 3 },
  { id: 'b', name: 'phone 9', age: undefined },
  { id: 'c', name: 'Élan', age: 11 },
]
const columns: Column<Phone>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, value: ({ name }) => name, sortable: true },
  { id: 'age', header: 'Age', cell: ({ age }) => age ?? '–', value: ({ age }) => age, sortable: true, align: 'end' },
  { id: 'id', header: 'ID', cell: ({ id }) => id, priority: 2 },
]
const table = {
  caption: 'Phones',
  rows: phones,
  columns,
  rowId: ({ id }: Phone) => id,
  empty: <Empty title="No phone" />,
}
const namesShown = () => [...document.querySelectorAll('tbody td:first-child')].map(({ textContent }) => textContent)

beforeEach(() => page.viewport(1280, 800))

test('a list that is here whole sorts by a press on the head of a column, and says how', async () => {
  await render(<DataTable {...table} />, { wrapper: InRouter })
  expect(namesShown()).toEqual(['Phone 10', 'phone 9', 'Élan'])

  await page.getByRole('button', { name: 'Name' }).click()
  expect(namesShown()).toEqual(['Élan', 'phone 9', 'Phone 10'])
  await expect.element(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')

  await page.getByRole('button', { name: 'Name' }).click()
  expect(namesShown()).toEqual(['Phone 10', 'phone 9', 'Élan'])
  await expect.element(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
})

test('numbers sort by size, and what has no value comes last either way', async () => {
  await render(<DataTable {...table} />, { wrapper: InRouter })
  const age = page.getByRole('button', { name: 'Age' })
  await age.click()
  expect(namesShown()).toEqual(['Phone 10', 'Élan', 'phone 9'])
  await age.click()
  expect(namesShown()).toEqual(['Élan', 'Phone 10', 'phone 9'])
})

test('a page of a server says which rows it shows, and asks for others', async () => {
  const onChange = vi.fn()
  const server = { offset: 50, limit: 50, sort: { id: 'name', descending: false }, onChange }
  await render(<DataTable {...table} total={2000} server={server} />, { wrapper: InRouter })
  await expect.element(page.getByText('51–53 of 2,000')).toBeVisible()

  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await page.getByRole('button', { name: 'Last page' }).click()
  await page.getByRole('button', { name: 'Name' }).click()
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOptions('100')
  expect(onChange.mock.calls.flat()).toEqual([
    { offset: 100 },
    { offset: 0 },
    { offset: 1950 },
    { sort: { id: 'name', descending: true }, offset: 0 },
    { limit: 100, offset: 0 },
  ])
  expect(namesShown(), 'a server sorts its own rows').toEqual(['Phone 10', 'phone 9', 'Élan'])
})

test('on the last page there is no next one, also when nobody knows how many rows there are', async () => {
  const server = { offset: 0, limit: 50, onChange: () => {} }
  await render(<DataTable {...table} server={server} />, { wrapper: InRouter })
  await expect.element(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'First page' })).toBeDisabled()
})

test('the arrow keys go from row to row', async () => {
  await render(<DataTable {...table} rowHref={({ id }) => `/phones/${id}`} />, { wrapper: InRouter })
  page.getByRole('link', { name: 'Phone 10' }).element().focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(page.getByRole('link', { name: 'Élan' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowUp}')
  await expect.element(page.getByRole('link', { name: 'phone 9' })).toHaveFocus()
})

test('a value that is cut off shows in full on hover', async () => {
  const long = 'a device with a name that is much too long '.repeat(8).trim()
  const rows = [{ id: 'a', name: long, age: 1 }]
  const server = { offset: 0, limit: 50, onChange: () => {} }
  await render(<DataTable {...table} rows={rows} server={server} />, { wrapper: InRouter })
  await page.getByRole('cell', { name: long }).hover()
  await expect.element(page.getByRole('tooltip')).toHaveTextContent(long)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument()
})

test('a long path, and a long name that leads somewhere, are held to four lines, with the whole of them in the tip', async () => {
  const long = 'X'.repeat(1200)
  const { text, code } = basicColumns<{ name: string }>()
  const columns = [
    code('path', 'Path', () => `/etc/${'p'.repeat(1200)}`, { width: 120 }),
    text('user', 'User', ({ name }) => name, { width: 140, to: () => '/people/x/' }),
  ]
  const props = {
    caption: 'Users',
    rows: [{ name: long }],
    columns,
    rowId: () => 'x',
    empty: <Empty title="No user" />,
  }
  await render(<DataTable {...props} />, { wrapper: InRouter })
  const link = page.getByRole('link', { name: long })
  await expect.poll(() => link.element().getBoundingClientRect().height).toBeLessThan(120)
  expect(document.querySelector('td code')?.getBoundingClientRect().height).toBeLessThan(120)
  await page.getByRole('cell', { name: long }).hover()
  await expect.element(page.getByRole('tooltip')).toHaveTextContent(long)
})

test('long addresses and the text of cards on phones are limited to four lines', async () => {
  const long = `https://host.example/${'path/'.repeat(300)}`
  const { text } = basicColumns<{ name: string }>()
  const columns = [
    text('key', 'Key', () => 'a key', { width: 120 }),
    text('address', 'Address', ({ name }) => name, { width: 140, breaks: true }),
    text('version', 'V'.repeat(600), ({ name }) => name, { width: 140 }),
  ]
  const props = {
    caption: 'Hosts',
    rows: [{ name: long }],
    columns,
    rowId: () => 'x',
    empty: <Empty title="No host" />,
  }
  const rowHeight = () => document.querySelector('tbody tr')?.getBoundingClientRect().height
  await render(<DataTable {...props} />, { wrapper: InRouter })
  await expect.poll(rowHeight).toBeLessThan(120)
  await page.viewport(390, 800)
  await expect.poll(rowHeight).toBeLessThan(300)
  await page.viewport(1280, 800)
})

test('while the first rows are on their way, the table stands as it will be', async () => {
  await render(<DataTable {...table} rows={[]} loading />, { wrapper: InRouter })
  await expect.element(page.getByRole('table', { name: 'Phones' })).toHaveAttribute('aria-busy', 'true')
  await expect.element(page.getByText('No phone')).not.toBeInTheDocument()
})

test('while other rows are on their way, the table says that these are of before', async () => {
  const server = { offset: 0, limit: 50, onChange: () => {} }
  await render(<DataTable {...table} stale server={server} />, { wrapper: InRouter })
  await expect.element(page.getByText('Updating …')).toBeVisible()
  await expect.element(page.getByRole('table', { name: 'Phones' })).toHaveAttribute('aria-busy', 'true')
  expect(namesShown()).toHaveLength(3)
  const [region, shown] = [page.getByRole('group', { name: 'Phones' }).element(), page.getByRole('table').element()]
  const above = shown.getBoundingClientRect().top - region.getBoundingClientRect().top
  expect(above, 'pixels that the head moves down').toBeLessThan(3)
})

test('a table in a part of the page with its name is no second landmark', async () => {
  await render(
    <Panel title="Phones">
      <DataTable {...table} />
    </Panel>,
    { wrapper: InRouter },
  )
  await expect.element(page.getByRole('table', { name: 'Phones' })).toBeVisible()
  expect(page.getByRole('region').elements()).toHaveLength(1)
})

test('what went wrong stands in place of the rows, or above those that are there', async () => {
  const problem = <p role="alert">The server does not answer</p>
  const { unmount } = await render(<DataTable {...table} rows={[]} problem={problem} />, { wrapper: InRouter })
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByText('No phone')).not.toBeInTheDocument()
  await unmount()
  await render(<DataTable {...table} problem={problem} />, { wrapper: InRouter })
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(namesShown()).toHaveLength(3)
})

test('a list without rows says so', async () => {
  await render(<DataTable {...table} rows={[]} />, { wrapper: InRouter })
  await expect.element(page.getByText('No phone')).toBeVisible()
})

test('on a phone each row is a card, which can still be sorted and is still a table', async () => {
  await page.viewport(390, 844)
  await render(<DataTable {...table} />, { wrapper: InRouter })
  await expect.element(page.getByRole('table', { name: 'Phones' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('Sorted by Name, ascending')
  expect(namesShown()).toEqual(['Élan', 'phone 9', 'Phone 10'])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('on a phone the card of a row that nothing can be done with has no empty line', async () => {
  await page.viewport(390, 844)
  const actions = {
    id: 'actions',
    header: 'Actions',
    cell: ({ id }: Phone) => id === 'a' && <button type="button">Delete</button>,
  }
  await render(<DataTable {...table} columns={[...columns, actions]} />, { wrapper: InRouter })
  await expect.element(page.getByRole('button', { name: 'Delete' })).toBeVisible()
  const shown = Array.from(document.querySelectorAll('td[data-label="Actions"]'), (cell) => cell.checkVisibility())
  expect(shown).toEqual([true, false, false])
})
