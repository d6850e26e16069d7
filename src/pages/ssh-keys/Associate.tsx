import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod'
import { call } from '#api/call.ts'
import { problemOf } from '#api/problem-of.ts'
import { listSshKeysOfUser } from '#contract/keys/ssh.ts'
import { AccountFields } from '#ui/AccountFields.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Text } from '#ui/layout.ts'
import { Loading } from '#ui/Loading.tsx'
import { AssociatePreview } from './AssociatePreview.tsx'
import { everyHost, everyUser } from './queries.ts'

const placeForm = z.object({
  resourceName: z.string().min(1, 'Choose a host'),
  userName: z.string().trim().min(1, 'Name the user').max(255, 'At most 255 characters'),
})

/** An account, and the keys kept here that open it at present, as its host says. */
export type Looked = z.output<typeof placeForm> & { present: readonly string[] }

type Props = { keyName: string; onDone: (text: string) => void; onClose: () => void }

/** First which account; then the host is looked at, and what will be written is shown before it is. */
export function Associate({ keyName, onDone, onClose }: Props) {
  const [looked, setLooked] = useState<Looked>()
  const { data: hosts } = useQuery(everyHost)
  const { data: users } = useQuery(everyUser)
  if (looked) return <AssociatePreview keyName={keyName} looked={looked} onDone={onDone} onClose={onClose} />
  const names = hosts?.rows.flatMap(({ ResourceName }) => ResourceName ?? []) ?? []
  return (
    <FormDialog
      title={`Let “${keyName}” open an account`}
      action="Look at the host"
      schema={placeForm}
      send={async (place) => setLooked({ ...place, present: await call(listSshKeysOfUser, place) })}
      onClose={onClose}
      problemOf={problemOf}
      renderFields={(errors) =>
        !hosts ? (
          <Loading lines={3} />
        ) : names.length === 0 ? (
          <Text size="sm">No host is managed yet: add one on the tab “Hosts” first.</Text>
        ) : (
          <>
            <Text size="sm">Nothing is written yet. What will be is shown first.</Text>
            <AccountFields hostName="resourceName" hosts={names} accounts={users?.rows} errors={errors} />
          </>
        )
      }
    />
  )
}
