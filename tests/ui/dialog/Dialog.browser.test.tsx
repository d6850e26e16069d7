import { useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { render } from 'vitest-browser-react'
import { InRouter } from '../InRouter.tsx'

function Opener({ hasField }: { hasField: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Refuse
      </button>
      {isOpen && (
        <Dialog title="Refuse?" onClose={() => setOpen(false)}>
          {hasField && <input aria-label="Note" data-autofocus />}
          <button type="button">Send</button>
        </Dialog>
      )}
    </>
  )
}

/** Before any timer: browsers defer timers after input, and the next key may come first. */
async function openAtOnce(hasField: boolean) {
  await render(
    <InRouter>
      <Opener hasField={hasField} />
    </InRouter>,
  )
  const opener = page.getByRole('button', { name: 'Refuse' }).element()
  if (!(opener instanceof HTMLElement)) throw new Error('It is no button')
  opener.focus()
  flushSync(() => opener.click())
}
const everyTimerHasRun = () => new Promise((resolve) => setTimeout(resolve, 100))

test('the next key after the one that opens a dialog reaches its field', async () => {
  await openAtOnce(true)
  expect(document.activeElement?.ariaLabel).toBe('Note')
})

test('without such a field, its first control has the focus', async () => {
  await openAtOnce(false)
  expect(document.activeElement?.ariaLabel).toBe('Close')
})

test('the page below is not blurred, which computers without a graphics processor would do for every frame', async () => {
  await openAtOnce(true)
  const filters = [...document.querySelectorAll('*')].map((element) => getComputedStyle(element).backdropFilter)
  expect(filters.filter((filter) => filter !== 'none')).toEqual([])
})

test('where Tab has led to right after the opening, the focus stays', async () => {
  await openAtOnce(true)
  const send = page.getByRole('button', { name: 'Send' }).element()
  if (send instanceof HTMLElement) send.focus()
  await everyTimerHasRun()
  expect(document.activeElement).toBe(send)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Refuse' })).toHaveFocus()
})
