import { useState } from 'react'
import * as z from 'zod/mini'
import { change, invalidate } from '#api/change.ts'
import { useSentForm } from '#components/actions/use-sent-form.ts'
import { listSessions } from '#contract/console/account.ts'
import { changePassword } from '#contract/desktop/account.ts'
import { hasPasswordLength, passwordLength, shortestPassword } from '#contract/desktop/new-password.ts'
import { signIn } from '#contract/session.ts'
import { Refused } from '#pages/settings/Refused.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { retype } from '#ui/form/checked-form.ts'
import { Form } from '#ui/form/Form.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { Button, Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'

const passwords = z.object({
  old_password: signIn.input.shape.password,
  new_password: z.string().check(z.refine(hasPasswordLength, `Use ${passwordLength}`)),
})

/** Changes the password. Passwords are not kept after they are sent. */
export function AccountPassword({ authType }: { authType: string }) {
  if (authType === '' || /^local/i.test(authType)) return <PasswordForm />
  return (
    <Panel title="Password">
      <Text size="sm">The password is managed by the directory of this account. Change it there.</Text>
    </Panel>
  )
}

function PasswordForm() {
  const [done, setDone] = useState(false)
  const { problem, pending, formProps } = useSentForm(
    passwords,
    async (entered, form) => {
      setDone(false)
      await change(changePassword, entered)
      form.reset()
      setDone(true)
      await invalidate(listSessions.reads)
    },
    (form, { field }) => retype(form, field === 'new_password' ? field : 'old_password'),
  )
  return (
    <Panel title="Password">
      <Form {...formProps} aria-label="Change password">
        <Stack gap="md">
          <PasswordField name="old_password" label="Current password" autoComplete="current-password" />
          <PasswordField
            name="new_password"
            label="New password"
            description={`At least ${shortestPassword} characters. Common passwords are rejected. Changing it ends your other sessions and removes remembered devices.`}
            autoComplete="new-password"
          />
          <Refused problem={problem} />
          {done && <Notice tone="ok" title="Password changed" urgent />}
          <div>
            <Button type="submit" size="xs" variant="default" loading={pending}>
              Change password
            </Button>
          </div>
        </Stack>
      </Form>
    </Panel>
  )
}
