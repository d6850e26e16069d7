import { useQuery } from '@tanstack/react-query'
import { change } from '#api/change.ts'
import { AccountFields } from '#components/accounts/AccountFields.tsx'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { dissociateKey } from '#contract/keys/ssh.ts'
import { everyHost } from '#pages/ssh-keys/queries.ts'
import { stillOpens } from '#pages/ssh-keys/still-opens.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Text } from '#ui/layout/layout.ts'
import { placeForm } from './place-form.ts'

type Props = { keyName: string; onDone: (text: string) => void; onClose: () => void }

/** For an account that is not in the server's lists. */
export function DissociateByName({ keyName, onDone, onClose }: Props) {
  const { data: hosts, error, refetch } = useQuery(everyHost)
  const title = `Remove “${keyName}” from an account`
  if (!hosts) {
    return (
      <Dialog title={title} onClose={onClose}>
        <QueryState error={error} refetch={refetch} waiting lines={3} />
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={title}
      action="Dissociate"
      schema={placeForm}
      send={async (place) => {
        const { message } = await change(dissociateKey, { keyName, ...place })
        onDone(stillOpens(message) ?? `“${keyName}” removed from ${place.userName} on ${place.resourceName}`)
        onClose()
      }}
      onClose={onClose}
    >
      <Text size="sm">
        All lines with this key are removed from authorized_keys of the user. Users who sign in only with this key lose
        access.
      </Text>
      <AccountFields hostName="resourceName" hosts={hosts.flatMap(({ host }) => host.ResourceName ?? [])} />
    </FormDialog>
  )
}
