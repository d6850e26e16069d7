import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { ActionGroup } from '#components/actions/ActionGroup.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { deleteApp } from '#contract/mdm/apps.ts'
import { signedInWith } from '../../pages/devices/signed-in.ts'
import { InRouter } from '../../ui/InRouter.tsx'

const show = (content: ReactNode) =>
  render(<QueryClientProvider client={queryClient}>{content}</QueryClientProvider>, { wrapper: InRouter })
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('what a person may never do is not shown', async () => {
  signedInWith('MDM_Read')
  await show(
    <>
      <ActionButton endpoint={deleteApp}>Delete app</ActionButton>
      <ActionButton>Copy</ActionButton>
    </>,
  )
  await expect.element(button('Copy')).toBeVisible()
  expect(button('Delete app').elements()).toHaveLength(0)
})

test('what is impossible now is focused, says why, and does nothing, by mouse, keyboard or within a form', async () => {
  signedInWith('MDM_Admin')
  const press = vi.fn()
  const send = vi.fn()
  await show(
    <form onSubmit={send}>
      <input aria-label="Name" />
      <ActionButton type="submit" endpoint={deleteApp} reason="The app is still distributed." onClick={press}>
        Delete app
      </ActionButton>
    </form>,
  )
  await expect.element(button('Delete app')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Delete app')).toHaveAccessibleDescription('The app is still distributed.')
  await button('Delete app').click({ force: true })
  await expect.element(button('Delete app')).toHaveFocus()
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('The app is still distributed.')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('textbox').click()
  await userEvent.keyboard('{Enter}')
  // The tooltip came and went; the description is still there.
  await expect.element(button('Delete app')).toHaveAccessibleDescription('The app is still distributed.')
  expect(press).not.toHaveBeenCalled()
  expect(send).not.toHaveBeenCalled()
})

test('a reason that several actions share is stated once, and each of them refers to it', async () => {
  await show(
    <ActionGroup reason="Publish the profile first.">
      <ActionButton>Distribute to devices</ActionButton>
      <ActionButton>Distribute to groups</ActionButton>
    </ActionGroup>,
  )
  for (const name of ['Distribute to devices', 'Distribute to groups'])
    await expect.element(button(name)).toHaveAccessibleDescription('Publish the profile first.')
  // The pointer may rest where a test before left it, and then a tooltip says the same.
  const stated = page.getByText('Publish the profile first.').elements()
  expect(stated.filter((element) => !element.closest('[role="tooltip"]'))).toHaveLength(1)
})

test('what a press opens is closed again, and the keyboard is back at the action', async () => {
  const remove = vi.fn(async () => undefined)
  await show(
    <ActionButton
      renderDialog={(close) => (
        <Confirm title="Delete it?" action="Delete" onConfirm={remove} onClose={close}>
          It cannot be restored.
        </Confirm>
      )}
    >
      Delete …
    </ActionButton>,
  )
  await button('Delete …').click()
  await button('Delete').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(remove).toHaveBeenCalledOnce()
  await expect.element(button('Delete …')).toHaveFocus()
})
