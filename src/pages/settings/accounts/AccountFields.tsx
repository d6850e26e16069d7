import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { useSentForm } from '#components/actions/use-sent-form.ts'
import { accountEmail, accountRoles, changeAccount } from '#contract/desktop/accounts.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Form } from '#ui/form/Form.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Button, Group, Stack } from '#ui/layout/layout.ts'
import { type ListedAccount, roleOptions } from './account-words.ts'

const form = z.object({
  email: z.pipe(z.string().check(z.trim()), accountEmail),
  role: z.optional(z.enum(accountRoles)),
})

type Props = { account: ListedAccount; fixedRole: boolean; onDone: () => void }

/** Properties that can be changed without ending the account's sessions. */
export function AccountFields({ account, fixedRole, onDone }: Props) {
  const { user_id = '', email, role } = account
  const { problem, pending, formProps } = useSentForm(form, async (entered) => {
    await change(changeAccount, { user_id, ...entered })
    onDone()
  })
  return (
    <Form {...formProps} aria-label="Role and email">
      <Stack gap="md">
        <SelectField
          name="role"
          label="Role"
          options={roleOptions}
          defaultValue={role}
          disabled={fixedRole}
          aria-describedby={fixedRole ? 'last-administrator' : undefined}
        />
        <TextField
          name="email"
          label="Email"
          autoComplete="off"
          inputMode="email"
          maxLength={255}
          defaultValue={email}
        />
        {problem && <ProblemPanel problem={problem} />}
        <Group justify="end">
          <Button type="submit" size="xs" loading={pending}>
            Save
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}
