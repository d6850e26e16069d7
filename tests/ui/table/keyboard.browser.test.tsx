import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { useAddress } from '#ui/table/address.ts'
import { basicColumns } from '#ui/table/Columns.tsx'
import { InRouter } from '../InRouter.tsx'
import { manyPhones, type Phone, phoneColumns, Phones } from './Phones.tsx'

beforeEach(() => page.viewport(1280, 800))

const href = ({ id }: { id: string }) => `/phones/${id}`
const Lock = () => <button type="button">Lock</button>
const focused = () => document.activeElement?.closest('td, th')?.textContent ?? ''
const press = (keys: string) => userEvent.keyboard(keys)

test('Tab stops once in a grid, and arrows go from cell to cell, into the head as well', async () => {
  await render(<Phones grid rowHref={href} />, { wrapper: InRouter })
  await expect.element(page.getByRole('grid', { name: 'Phones' })).toBeVisible()
  await press('{Tab}')
  while (!document.activeElement?.closest('table')) await press('{Tab}')
  await expect.element(page.getByRole('link', { name: 'Phone 10' })).toHaveFocus()

  await press('{ArrowRight}')
  await expect.element(page.getByRole('gridcell', { name: '3', exact: true }).first()).toHaveFocus()
  await press('{ArrowDown}{ArrowDown}')
  expect(focused()).toBe('11')
  await press('{ArrowLeft}')
  await expect.element(page.getByRole('link', { name: 'Élan' })).toHaveFocus()
  await press('{ArrowUp}{ArrowUp}{ArrowUp}')
  await expect.element(page.getByRole('button', { name: 'Name' })).toHaveFocus()

  await press('{Tab}')
  expect(document.activeElement?.closest('table'), 'the next Tab leaves the grid').toBeNull()
  await press('{Shift>}{Tab}{/Shift}')
  await expect
    .element(page.getByRole('button', { name: 'Name' }), { message: 'and comes back to where one was' })
    .toHaveFocus()
})

test('a link in a row of a grid is no stop of its own: the arrows lead to it', async () => {
  const [name, ...others] = phoneColumns
  const { text } = basicColumns<Phone>()
  const city = text('town', 'Town', (phone) => (phone.id === 'b' ? undefined : phone.city), { to: () => '/towns' })
  const columns = [name, city, ...others].filter((one) => one !== undefined)
  await render(<Phones grid rowHref={href} columns={columns} />, { wrapper: InRouter })
  await expect.element(page.getByRole('grid', { name: 'Phones' })).toBeVisible()
  await press('{Tab}')
  while (!document.activeElement?.closest('table')) await press('{Tab}')
  await press('{ArrowRight}')
  await expect.element(page.getByRole('link', { name: 'Ulm' }).first()).toHaveFocus()
  await press('{ArrowDown}')
  expect(focused(), 'nothing is known of it, and leads nowhere').toBe('–')
  expect(document.activeElement?.querySelector('a')).toBeNull()
  await press('{Tab}')
  expect(document.activeElement?.closest('table'), 'the next Tab leaves the grid').toBeNull()
})

test('Home, End and the pages go through a row and through the list', async () => {
  await render(<Phones grid rows={manyPhones(2000)} rowHref={href} />, { wrapper: InRouter })
  await expect.element(page.getByRole('link').first()).toBeVisible()
  page.getByRole('link').first().element().focus()
  await press('{End}')
  await expect.element(document.activeElement as HTMLElement).toHaveAttribute('data-label', 'Seen')
  await press('{Home}')
  expect(document.activeElement).toBeInstanceOf(HTMLAnchorElement)

  const rowOf = () => document.activeElement?.closest('tr')?.ariaRowIndex
  await press('{PageDown}')
  const afterPage = Number(rowOf())
  expect(afterPage).toBeGreaterThan(10)
  await press('{Control>}{End}{/Control}')
  expect(rowOf(), 'the last of 2,000, below the head').toBe('2001')
  expect(document.activeElement?.closest('td')).toHaveAttribute('data-label', 'Seen')
  const region = page.getByRole('group', { name: 'Phones' }).element().getBoundingClientRect()
  const bottom = () => document.activeElement?.getBoundingClientRect().bottom
  await expect.poll(bottom, { message: 'it is in view' }).toBeLessThanOrEqual(region.bottom)
  await press('{Control>}{Home}{/Control}')
  expect(rowOf()).toBe('2')
})

