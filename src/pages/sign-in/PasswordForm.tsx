import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { changeSession } from '#api/session.ts'
import { signIn, signInOptions } from '#contract/session.ts'
import { Button, Stack } from '#ui/layout.ts'
import { PasswordField } from '#ui/PasswordField.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { retype, useCheckedForm } from './checked-form.ts'
import { credentials, toSignIn } from './credentials.ts'
import { Refusal } from './Refusal.tsx'
import { useRefusal } from './refusal.ts'

const options = { ...query(signInOptions, {}), retry: false, staleTime: Infinity }

type Props = {
  /** Whose session it was; the password is all that is missing then. */
  userName?: string
  onSignedIn?: () => void
}

/** The first step: user name and password. */
export function PasswordForm({ userName, onSignedIn }: Props) {
  const refusal = useRefusal()
  const { data } = useQuery(options)
  const domains = data?.domains ?? []
  const { errors, pending, formProps } = useCheckedForm(credentials, async (entered, form) => {
    const session = await refusal.unlessRefused(() => changeSession(signIn, toSignIn(entered)))
    retype(form, 'password')
    if (session?.state === 'signed-in') onSignedIn?.()
  })

  return (
    <form {...formProps} aria-label="Sign in">
      <Stack gap="md">
        <Refusal {...refusal} />
        <TextField
          name="username"
          label="User name"
          autoComplete="username"
          defaultValue={userName}
          autoFocus={!userName}
          error={errors.username}
        />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="current-password"
          autoFocus={userName !== undefined}
          error={errors.password}
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
        <Button type="submit" fullWidth loading={pending} disabled={refusal.secondsLeft > 0}>
          Sign in
        </Button>
      </Stack>
    </form>
  )
}
