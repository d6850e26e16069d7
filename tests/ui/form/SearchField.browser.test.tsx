import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { SearchField } from '#ui/form/SearchField.tsx'
import { InRouter } from '../InRouter.tsx'

function Search({ found }: { found: (text: string) => void }) {
  const [text, setText] = useState('')
  const search = (wanted: string) => {
    found(wanted)
    setText(wanted)
  }
  return (
    <>
      <SearchField value={text} onChange={search} onEnter={() => found('Enter')} />
      <button type="button" onClick={() => setText('')}>
        Clear the filters
      </button>
    </>
  )
}

test('typing searches when it pauses, not at every key', async () => {
  const found = vi.fn<(text: string) => void>()
  await render(<Search found={found} />, { wrapper: InRouter })
  const field = page.getByRole('searchbox', { name: 'Search' }).element()
  // Within one turn, so that no pause can slip in however slow the machine is.
  for (const text of ['p', 'pi', 'pix', 'pixe', 'pixel']) {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  expect(found).not.toHaveBeenCalled()
  await expect.poll(() => found.mock.calls).toEqual([['pixel']])
})

test('what was typed just before the search was cleared does not come back', async () => {
  const found = vi.fn<(text: string) => void>()
  await render(<Search found={found} />, { wrapper: InRouter })
  const field = page.getByRole('searchbox', { name: 'Search' })
  await field.fill('p')
  await expect.poll(() => found.mock.calls).toEqual([['p']])
  const input = field.element()
  const clear = page.getByRole('button', { name: 'Clear the filters' }).element() as HTMLElement
  // Within one turn: the pause of typing has not passed.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'pix')
  input.dispatchEvent(new Event('input', { bubbles: true }))
  clear.click()
  await expect.element(field).toHaveValue('')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(found.mock.calls).toEqual([['p']])
  await expect.element(field).toHaveValue('')
})

test('Enter searches at once', async () => {
  const found = vi.fn<(text: string) => void>()
  await render(<Search found={found} />, { wrapper: InRouter })
  await page.getByRole('searchbox').fill('pixel')
  await userEvent.keyboard('{Enter}')
  expect(found.mock.calls).toEqual([['pixel'], ['Enter']])
})

test('a slash comes to the search, unless one is typing', async () => {
  await render(<Search found={() => {}} />, { wrapper: InRouter })
  await userEvent.keyboard('/')
  await expect.element(page.getByRole('searchbox')).toHaveFocus()
  await userEvent.keyboard('1/2')
  await expect.element(page.getByRole('searchbox')).toHaveValue('1/2')
})

test('a slash comes to the search from a box to tick, where the keyboard is in a grid', async () => {
  await render(
    <>
      <Search found={() => {}} />
      <input type="checkbox" aria-label="Select Phone 1" />
    </>,
    { wrapper: InRouter },
  )
  page.getByRole('checkbox').element().focus()
  await userEvent.keyboard('/')
  await expect.element(page.getByRole('searchbox')).toHaveFocus()
  await expect.element(page.getByRole('searchbox')).toHaveValue('')
})

test('when the filters are cleared elsewhere, the field is too', async () => {
  await render(<Search found={() => {}} />, { wrapper: InRouter })
  await page.getByRole('searchbox').fill('pixel')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect.element(page.getByRole('searchbox')).toHaveValue('')
})

test('whoever types on while the first letters are on their way loses none', async () => {
  const arrivals: (() => void)[] = []
  function Slow() {
    const [text, setText] = useState('')
    return <SearchField value={text} onChange={(wanted) => arrivals.push(() => setText(wanted))} />
  }
  await render(<Slow />, { wrapper: InRouter })
  const field = page.getByRole('searchbox')
  await field.fill('amar')
  await expect.poll(() => arrivals.length).toBe(1)
  await field.fill('amara')
  arrivals[0]?.()
  await expect.poll(() => arrivals.length).toBe(2)
  await expect.element(field).toHaveValue('amara')
  arrivals[1]?.()
  await field.fill('')
  await expect.poll(() => arrivals.length).toBe(3)
  await expect.element(field).toHaveValue('')
})

function Searched({ onEnter }: { onEnter?: () => void }) {
  const [text, setText] = useState('')
  return (
    <main>
      <table>
        <tbody>
          <tr>
            <td>
              <a href="#before">A table before the search</a>
            </td>
          </tr>
        </tbody>
      </table>
      <SearchField value={text} onChange={setText} onEnter={onEnter} />
      <output>Found by {text}</output>
      <table>
        <tbody>
          <tr>
            <td>
              <a href="#first">Phone of Grace</a>
            </td>
          </tr>
        </tbody>
      </table>
    </main>
  )
}

test.each([
  ['ArrowDown', undefined],
  ['Enter', undefined],
  ['Enter', () => {}],
])('%s leads from the search into the rows that it found', async (key, onEnter) => {
  await render(<Searched onEnter={onEnter} />, { wrapper: InRouter })
  await page.getByRole('searchbox').fill('grace')
  await expect.element(page.getByRole('status')).toHaveTextContent('Found by grace') // until then, Enter hurries it
  await userEvent.keyboard(`{${key}}`)
  await expect.element(page.getByRole('link', { name: 'Phone of Grace' })).toHaveFocus()
})

/** As of the scroll container of a table. */
const scrolls = { tabIndex: 0 }

test('the down arrow leads to rows without links as well, where arrows scroll', async () => {
  await render(
    <main>
      <SearchField value="" onChange={() => {}} />
      <section aria-label="Settings" {...scrolls}>
        <table>
          <tbody>
            <tr>
              <td>Camera</td>
            </tr>
          </tbody>
        </table>
      </section>
    </main>,
    { wrapper: InRouter },
  )
  await page.getByRole('searchbox', { name: 'Search' }).click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('region', { name: 'Settings' })).toHaveFocus()
})
