import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { everyHost } from '#pages/ssh-keys/queries.ts'
import type { Account } from '#contract/keys/rules/hosts/ssh-account.ts'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Text } from '#ui/layout/layout.ts'

const allHosts = ''
const userForm = z.object({
  userName: z.string().check(z.trim(), z.minLength(1, 'Enter a user'), z.maxLength(255, 'At most 255 characters')),
  resourceName: z.string(),
})

type Props = {
  /** Remaining number of accounts that can be selected. */
  max: number
  onNamed: (accounts: Account[]) => void
  onClose: () => void
}

/** Adds a user that discovery has not found, on one host or on all. */
export function AnotherUser({ max, onNamed, onClose }: Props) {
  const { data, error, refetch } = useQuery(everyHost)
  if (!data) {
    return (
      <Dialog title="Add user" onClose={onClose}>
        <QueryState error={error} refetch={refetch} waiting lines={3} />
      </Dialog>
    )
  }
  const hosts = data.flatMap(({ host }) => host.ResourceName ?? [])
  return (
    <FormDialog
      title="Add user"
      action="Add user"
      schema={userForm}
      send={async ({ userName, resourceName }) => {
        const chosen = resourceName === allHosts ? hosts : [resourceName]
        onNamed(chosen.map((host) => ({ resourceName: host, userName })))
      }}
      onClose={onClose}
    >
      <Text size="sm">The user is added to the selection. The host is checked later.</Text>
      <TextField name="userName" label="User" autoFocus maxLength={255} />
      <SelectField
        name="resourceName"
        label="Host"
        options={[
          ...(hosts.length > max ? [] : [{ value: allHosts, label: 'All hosts' }]),
          ...hosts.map((name) => ({ value: name, label: name })),
        ]}
      />
    </FormDialog>
  )
}
