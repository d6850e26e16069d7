import { createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Confirm } from '#components/actions/Confirm.tsx'
import { renderRouter } from '../../support/RenderRouter.tsx'

test('a name that turns the writing direction does not reverse the title, and can be typed', async () => {
  const name = 'invoice\u202Efdp.exe'
  let confirmed = 0
  const element = (
    <Confirm
      title={`Delete ${name} permanently?`}
      action="Delete"
      typed={name}
      onConfirm={async () => {
        confirmed += 1
      }}
      onClose={() => {}}
    >
      This cannot be undone.
    </Confirm>
  )
  await renderRouter(createMemoryRouter([{ path: '/', element }]))
  const dialog = page.getByRole('dialog', { name: 'Delete invoicefdp.exe permanently?' })
  await dialog.getByRole('textbox', { name: 'Type “invoicefdp.exe” to confirm' }).fill('invoicefdp.exe')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => confirmed).toBe(1)
})
