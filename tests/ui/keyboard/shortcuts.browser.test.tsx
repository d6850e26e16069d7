import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { shortcutGroups, shortcutHelp } from '#ui/keyboard/shortcut-help.ts'
import { useShortcut } from '#ui/keyboard/use-shortcut.ts'
import { InRouter } from '../InRouter.tsx'
import { Phones } from '../table/Phones.tsx'

const settings = 'triptych-table.single-keys'
beforeEach(() => page.viewport(1280, 800))
afterEach(() => localStorage.removeItem(settings))

function Help({ act }: { act: (name: string) => void }) {
  useShortcut(['help'], () => act('help'))
  useShortcut(['lookUp', 'search'], () => act('look up'))
  return <input aria-label="Name" />
}

test('a single key does nothing while somebody types, nor over a dialog', async () => {
  const act = vi.fn<(name: string) => void>()
  await render(<Help act={act} />, { wrapper: InRouter })
  await page.getByRole('textbox').click()
  await userEvent.keyboard('?/')
  expect(act).not.toHaveBeenCalled()
  await expect.element(page.getByRole('textbox')).toHaveValue('?/')
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('?')
  expect(act.mock.calls).toEqual([['help']])
  await cleanup()
  await render(
    <>
      <Help act={act} />
      <Dialog title="Sure?" onClose={() => undefined}>
        <button type="button">Yes</button>
      </Dialog>
    </>,
    { wrapper: InRouter },
  )
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('?')
  expect(act).toHaveBeenCalledTimes(1)
})

/** What is drawn with the shortcut takes so long that other effects wait for the next turn. */
function Busy() {
  useLayoutEffect(() => {
    for (const start = performance.now(); performance.now() - start < 50;);
  })
  return <p>Here</p>
}

test('a key that is pressed as soon as the page is seen is not lost', async () => {
  const act = vi.fn<(name: string) => void>()
  const place = document.body.appendChild(document.createElement('div'))
  const seen = new Promise<void>((resolve) => {
    const watch = new MutationObserver(() => {
      watch.disconnect()
      place.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }))
      resolve()
    })
    watch.observe(place, { childList: true, subtree: true })
  })
  const root = createRoot(place)
  root.render(
    <>
      <Busy />
      <Help act={act} />
    </>,
  )
  await seen
  expect(act.mock.calls).toEqual([['look up']])
  root.unmount()
  place.remove()
})

test('a page with a search of its own has the slash, and the lookup has it elsewhere', async () => {
  const act = vi.fn<(name: string) => void>()
  await render(<Help act={act} />, { wrapper: InRouter })
  await userEvent.keyboard('/')
  expect(act.mock.calls).toEqual([['look up']])
  await cleanup()
  await render(
    <>
      <Help act={act} />
      <SearchField value="" onChange={() => undefined} />
    </>,
    { wrapper: InRouter },
  )
  await userEvent.keyboard('/')
  await expect.element(page.getByRole('searchbox')).toHaveFocus()
  expect(act).toHaveBeenCalledTimes(1)
})

test('single keys can be turned off, in lists as well; Ctrl+K stays', async () => {
  localStorage.setItem(settings, 'false')
  const act = vi.fn<(name: string) => void>()
  await render(
    <>
      <Help act={act} />
      <SearchField value="" onChange={() => undefined} />
    </>,
    { wrapper: InRouter },
  )
  await userEvent.keyboard('?/')
  expect(act).not.toHaveBeenCalled()
  await expect.element(page.getByRole('searchbox')).not.toHaveFocus()
  expect(page.getByRole('searchbox').element()).not.toHaveAttribute('aria-keyshortcuts')
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(act.mock.calls).toEqual([['look up']])
})

const tableKeys = shortcutGroups
  .filter(({ title }) => title === 'In tables')
  .flatMap(({ names }) => names)
  .flatMap((name) => shortcutHelp[name].keys)

test.each(tableKeys.filter((keys) => !keys.includes('Enter')))('a table does something with %s', async (keys) => {
  const Lock = () => <button type="button">Lock</button>
  await render(<Phones grid rowHref={({ id }) => `/phones/${id}`} SelectionActions={Lock} />, { wrapper: InRouter })
  const cell = page.getByRole('gridcell').nth(8)
  await expect.element(cell).toBeVisible()
  const [key = '', modifier] = keys.split('+').toReversed()
  const pressed = new KeyboardEvent('keydown', {
    key: key === 'Space' ? ' ' : key,
    ctrlKey: modifier === 'Control',
    bubbles: true,
    cancelable: true,
  })
  cell.element().dispatchEvent(pressed)
  expect(pressed.defaultPrevented).toBe(true)
})

test('Enter on a heading sorts by it, and Shift+Enter besides the others', async () => {
  await render(<Phones grid />, { wrapper: InRouter })
  const [first, second] = page.getByRole('columnheader').getByRole('button').elements() as HTMLElement[]
  first?.focus()
  await userEvent.keyboard('{Enter}')
  second?.focus()
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  await expect.element(page.getByText('Sorted ascending, number 2')).toBeInTheDocument()
})