test('the keyboard keeps its place when the mouse scrolls it away', async () => {
  await render(<Phones grid rows={manyPhones(2000)} rowHref={href} />, { wrapper: InRouter })
  const [first] = page.getByRole('link').elements()
  ;(first as HTMLElement).focus()
  const region = page.getByRole('group', { name: 'Phones' }).element()
  region.scrollTo({ top: 30_000 })
  await expect.poll(() => document.querySelector('tr[aria-rowindex="780"]')).not.toBeNull()
  expect(document.activeElement).toBe(first)
  await press('{ArrowDown}')
  expect(document.activeElement?.closest('tr')?.ariaRowIndex).toBe('3')
  expect(region.scrollTop).toBeLessThan(100)
})

test('Enter opens the row from any of its cells, and Space chooses it', async () => {
  await render(<Phones grid rowHref={href} SelectionActions={Lock} />, { wrapper: InRouter })
  page.getByRole('link', { name: 'Élan' }).element().focus()
  await press('{ArrowRight}')
  await press(' ')
  await expect.element(page.getByText('1 selected')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Élan/ })).toHaveAttribute('aria-selected', 'true')
  await press(' ')
  await expect.element(page.getByText('1 selected')).not.toBeInTheDocument()

  let opened = ''
  page
    .getByRole('link', { name: 'Élan' })
    .element()
    .addEventListener('click', (event) => {
      opened = (event.currentTarget as HTMLAnchorElement).pathname
    })
  await press('{Enter}')
  expect(opened).toBe('/phones/c')
})

test('on a phone, where there is no head, the arrows stay among the cards', async () => {
  await page.viewport(390, 844)
  await render(<Phones grid rowHref={href} />, { wrapper: InRouter })
  page.getByRole('link', { name: 'Phone 10' }).element().focus()
  await press('{ArrowUp}')
  await expect.element(page.getByRole('link', { name: 'Phone 10' })).toHaveFocus()
  await press('{ArrowDown}')
  await expect.element(page.getByRole('link', { name: 'phone 9' })).toHaveFocus()
})

/** The row that Tab comes to, as it is counted; the head is 1. */
const stop = () => {
  const row = document.querySelector('table [tabindex="0"]')?.closest('tr')
  return row?.dataset.row === '-1' ? 1 : Number(row?.ariaRowIndex)
}
const toTheFifth = async () => {
  page.getByRole('link').first().element().focus()
  await press('{Control>}{Home}{/Control}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(stop()).toBe(6)
}

/** Rows that can be fetched again, searched, sorted and paged, the state in the address. */
function Fetched({ paged = false }: { paged?: boolean }) {
  const address = useAddress()
  const [fetched, setFetched] = useState(0)
  const offset = Number(address[0].get('offset') ?? 0)
  const rows = manyPhones(40).map((phone) => Object.assign(phone, { name: `${phone.name}, fetched ${fetched}` }))
  const show = (name: string, value: string) =>
    address[1]((now) => {
      now.set(name, value)
      return now
    }, {})
  return (
    <>
      <button onClick={() => setFetched(1)}>Fetch again</button>
      <button onClick={() => show('search', 'phone')}>Search</button>
      <Phones
        grid
        rows={paged ? rows.slice(offset, offset + 20) : rows}
        total={40}
        server={paged ? { offset, limit: 20, onChange: ({ offset: to = 0 }) => show('offset', String(to)) } : undefined}
        address={address}
        rowHref={href}
      />
    </>
  )
}

test('rows that are only fetched again leave the keyboard where it is; of others it begins with the first', async () => {
  await render(<Fetched />, { wrapper: InRouter })
  await toTheFifth()
  await page.getByRole('button', { name: 'Fetch again' }).click()
  await expect.poll(() => page.getByRole('link').first().element().textContent).toMatch(/fetched 1$/)
  expect(stop(), 'the same rows').toBe(6)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect.poll(stop, { message: 'a search' }).toBe(2)

  await toTheFifth()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('checkbox', { name: 'Ulm' }).click()
  await expect.poll(stop, { message: 'a filter' }).toBe(2)
})

test('of another page the keyboard begins with the first row', async () => {
  await render(<Fetched paged />, { wrapper: InRouter })
  await toTheFifth()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(stop).toBe(22)
})

test('whoever sorts by keyboard stays in the head, and goes down to the first row', async () => {
  await render(<Fetched />, { wrapper: InRouter })
  await toTheFifth()
  page.getByRole('button', { name: 'Age' }).element().focus()
  await press('{Enter}')
  await expect.element(page.getByRole('columnheader', { name: 'Age' })).toHaveAttribute('aria-sort', 'ascending')
  expect(stop()).toBe(1)
  await press('{ArrowDown}')
  expect(stop()).toBe(2)
})
