// Names of any length as choices: each is limited in height, and still chosen by its whole name.
import { MantineProvider } from '@mantine/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ChoiceField } from '#ui/form/ChoiceField.tsx'

test('a choice with a very long name takes four lines at most', async () => {
  const name = 'authority'.repeat(400)
  await render(
    <MantineProvider>
      <ChoiceField
        label="Issuer"
        options={[
          { value: 'a', label: 'Demo CA' },
          { value: 'b', label: name },
        ]}
      />
    </MantineProvider>,
  )
  const text = page.getByText(name, { exact: true }).element()
  const [short, long] = [page.getByText('Demo CA').element(), text].map((one) => one.getBoundingClientRect())
  expect(long?.height).toBeLessThanOrEqual((short?.height ?? 0) * 4 + 1)
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth)
  await page.getByRole('radio', { name }).click()
  await expect.element(page.getByRole('radio', { name })).toBeChecked()
})
