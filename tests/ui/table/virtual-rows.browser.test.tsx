import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { InRouter } from '../InRouter.tsx'
import { manyPhones, phoneColumns, Phones } from './Phones.tsx'

beforeEach(() => page.viewport(1280, 800))

const tenThousand = manyPhones(10_000)
const region = () => page.getByRole('group', { name: 'Phones' }).element()
const rowsHere = () => [...document.querySelectorAll<HTMLElement>('tbody tr[data-row]')]
const shownAt = (place: number) => document.querySelector(`tr[aria-rowindex="${place}"]`)

test('of a long list only the rows in view are in the document, and assistive technology is told of all', async () => {
  await render(<Phones rows={tenThousand} />, { wrapper: InRouter })
  await expect.element(page.getByRole('table', { name: 'Phones' })).toHaveAttribute('aria-rowcount', '10001')
  await expect.poll(() => rowsHere()[0]?.ariaRowIndex).toBe('2')
  expect(rowsHere().length).toBeLessThan(60)

  region().scrollTo({ top: region().scrollHeight })
  await expect.poll(() => shownAt(10_001)).not.toBeNull()
  expect(rowsHere().length).toBeLessThan(60)
  expect(page.getByRole('row').elements().length, 'the room of the others is no row').toBe(rowsHere().length + 1)
  const bottom = shownAt(10_001)?.getBoundingClientRect().bottom ?? 0
  expect(
    Math.abs(bottom - region().getBoundingClientRect().bottom),
    'the last row ends where the list ends',
  ).toBeLessThan(3)
})

test('rows of different heights are where they belong, wherever one scrolls', async () => {
  const tall = {
    id: 'tall',
    header: 'Tall',
    cell: ({ age }: { age?: number }) => <div style={{ height: 20 + (age ?? 0) }} />,
  }
  await render(<Phones rows={manyPhones(1000)} columns={[...phoneColumns, tall]} />, { wrapper: InRouter })
  await expect.poll(rowsHere).not.toEqual([])
  for (const top of [5000, 20_000, 100, 60_000]) {
    region().scrollTo({ top })
    await expect
      .poll(() => {
        const { top, bottom } = region().getBoundingClientRect()
        const inView = rowsHere().map((row) => row.getBoundingClientRect())
        return (
          Math.min(...inView.map((row) => row.top)) <= top + 40 &&
          Math.max(...inView.map((row) => row.bottom)) >= bottom
        )
      })
      .toBe(true)
    const places = rowsHere().map((row) => Number(row.ariaRowIndex))
    expect(places).toEqual(places.map((_, at) => (places[0] ?? 0) + at))
  }
})

test('a short list is whole in the document, so that the browser finds text in it', async () => {
  await render(<Phones rows={manyPhones(400)} />, { wrapper: InRouter })
  expect(rowsHere()).toHaveLength(400)
})

test('on a phone the cards of a long list scroll in a box of their own', async () => {
  await page.viewport(390, 844)
  await render(<Phones rows={tenThousand} />, { wrapper: InRouter })
  expect(rowsHere().length).toBeLessThan(60)
  region().scrollTo({ top: 400_000 })
  await expect.poll(() => Number(rowsHere()[0]?.ariaRowIndex)).toBeGreaterThan(2000)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('on a phone a list of more than a hundred cards does not make the page longer', async () => {
  await page.viewport(390, 844)
  await render(<Phones rows={manyPhones(460)} />, { wrapper: InRouter })
  expect(rowsHere().length).toBeLessThan(60)
  expect(document.documentElement.scrollHeight).toBeLessThan(2 * 844)
  await expect
    .poll(() => {
      region().scrollTo({ top: region().scrollHeight })
      return shownAt(461)
    })
    .not.toBeNull()
})

test('on a phone the cards of a short list are in the page', async () => {
  await page.viewport(390, 844)
  await render(<Phones rows={manyPhones(100)} />, { wrapper: InRouter })
  expect(rowsHere()).toHaveLength(100)
})
