import { useState } from 'react'
import { call } from '#api/call.ts'
import { problemOf } from '#api/problem.ts'
import { setUp } from '#contract/console/set-up.ts'
import { passwordLength } from '#contract/desktop/new-password.ts'
import type { Problem } from '#contract/problem.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { useCheckedForm } from '#ui/form/checked-form.ts'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Button, Stack, Text } from '#ui/layout/layout.ts'
import { setUpForm } from './set-up-form.ts'

type Props = { token: string; onDone: () => void }

/** Name, email address and password of the first administrator. */
export function SetUpForm({ token, onDone }: Props) {
  const [problem, setProblem] = useState<Problem>()
  const { errors, pending, formProps } = useCheckedForm(setUpForm, async ({ user_name, email, password }) => {
    setProblem(undefined)
    try {
      await call(setUp, { token, user_name, email, password })
      onDone()
    } catch (error) {
      setProblem(problemOf(error))
    }
  })
  return (
    <form {...formProps} aria-label="Create the first administrator">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          This account has full access. Use it to create other accounts under Settings, Accounts.
        </Text>
        {problem && (
          <Notice tone="bad" title={problem.message} urgent>
            <span>{problem.next}</span>
          </Notice>
        )}
        <TextField
          name="user_name"
          label="User name"
          autoComplete="username"
          maxLength={100}
          autoFocus
          error={errors.user_name}
        />
        <TextField
          name="email"
          label="Email (optional)"
          autoComplete="email"
          maxLength={255}
          inputMode="email"
          error={errors.email}
        />
        <PasswordField
          name="password"
          label="Password"
          description={`${passwordLength}. A passphrase of several unrelated words works well.`}
          autoComplete="new-password"
          error={errors.password}
        />
        <PasswordField name="repeated" label="Confirm password" autoComplete="new-password" error={errors.repeated} />
        <Button type="submit" fullWidth loading={pending}>
          Create administrator
        </Button>
      </Stack>
    </form>
  )
}
