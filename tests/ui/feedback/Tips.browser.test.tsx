import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { Tips } from '#ui/feedback/Tips.tsx'
import { UiProvider } from '#ui/theme/UiProvider.tsx'

function Export() {
  const [rows, setRows] = useState(0)
  return (
    <>
      <button data-tip={rows === 0 ? 'There are no rows.' : undefined}>Export</button>
      <input aria-label="Rows" onChange={({ target }) => setRows(Number(target.value))} />
      <Tips />
    </>
  )
}

test('a tip that no longer applies disappears while the pointer stays', async () => {
  await render(
    <UiProvider>
      <Export />
    </UiProvider>,
  )
  await userEvent.hover(page.getByRole('button', { name: 'Export' }))
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('There are no rows.')
  const input = page.getByRole('textbox', { name: 'Rows' }).element() as HTMLInputElement
  input.focus()
  await userEvent.keyboard('5')
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument()
})
