import { createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { isolateText } from '#ui/values/isolated-text.ts'
import { Confirm } from '#components/actions/Confirm.tsx'
import { renderRouter } from '../../support/RenderRouter.tsx'

async function open(name: string) {
  isolateText()
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

test('a name of thousands of characters is confirmed by its beginning, or as a whole', async () => {
  const name = 'payments '.repeat(450).trim()
  const done = await open(name)
  const field = page.getByRole('textbox', {
    name: 'Type the beginning of the name, “payments payments payments pay”, to confirm',
  })
  await field.fill('payments')
  await expect.element(remove).toHaveAttribute('aria-disabled', 'true')
  await field.fill(name)
  await expect.element(remove).not.toHaveAttribute('aria-disabled', 'true')
  await field.fill('payments payments payments pay')
  await remove.click()
  await expect.poll(() => done.times).toBe(1)
})

test('a name with a line break is confirmed as it is displayed', async () => {
  const done = await open('web\n\tserver')
  await page.getByRole('textbox', { name: 'Type “web server” to confirm' }).fill('web server')
  await remove.click()
  await expect.poll(() => done.times).toBe(1)
})

test.each(['ze\u200Bro', 'bell\u0007', 'lone \uD800', '\u{1F469}\u200D\u{1F4BB}'])(
  'a name with characters that cannot be typed (%j) is confirmed by the action',
  async (name) => {
    const done = await open(name)
    await page.getByRole('textbox', { name: 'Type “Delete” to confirm' }).fill('Delete')
    await remove.click()
    await expect.poll(() => done.times).toBe(1)
  },
)
