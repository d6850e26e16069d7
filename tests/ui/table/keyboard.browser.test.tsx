import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { InRouter } from '../InRouter.tsx'
import { manyPhones, Phones } from './Phones.tsx'

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

test('Home, End and the pages go through a row and through the list', async () => {
  await render(<Phones grid rows={manyPhones(2000)} rowHref={href} />, { wrapper: InRouter })
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
  const region = page.getByRole('region', { name: 'Phones' }).element().getBoundingClientRect()
  const bottom = () => document.activeElement?.getBoundingClientRect().bottom
  await expect.poll(bottom, { message: 'it is in view' }).toBeLessThanOrEqual(region.bottom)
  await press('{Control>}{Home}{/Control}')
  expect(rowOf()).toBe('2')
})

test('the keyboard keeps its place when the mouse scrolls it away', async () => {
  await render(<Phones grid rows={manyPhones(2000)} rowHref={href} />, { wrapper: InRouter })
  const [first] = page.getByRole('link').elements()
  ;(first as HTMLElement).focus()
  const region = page.getByRole('region', { name: 'Phones' }).element()
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
