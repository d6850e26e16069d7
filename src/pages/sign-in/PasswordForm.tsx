import { useQuery } from '@tanstack/react-query'
import { changeSession } from '#api/session.ts'
import { signIn } from '#contract/session.ts'
import { retype, useCheckedForm } from '#ui/form/checked-form.ts'
import { Form } from '#ui/form/Form.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Button, Stack } from '#ui/layout/layout.ts'
import { credentials, toSignIn } from './credentials.ts'
import { useRefusal } from './refusal.ts'
import { Refusal } from './Refusal.tsx'
import { signInOptionsQuery } from './sign-in-options.ts'

type Props = {
  /** User of an expired session: only the password is requested. */
  userName?: string
}

/** First step: user name and password. */
export function PasswordForm({ userName }: Props) {
  const refusal = useRefusal()
  const { data } = useQuery(signInOptionsQuery)
  const domains = data?.domains ?? []
  const { pending, formProps } = useCheckedForm(credentials, async (entered, form) => {
    await refusal.unlessRefused(() => changeSession(signIn, toSignIn(entered)))
    retype(form, 'password')
  })

  return (
    <Form {...formProps} aria-label="Sign in">
      <Stack gap="md">
        <Refusal {...refusal} elsewhere />
        <TextField
          name="username"
          label="User name"
          autoComplete="username"
          defaultValue={userName}
          autoFocus={!userName}
        />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="current-password"
          autoFocus={userName !== undefined}
        />
        {domains.length > 0 && (
          <SelectField
            name="domain"
            label="Sign in to"
            options={[
              { value: '', label: 'Local account' },
              ...domains.map((domain) => ({ value: domain, label: domain })),
            ]}
          />
        )}
        {data && domains.length === 0 && (
          <TextField
            name="domain"
            label="Domain"
            description="For directory accounts. Leave empty for a local account."
            autoComplete="off"
            maxLength={255}
          />
        )}
        <Button type="submit" fullWidth loading={pending} disabled={refusal.secondsLeft > 0}>
          Sign in
        </Button>
      </Stack>
    </Form>
  )
}
