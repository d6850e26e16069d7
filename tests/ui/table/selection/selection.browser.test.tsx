import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { useAddress } from '#ui/table/address.ts'
import type { Selected } from '#ui/table/DataTable.tsx'
import { InRouter } from '../../InRouter.tsx'
import { manyPhones, type Phone, Phones } from '../Phones.tsx'

beforeEach(async () => {
  onUse = vi.fn<Use>()
  await page.viewport(1280, 800)
})

const all = manyPhones(130)
const box = (name: string) => page.getByRole('checkbox', { name })

type Use = (phones: readonly Phone[], choice: unknown) => void
/** What is done with the chosen phones. */
let onUse = vi.fn<Use>()

const UseThem = ({ withRows, deselect, selection }: Selected<Phone>) => (
  <>
    <button type="button" onClick={() => deselect(all.slice(0, 2).map(({ id }) => id))}>
      Forget the first two
    </button>
    <button type="button" onClick={() => withRows('Use', (phones) => onUse(phones, selection))}>
      Use
    </button>
  </>
)

/** A server with 130 phones, 50 a page, and one action that tells what it was given. */
function Served() {
  const [offset, setOffset] = useState(0)
  const [address, change, latest] = useAddress()
  return (
    <>
      {['Search', 'Search again'].map((search) => (
        <button key={search} type="button" onClick={() => change(() => new URLSearchParams({ search }), {})}>
          {search}
        </button>
      ))}
      <Phones
        rows={all.slice(offset, offset + 50)}
        total={130}
        server={{ offset, limit: 50, onChange: ({ offset = 0 }) => setOffset(offset) }}
        address={[address, change, latest]}
        csv={{
          name: 'phones',
          write: () => '',
          limit: 60,
          pageOf: async (from, limit) => ({ rows: all.slice(from, from + limit), total: 130 }),
        }}
        SelectionActions={UseThem}
      />
    </>
  )
}

test('what one chooses on several pages is chosen together', async () => {
  await render(<Served />, { wrapper: InRouter })
  await box(`Select ${all[3]?.name}`).click()
  await page.getByRole('button', { name: 'Next page' }).click()
  await box(`Select ${all[51]?.name}`).click()
  await expect.element(page.getByText('2 selected, 1 not on this page')).toBeVisible()
  await page.getByRole('button', { name: 'Use' }).click()
  await expect.poll(() => onUse.mock.lastCall?.[0]).toEqual([all[3], all[51]])
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect.element(box(`Select ${all[3]?.name}`)).toBeChecked()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect.element(box(`Select ${all[3]?.name}`)).not.toBeChecked()
})

