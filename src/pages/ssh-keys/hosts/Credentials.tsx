import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { applyCredentials } from '#contract/keys/ssh.ts'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Text } from '#ui/layout/layout.ts'

const credentialsForm = z.object({
  userName: z.string().check(z.trim(), z.minLength(1, 'Enter a user'), z.maxLength(255, 'At most 255 characters')),
  password: z.string().check(z.minLength(1, 'Enter a password')),
  // Value that browsers send for a checked checkbox.
  isAdmin: z.optional(z.literal('on')),
})

type Props = { name: string; onDone: (text: string) => void; onClose: () => void }

/** Credentials are tested on the host before they are saved. */
export function Credentials({ name, onDone, onClose }: Props) {
  return (
    <FormDialog
      title={`Credentials for “${name}”`}
      action="Test and save"
      schema={credentialsForm}
      send={async ({ userName, password, isAdmin }) => {
        await change(applyCredentials, { userName, password, resourceName: name, isAdmin: isAdmin === 'on' })
        onDone(`Credentials of ${userName} accepted by the host and stored encrypted`)
      }}
      onClose={onClose}
    >
      <Text size="sm">Credentials are tested on the host before they are saved.</Text>
      <TextField name="userName" label="User on the host" autoComplete="off" autoFocus />
      <PasswordField name="password" label="Password on the host" autoComplete="off" />
      <CheckboxField
        name="isAdmin"
        label="Also use for keys of other users"
        description="Requires the user with UID 0 (root)."
      />
    </FormDialog>
  )
}
