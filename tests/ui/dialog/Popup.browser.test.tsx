import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { Popup } from '#ui/dialog/Popup.tsx'
import { Tips } from '#ui/feedback/Tips.tsx'
import { IconFilter } from '#ui/theme/icons.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'

test('the tip of a button does not cover the panel that it opens', async () => {
  await render(
    <UiProvider>
      <Popup label="Filters" tip="Filters by column" icon={IconFilter}>
        <label>
          Name <input />
        </label>
      </Popup>
      <Tips />
    </UiProvider>,
  )
  const button = page.getByRole('button', { name: 'Filters' })
  await userEvent.hover(button)
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('Filters by column')
  await button.click()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toBeVisible()
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument()
})