test('a page is chosen at once, then everything that matches, but for what one takes out', async () => {
  await render(<Served />, { wrapper: InRouter })
  await box('Select all on this page').click()
  await expect.element(page.getByText('50 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByRole('button', { name: 'Use' }).click()
  await expect.poll(() => onUse.mock.lastCall?.[0], { message: 'a page that is gone' }).toEqual(all.slice(0, 50))
  await page.getByRole('button', { name: 'Previous page' }).click()

  await page.getByRole('button', { name: 'Select all 130 that match' }).click()
  await box(`Select ${all[1]?.name}`).click()
  await expect.element(page.getByText('129 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.element(box(`Select ${all[51]?.name}`), { message: 'also rows that nobody has seen' }).toBeChecked()

  await page.getByRole('button', { name: 'Use' }).click()
  await expect.poll(() => onUse.mock.lastCall?.[0]).toEqual(all.filter((_, at) => at !== 1))
  expect(onUse.mock.lastCall?.[1]).toEqual({ all: true, except: new Set(['p1']) })
})

test('rows that others are about to take the place of are not chosen as a whole', async () => {
  function Awaited() {
    const [stale, setStale] = useState(true)
    const server = { offset: 0, limit: 4, onChange: () => {} }
    return (
      <>
        <button type="button" onClick={() => setStale(false)}>
          Answer
        </button>
        <Phones {...{ server, stale }} SelectionActions={UseThem} />
      </>
    )
  }
  await render(<Awaited />, { wrapper: InRouter })
  await expect.element(box('Select all on this page')).toBeDisabled()
  await page.getByRole('button', { name: 'Answer' }).click()
  await box('Select all on this page').click()
  await expect.element(page.getByText('4 selected')).toBeVisible()
})

test('"everything that matches" ends when other things match; single rows stay chosen', async () => {
  await render(<Served />, { wrapper: InRouter })
  await box('Select all on this page').click()
  await page.getByRole('button', { name: 'Select all 130 that match' }).click()
  await expect.element(page.getByText('130 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Clear selection' })).not.toBeInTheDocument()
  await box(`Select ${all[2]?.name}`).click()
  await page.getByRole('button', { name: 'Search again' }).click()
  await expect.element(page.getByText('1 selected')).toBeVisible()
})

test('what is deleted is no longer chosen, and what is left stays chosen', async () => {
  await render(<Served />, { wrapper: InRouter })
  for (const at of [0, 1, 2]) await box(`Select ${all[at]?.name}`).click()
  await page.getByRole('button', { name: 'Forget the first two' }).click()
  await expect.element(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Use' }).click()
  await expect.poll(() => onUse.mock.lastCall?.[0]).toEqual([all[2]])
})

test('of rows that are all here, those that are gone are no longer chosen', async () => {
  function Changing() {
    const [rows, setRows] = useState(all.slice(0, 4))
    return (
      <>
        <button type="button" onClick={() => setRows(all.slice(3, 6))}>
          Change
        </button>
        <Phones rows={rows} SelectionActions={UseThem} />
      </>
    )
  }
  await render(<Changing />, { wrapper: InRouter })
  await box('Select all 4').click()
  await page.getByRole('button', { name: 'Change' }).click()
  await expect.element(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Use' }).click()
  await expect.poll(() => onUse.mock.lastCall?.[0]).toEqual([all[3]])
})

test('where all rows are here, one press chooses all that the filters leave', async () => {
  await render(<Phones SelectionActions={UseThem} />, { wrapper: InRouter })
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('checkbox', { name: 'Bonn' }).click()
  await box('Select all 2').click()
  await expect.element(page.getByText('2 selected')).toBeInTheDocument()
  await page.getByRole('button', { name: 'Remove filter City: Bonn' }).click()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('checkbox', { name: 'Ulm' }).click()
  await expect.element(page.getByText('2 selected, 2 filtered out')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Remove filter City: Ulm' }).click()
  await expect.element(page.getByText('2 selected')).toBeInTheDocument()
  const some = box('Select all 4').element()
  expect((some as HTMLInputElement).indeterminate, 'some of them are chosen').toBe(true)
})

test('a list whose rows can be chosen says how many there are', async () => {
  await render(<Phones rows={all.slice(0, 1)} columns={unfiltered} SelectionActions={UseThem} />, { wrapper: InRouter })
  await expect.element(page.getByRole('status')).toMatchTextContent('1 row')
})

test('where there is no row to choose, there is no empty bar', async () => {
  await render(<Phones rows={[]} columns={unfiltered} SelectionActions={UseThem} />, { wrapper: InRouter })
  await expect.element(page.getByRole('table')).toBeInTheDocument()
  expect(document.querySelector('[data-tools]')).toBeNull()
})

/** Without filters, what can be chosen is all that the bar above the rows is for. */
const unfiltered = [{ id: 'name', header: 'Name', value: ({ name }: Phone) => name, cell: ({ name }: Phone) => name }]

test('on a phone, what can be done with chosen rows lies over the end of the screen, and no card moves', async () => {
  await page.viewport(390, 844)
  await render(<Phones rows={manyPhones(12)} SelectionActions={UseThem} />, { wrapper: InRouter })
  const rows = page.getByRole('table', { name: 'Phones' }).getByRole('row')
  const placeOf = () => rows.nth(2).element().getBoundingClientRect().top
  const before = placeOf()
  await page.getByRole('checkbox').nth(1).click()
  const bar = page.getByRole('group', { name: 'Selection' })
  await expect.element(bar.getByRole('button', { name: 'Use', exact: true })).toBeInViewport()
  expect(placeOf()).toBe(before)
  expect(bar.element().getBoundingClientRect().bottom).toBe(844)
})
