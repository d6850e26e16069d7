import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { keepingTables } from '#ui/table/state/stored.ts'
import { InRouter } from '../InRouter.tsx'
import { headers, Phones, PhonesInAddress } from './Phones.tsx'

beforeEach(async () => {
  localStorage.clear()
  await page.viewport(1280, 800)
})

const mine = <Phones storageKey="site/ann/phones" />
const openColumns = () => page.getByRole('button', { name: 'Columns' }).click()
const stored = () => Object.entries(localStorage).filter(([name]) => name.startsWith('triptych-table.'))
const widthOf = (id: string) => document.querySelector<HTMLElement>(`th[data-column="${id}"]`)?.offsetWidth

test('one chooses which columns there are, and finds them so the next time', async () => {
  const { unmount } = await render(mine, { wrapper: InRouter })
  await openColumns()
  await page.getByRole('checkbox', { name: 'City' }).click()
  await page.getByRole('checkbox', { name: 'ID' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Name' }), { message: 'it names the row' }).toBeDisabled()
  expect(headers()).toEqual(['name', 'age', 'seen', 'id'])

  await unmount()
  await render(mine, { wrapper: InRouter })
  expect(headers()).toEqual(['name', 'age', 'seen', 'id'])
  await openColumns()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  expect(headers()).toEqual(['name', 'age', 'city', 'seen'])
})

test('what one person likes is not what another one sees', async () => {
  await render(mine, { wrapper: InRouter })
  await openColumns()
  await page.getByRole('checkbox', { name: 'City' }).click()
  await render(<Phones caption="Others" storageKey="site/bob/phones" />, { wrapper: InRouter })
  expect(page.getByRole('table', { name: 'Others' }).getByRole('columnheader').elements()).toHaveLength(4)
})

test('a column is moved by keyboard, and the button keeps the focus', async () => {
  await render(mine, { wrapper: InRouter })
  await openColumns()
  page.getByRole('button', { name: 'Move Seen up' }).element().focus()
  await userEvent.keyboard('{Enter}{Enter}{Enter}')
  expect(headers()).toEqual(['seen', 'name', 'age', 'city'])
  await expect.element(page.getByRole('button', { name: 'Move Seen up' })).toHaveFocus()
})

test('a column is moved by dragging its head', async () => {
  await render(mine, { wrapper: InRouter })
  await page.getByRole('columnheader', { name: 'Seen' }).dropTo(page.getByRole('columnheader', { name: 'Age' }))
  await expect.poll(headers).toEqual(['name', 'seen', 'age', 'city'])
})

test('a column is as wide as one says, and the others stay as they are', async () => {
  await render(mine, { wrapper: InRouter })
  const [before] = [widthOf('name')]
  await openColumns()
  await page.getByLabelText('Width of Age in pixels').fill('120')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => widthOf('age')).toBe(120)
  expect(widthOf('name')).toBe(before)
})

test('a column is made wider by dragging its edge', async () => {
  await render(mine, { wrapper: InRouter })
  const before = widthOf('name') ?? 0
  const edge = document.querySelector<HTMLElement>('th[data-column="name"] > span[aria-hidden]')
  const { right = 0, top = 0 } = edge?.getBoundingClientRect() ?? {}
  const fire = (type: string, clientX: number) =>
    edge?.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX, clientY: top }))
  if (edge) edge.setPointerCapture = () => {}
  fire('pointerdown', right)
  fire('pointermove', right + 30)
  await expect.poll(() => widthOf('name')).toBe(before + 30)
  expect(stored(), 'kept once it is let go').toEqual([])
  fire('pointermove', right + 60)
  fire('pointerup', right + 60)
  await expect.poll(() => widthOf('name')).toBe(before + 60)
  expect(stored()).toHaveLength(1)
})

test('a column that is kept in place is first, and stays there while the others scroll', async () => {
  await page.viewport(800, 600)
  await render(mine, { wrapper: InRouter })
  await openColumns()
  await page.getByLabelText('Width of Age in pixels').fill('900')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Pin City' }).click()
  expect(headers()).toEqual(['city', 'name', 'age', 'seen'])
  const region = page.getByRole('group', { name: 'Phones' }).element()
  const city = page.getByRole('columnheader', { name: 'City' }).element()
  const before = city.getBoundingClientRect().left
  region.scrollTo({ left: 300 })
  await expect.poll(() => region.scrollLeft).toBe(300)
  expect(Math.abs(city.getBoundingClientRect().left - before)).toBeLessThanOrEqual(1)
})

test('rows come closer together', async () => {
  await render(mine, { wrapper: InRouter })
  const height = () => page.getByRole('row').nth(1).element().getBoundingClientRect().height
  const comfortable = height()
  await openColumns()
  await page.getByRole('radio', { name: 'Compact' }).click()
  expect(height()).toBeLessThan(comfortable - 5)
})

test('what is kept is how the table looks, never what is in it', async () => {
  await render(<PhonesInAddress storageKey="site/ann/phones" />, { wrapper: InRouter })
  await openColumns()
  await page.getByRole('checkbox', { name: 'City' }).click()
  await page.getByLabelText('Width of Age in pixels').fill('120')
  await page.getByRole('radio', { name: 'Compact' }).click()
  const [[name, text] = ['', '']] = stored() as [string, string][]
  expect(name).toBe('triptych-table.site/ann/phones')
  expect(Object.keys(JSON.parse(text) as object).toSorted()).toEqual(['columns', 'density', 'pinned', 'widths'])
})

test('a stored layout that makes no sense is as if there were none', async () => {
  localStorage.setItem('triptych-table.site/ann/phones', '{"columns":"all"')
  await render(mine, { wrapper: InRouter })
  expect(headers()).toEqual(['name', 'age', 'city', 'seen'])
})

test('signing out clears the browser, but for how tables look', async () => {
  await render(mine, { wrapper: InRouter })
  await openColumns()
  await page.getByRole('checkbox', { name: 'City' }).click()
  localStorage.setItem('something else', 'x')
  const before = stored()
  await keepingTables(async () => localStorage.clear())
  expect(stored()).toEqual(before)
  expect(localStorage.getItem('something else')).toBeNull()
})

test('on a phone, columns that somebody chose are shown, also those that cards leave out at first', async () => {
  await page.viewport(390, 844)
  await render(mine, { wrapper: InRouter })
  await openColumns()
  await page.getByRole('checkbox', { name: 'ID' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('cell', { name: 'ID a', exact: true })).toBeVisible()
})
