import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { InRouter } from '../InRouter.tsx'
import { manyPhones, namesShown, phoneColumns, Phones, PhonesInAddress } from './Phones.tsx'

beforeEach(() => page.viewport(1280, 800))

const head = (name: string) => page.getByRole('columnheader', { name })

test('with Shift, a second column orders what the first leaves equal, and says its place', async () => {
  await render(<Phones />, { wrapper: InRouter })
  await page.getByRole('button', { name: 'Age' }).click()
  await page.getByRole('button', { name: 'Name' }).click({ modifiers: ['Shift'] })
  expect(namesShown()).toEqual(['=cmd', 'Phone 10', 'Élan', 'phone 9'])
  await expect.element(head('Age')).toHaveAttribute('aria-sort', 'ascending')
  await expect
    .element(page.getByRole('button', { name: 'Name' }))
    .toHaveAccessibleDescription('Sorted ascending, number 2')

  await page.getByRole('button', { name: 'Name' }).click({ modifiers: ['Shift'] })
  expect(namesShown()).toEqual(['Phone 10', '=cmd', 'Élan', 'phone 9'])
  await page.getByRole('button', { name: 'Name' }).click({ modifiers: ['Shift'] })
  await expect.element(head('Name'), { message: 'the third press takes it out' }).toHaveAttribute('aria-sort', 'none')
})

test('the keyboard orders by a second column with Shift and Enter', async () => {
  await render(<Phones />, { wrapper: InRouter })
  page.getByRole('button', { name: 'City' }).element().focus()
  await userEvent.keyboard('{Enter}')
  page.getByRole('button', { name: 'Name' }).element().focus()
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  expect(namesShown()).toEqual(['=cmd', 'phone 9', 'Élan', 'Phone 10'])
})

test('a server orders by one column: Shift does not add another', async () => {
  const onChange = vi.fn()
  const server = { offset: 0, limit: 50, sort: { id: 'age', descending: false }, onChange }
  await render(<Phones server={server} />, { wrapper: InRouter })
  await page.getByRole('button', { name: 'Name' }).click({ modifiers: ['Shift'] })
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ sort: { id: 'name', descending: false }, offset: 0 })
})

test('a list is filtered by what its columns are: text, choice, number and day', async () => {
  await render(<Phones />, { wrapper: InRouter })
  await expect.element(page.getByText('4 rows', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Filters' }).click()
  const cases = [
    ['Name contains', 'elan', ['Élan']],
    ['Age from', '4', ['Élan']],
    ['Age to', '4', ['Phone 10', '=cmd']],
    ['Seen from', '2026-11-20', ['Élan', '=cmd']],
    ['Seen to', '2026-11-20', ['Phone 10', 'Élan']],
  ] as const
  for (const [label, text, left] of cases) {
    await page.getByLabelText(label).fill(text)
    await expect.poll(namesShown, { message: label }).toEqual(left)
    await page.getByLabelText(label).fill('')
    await expect.poll(() => namesShown().length, { message: label }).toBe(4)
  }
  await page.getByRole('checkbox', { name: 'Bonn' }).click()
  await expect.poll(namesShown).toEqual(['phone 9', '=cmd'])
  await expect.element(page.getByText('2 of 4 rows')).toBeInTheDocument()
})

test('a list counts its rows in words that fit: one row, or none of one', async () => {
  await render(<Phones rows={manyPhones(1)} />, { wrapper: InRouter })
  await expect.element(page.getByText('1 row', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabelText('Name contains').fill('tablet')
  await expect.element(page.getByText('0 of 1 row', { exact: true })).toBeInTheDocument()
})

test('rows that the server did not give are not counted as none', async () => {
  const problem = <p role="alert">The server does not answer</p>
  const { unmount } = await render(<Phones rows={[]} problem={problem} />, { wrapper: InRouter })
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByText(/\d rows?$/)).not.toBeInTheDocument()
  await unmount()
  await render(<Phones problem={problem} />, { wrapper: InRouter })
  await expect.element(page.getByText('4 rows', { exact: true }), { message: 'those of before are' }).toBeVisible()
})

test('filters are named above the list, and each can be taken away there', async () => {
  await render(<PhonesInAddress />, { wrapper: InRouter })
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabelText('Name contains').fill('phone')
  await page.getByRole('checkbox', { name: 'Ulm' }).click()
  await expect.poll(namesShown).toEqual(['Phone 10'])
  const address = page.getByTestId('address').element().textContent.split('&')
  expect(address.toSorted()).toEqual(['filter.city=Ulm', 'filter.name=phone'])
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Remove filter City: Ulm' }).click()
  await expect.poll(namesShown).toEqual(['Phone 10', 'phone 9'])
})

test('when filters leave nothing, the list says so and clears them', async () => {
  await render(<PhonesInAddress />, {
    wrapper: ({ children }) => <InRouter at="/?filter.name=nobody">{children}</InRouter>,
  })
  await expect.element(page.getByText('No rows match the filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect.poll(() => namesShown().length).toBe(4)
})

test('a server filters where the column says that it does', async () => {
  const onChange = vi.fn()
  const columns = phoneColumns.map((column) => Object.assign({}, column, { filter: column.id === 'name' }))
  const server = { offset: 50, limit: 50, filters: {}, onChange }
  await render(<Phones columns={columns} server={server} />, { wrapper: InRouter })
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect.element(page.getByLabelText('Age from')).not.toBeInTheDocument()
  await page.getByLabelText('Name contains').fill('elan')
  await expect.poll(() => onChange.mock.lastCall).toEqual([{ filters: { name: ['elan'] }, offset: 0 }])
  expect(namesShown(), 'its rows are shown as they are').toHaveLength(4)
})

test('a link with order and filters shows the same', async () => {
  const at = '/?sort=city,-name&filter.age=3&filter.age='
  await render(<PhonesInAddress />, { wrapper: ({ children }) => <InRouter at={at}>{children}</InRouter> })
  expect(namesShown()).toEqual(['=cmd', 'Phone 10', 'Élan'])
})
