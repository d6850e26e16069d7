import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { Panel } from '#ui/layout/Panel.tsx'
import { InRouter } from '../InRouter.tsx'

function History() {
  const [entry, setEntry] = useState<string>()
  return (
    <>
      {entry && (
        <Panel key={entry} called title={entry}>
          Result
        </Panel>
      )}
      {['Lock', 'Scan'].map((name) => (
        <button key={name} onClick={() => setEntry(name)}>
          See {name}
        </button>
      ))}
    </>
  )
}

test('what a press brings has the keyboard at its heading, and so has the next', async () => {
  await render(<History />, { wrapper: InRouter })
  for (const name of ['Lock', 'Scan']) {
    page
      .getByRole('button', { name: `See ${name}` })
      .element()
      .focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { level: 2, name })).toHaveFocus()
  }
})
