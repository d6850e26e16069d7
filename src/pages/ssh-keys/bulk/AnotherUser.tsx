import * as z from 'zod/mini'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import type { Account } from '#contract/keys/rules/hosts/ssh-account.ts'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Text } from '#ui/layout/layout.ts'

const everyHost = ''
const userForm = z.object({
  userName: z.string().check(z.trim(), z.minLength(1, 'Enter a user'), z.maxLength(255, 'At most 255 characters')),
  resourceName: z.string(),
})

type Props = { hosts: readonly string[]; onNamed: (accounts: Account[]) => void; onClose: () => void }

/** A user that no search has found, on one host or on each. */
export function AnotherUser({ hosts, onNamed, onClose }: Props) {
  return (
    <FormDialog
      title="Add user"
      action="Add to list"
      schema={userForm}
      send={async ({ userName, resourceName }) => {
        const chosen = resourceName === everyHost ? hosts : [resourceName]
        onNamed(chosen.map((host) => ({ resourceName: host, userName })))
      }}
      onClose={onClose}
    >
      <Text size="sm">The user is added to the list. The host is checked later.</Text>
      <TextField name="userName" label="User" autoFocus maxLength={255} />
      <SelectField
        name="resourceName"
        label="Host"
        options={[{ value: everyHost, label: 'All hosts' }, ...hosts.map((name) => ({ value: name, label: name }))]}
      />
    </FormDialog>
  )
}
