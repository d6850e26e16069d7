import { createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Confirm } from '#components/actions/Confirm.tsx'
import { renderRouter } from '../../support/RenderRouter.tsx'

async function open(name: string) {
  const done = { times: 0 }
  const element = (
    <Confirm
      title={`Delete ${name} permanently?`}
      action="Delete"
      typed={name}
      onConfirm={async () => {
        done.times += 1
      }}
      onClose={() => {}}
    >
      This cannot be undone.
    </Confirm>
  )
  await renderRouter(createMemoryRouter([{ path: '/', element }]))
  return done
}
const remove = page.getByRole('button', { name: 'Delete' })

test('a name that turns the writing direction does not reverse the title, and can be typed', async () => {
  const done = await open('invoice\u202Efdp.exe')
  const dialog = page.getByRole('dialog', { name: 'Delete invoicefdp.exe permanently?' })
  await dialog.getByRole('textbox', { name: 'Type “invoicefdp.exe” to confirm' }).fill('invoicefdp.exe')
  await remove.click()
  await expect.poll(() => done.times).toBe(1)
})

test.each(['', '  ', '\u202E', '\u200B', '\u3164'])(
  'a name without visible characters (%j) does not confirm itself',
  async (name) => {
    const done = await open(name)
    await expect.element(remove).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('textbox', { name: 'Type “Delete” to confirm' }).fill('Delete')
    await remove.click()
    await expect.poll(() => done.times).toBe(1)
  },
)
