import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { AccountFields } from '#components/accounts/AccountFields.tsx'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { listSshKeysOfUser } from '#contract/keys/ssh.ts'
import { everyHost } from '#pages/ssh-keys/queries.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Text } from '#ui/layout/layout.ts'
import { AssociatePreview } from './AssociatePreview.tsx'
import { type AccountAccess, placeForm } from './place-form.ts'

type Props = { keyName: string; onDone: (text: string) => void; onClose: () => void }

/** Deploys a key in two steps: selection of the account, and a preview of the file on the host. */
export function Associate({ keyName, onDone, onClose }: Props) {
  const [looked, setLooked] = useState<AccountAccess>()
  const { data: hosts, error, refetch } = useQuery(everyHost)
  if (looked) return <AssociatePreview keyName={keyName} looked={looked} onDone={onDone} onClose={onClose} />
  const title = `Deploy “${keyName}” to an account`
  if (!hosts) {
    return (
      <Dialog title={title} onClose={onClose}>
        <QueryState error={error} refetch={refetch} waiting lines={3} />
      </Dialog>
    )
  }
  const names = hosts.flatMap(({ host }) => host.ResourceName ?? [])
  return (
    <FormDialog
      title={title}
      action="Check host"
      schema={placeForm}
      send={async (place) => ({ ...place, present: await call(listSshKeysOfUser, place) })}
      onSent={setLooked}
      onClose={onClose}
    >
      {names.length === 0 ? (
        <Text size="sm">No managed hosts yet. Add one on the “Hosts” tab first.</Text>
      ) : (
        <>
          <Text size="sm">Nothing is written yet. You can review the change first.</Text>
          <AccountFields hostName="resourceName" hosts={names} />
        </>
      )}
    </FormDialog>
  )
}
