import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { requirePart } from '#api/require-part.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { accountEmail, accountName, accountRoles, createAccount } from '#contract/desktop/accounts.ts'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { roleOptions } from './account-words.ts'
import type { NewPassword } from './PasswordOnce.tsx'

const form = z.object({
  user_name: accountName,
  email: z.pipe(z.string().check(z.trim()), accountEmail),
  role: z.enum(accountRoles),
})

type Props = { onMade: (made: NewPassword) => void; onClose: () => void }

export function CreateAccount({ onMade, onClose }: Props) {
  return (
    <FormDialog
      title="Create account"
      action="Create account"
      schema={form}
      send={async (entered) => {
        const { password } = await change(createAccount, entered)
        const shown = requirePart(createAccount, password, 'password')
        return { name: entered.user_name, reveal: () => shown }
      }}
      onSent={onMade}
      onClose={onClose}
    >
      <TextField
        name="user_name"
        label="User name"
        description="Used to sign in. Cannot be changed later."
        autoComplete="off"
        maxLength={100}
        autoFocus
      />
      <TextField
        name="email"
        label="Email (optional)"
        description="Used for one-time codes if the server sends email."
        autoComplete="off"
        inputMode="email"
        maxLength={255}
      />
      <SelectField name="role" label="Role" options={roleOptions} defaultValue="helpdesk" />
    </FormDialog>
  )
}
