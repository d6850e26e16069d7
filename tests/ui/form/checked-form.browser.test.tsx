import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import * as z from 'zod/mini'
import { useCheckedForm } from '#ui/form/checked-form.ts'
import { Form } from '#ui/form/Form.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { InRouter } from '../InRouter.tsx'

const filled = z.string().check(z.minLength(1, 'Enter it'))
// In another order than the page's: a schema may be made of others.
const schema = z.object({ path: filled, host: filled, user: filled, kind: filled })

function Server() {
  const { formProps } = useCheckedForm(schema, () => Promise.resolve())
  return (
    <Form {...formProps} aria-label="Server">
      <SelectField
        name="kind"
        label="Kind"
        options={[
          { value: '', label: 'Choose one' },
          { value: 'web', label: 'Web server' },
        ]}
      />
      <TextField name="host" label="Host" />
      <TextField name="user" label="User" />
      <TextField name="path" label="Path" />
      <button type="submit">Add</button>
    </Form>
  )
}

const add = () => page.getByRole('button', { name: 'Add' }).click()

test('the first field that is wrong, as the page shows them, gets the keyboard', async () => {
  await render(<Server />, { wrapper: InRouter })
  await page.getByLabelText('Kind').selectOptions('web')
  await add()
  await expect.element(page.getByLabelText('Host')).toHaveFocus()
  await page.getByLabelText('Host').fill('web1')
  await page.getByLabelText('Path').fill('/etc/ssl')
  await add()
  await expect.element(page.getByLabelText('User')).toHaveFocus()
})

test('a list to choose from is such a field too, and its message goes once something is chosen', async () => {
  await render(<Server />, { wrapper: InRouter })
  await add()
  await expect.element(page.getByLabelText('Kind')).toHaveFocus()
  await expect.element(page.getByLabelText('Kind')).toHaveAccessibleDescription('Enter it')
  await page.getByLabelText('Kind').selectOptions('web')
  await expect.element(page.getByLabelText('Kind')).not.toHaveAccessibleDescription()
})
