import { call } from '#api/call.ts'
import { useSentForm } from '#components/actions/use-sent-form.ts'
import { setUp } from '#contract/console/set-up.ts'
import { passwordLength } from '#contract/desktop/new-password.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Form } from '#ui/form/Form.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Button, Stack, Text } from '#ui/layout/layout.ts'
import { setUpForm } from './set-up-form.ts'

type Props = { token: string; onDone: () => void }

/** Name, email address and password of the first administrator. */
export function SetUpForm({ token, onDone }: Props) {
  const { problem, pending, formProps } = useSentForm(setUpForm, async ({ user_name, email, password }) => {
    await call(setUp, { token, user_name, email, password })
    onDone()
  })
  return (
    <Form {...formProps} aria-label="Create the first administrator">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          This account has full access. Use it to create other accounts under Settings, Accounts.
        </Text>
        {problem && (
          <Notice tone="bad" title={problem.message} urgent>
            <span>{problem.next}</span>
          </Notice>
        )}
        <TextField name="user_name" label="User name" autoComplete="username" maxLength={100} autoFocus />
        <TextField name="email" label="Email (optional)" autoComplete="email" maxLength={255} inputMode="email" />
        <PasswordField
          name="password"
          label="Password"
          description={`${passwordLength}. A passphrase of several unrelated words works well.`}
          autoComplete="new-password"
        />
        <PasswordField name="repeated" label="Confirm password" autoComplete="new-password" />
        <Button type="submit" fullWidth loading={pending}>
          Create administrator
        </Button>
      </Stack>
    </Form>
  )
}
