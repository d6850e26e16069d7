import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { Popup } from '#ui/dialog/Popup.tsx'
import { useRetainedFocus } from '#ui/keyboard/use-retained-focus.ts'
import { Button } from '#ui/layout/layout.ts'
import { IconSettings } from '#ui/theme/icons.ts'
import { InRouter } from '../InRouter.tsx'

let saved = () => {}

/** A page with what comes and goes on real ones. */
function Work() {
  useRetainedFocus()
  const [going, setGoing] = useState(false)
  const [chosen, setChosen] = useState(true)
  const [at, setAt] = useState(1)
  const [saving, setSaving] = useState(false)
  const save = () => {
    setSaving(true)
    saved = () => setSaving(false)
  }
  return (
    <>
      <h1 tabIndex={-1}>Work</h1>
      {chosen && (
        <fieldset>
          <button onClick={() => setChosen(false)}>Clear selection</button>
        </fieldset>
      )}
      <section>{!going && <button onClick={() => setGoing(true)}>Start</button>}</section>
      <p>{going && <button onClick={() => setGoing(false)}>Stop</button>}</p>
      <nav>
        <button disabled={at === 1} onClick={() => setAt(1)}>
          First page
        </button>
        <button disabled={at === 2} onClick={() => setAt(2)}>
          Last page
        </button>
      </nav>
      <Button loading={saving} onClick={save}>
        Save
      </Button>
      <p>Beside everything</p>
    </>
  )
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const press = async (name: string) => {
  await expect.element(button(name)).toBeInTheDocument()
  button(name).element().focus()
  await userEvent.keyboard('{Enter}')
}
const show = () =>
  render(
    <InRouter>
      <Work />
    </InRouter>,
  )

test('where a press takes away what was pressed, the keyboard goes on at what follows', async () => {
  await show()
  await press('Clear selection')
  await expect.element(button('Start')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Stop')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Last page')).toHaveFocus()
})

test('the last page leads back to the first by keyboard, and back', async () => {
  await show()
  await press('Last page')
  await expect.element(button('First page')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Last page')).toHaveFocus()
})

test('a button that works keeps the keyboard until it has ended', async () => {
  await show()
  await press('Save')
  await expect.element(button('Save')).toBeDisabled()
  saved()
  await expect.element(button('Save')).toBeEnabled()
  await expect.element(button('Save')).toHaveFocus()
})

test('whoever presses beside everything in the meantime has the keyboard nowhere', async () => {
  await show()
  await press('Save')
  await userEvent.click(page.getByText('Beside everything'))
  saved()
  await expect.element(button('Save')).toBeEnabled()
  expect(document.activeElement).toBe(document.body)
})

test('Escape leaves a panel for the button that opened it', async () => {
  await render(
    <InRouter>
      <Popup label="Actions" icon={IconSettings}>
        <button>Lock</button>
      </Popup>
    </InRouter>,
  )
  await press('Actions')
  await userEvent.keyboard('{Tab}')
  await expect.element(button('Lock')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Actions')).toHaveFocus()
  await expect.element(button('Lock')).not.toBeInTheDocument()
})
