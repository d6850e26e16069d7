import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { change } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { problemOf } from '#api/problem.ts'
import { useOffers } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { notReported } from '#components/offered/not-reported.ts'
import { removeHostCredentials } from '#contract/keys/host-credentials.ts'
import { applyCredentials } from '#contract/keys/ssh.ts'
import { everyHostKey } from '#pages/ssh-keys/queries.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { CheckHostKeys } from './CheckHostKeys.tsx'
import { Credentials } from './Credentials.tsx'
import type { HostKeys } from './host-identity.ts'
import { HostIdentity } from './HostIdentity.tsx'
import { HostLogin } from './HostLogin.tsx'
import { methodText, sudoText } from './login-names.ts'

/** Host identity, and the credentials this service uses. */
export function HostAccess({ name }: { name: string }) {
  const { data, error, refetch } = useQuery(everyHostKey)
  const [done, setDone] = useState<string>()
  const known = data === null ? null : data?.rows.find(({ ResourceName }) => ResourceName === name)
  const may = useMay()(applyCredentials.permission)
  return (
    <>
      {data === undefined && !error && <Loading lines={3} />}
      {error && <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />}
      <HostIdentity name={name} known={known} />
      <Panel
        title="Credentials"
        actions={
          <ActionButton
            endpoint={applyCredentials}
            size="xs"
            variant="filled"
            reason={known?.Change?.Known ? 'The host key has changed. Check the host keys first.' : undefined}
            renderDialog={(close) => <NewCredentials name={name} known={known} onDone={setDone} onClose={close} />}
          >
            Add credentials
          </ActionButton>
        }
      >
        {done && <Notice tone="ok" title={done} urgent />}
        {known === null ? (
          <Text size="sm">{notReported} which credentials it has.</Text>
        ) : (
          <DataTable
            caption="Credentials"
            rows={known?.Credentials ?? []}
            columns={columns(name, setDone)}
            rowId={({ UserName = '' }) => UserName}
            empty={<Empty title="No credentials yet" hint="Add a user that this service can sign in with." />}
          />
        )}
        {!may && (
          <Text size="sm" c="dimmed">
            Changing them requires {applyCredentials.permission}.
          </Text>
        )}
      </Panel>
    </>
  )
}

type NewProps = {
  name: string
  known: HostKeys | null | undefined
  onDone: (text: string) => void
  onClose: () => void
}

/** Host keys must be verified before credentials are requested. */
function NewCredentials({ name, known, onDone, onClose }: NewProps) {
  const offers = useOffers(removeHostCredentials)
  const [isChecked, setChecked] = useState(false)
  if (!offers || known === null) return <Credentials name={name} onDone={onDone} onClose={onClose} />
  const isKnown = (known?.HostKeys?.length ?? 0) > 0
  if (isChecked || isKnown) return <HostLogin name={name} onDone={onDone} onClose={onClose} />
  return <CheckHostKeys name={name} trusted={[]} onDone={() => setChecked(true)} onClose={onClose} />
}

type Credential = NonNullable<HostKeys['Credentials']>[number]
const { text, time, actions } = columnsOf<Credential>()

const columns = (host: string, onDone: (text: string) => void) => [
  text('user', 'User', ({ UserName }) => UserName, { priority: 1 }),
  text('method', 'Sign-in method', ({ Method, KeyName }) => methodText(Method, KeyName), { priority: 1 }),
  text('sudo', 'Rights', ({ Sudo }) => sudoText(Sudo)),
  text('admin', 'Used for', ({ isAdmin }) => (isAdmin ? 'All users' : 'This user only')),
  time('since', 'Saved', ({ AppliedTime }) => AppliedTime),
  actions(({ UserName = '' }) => <Removal host={host} user={UserName} onDone={onDone} />, { width: 110 }),
]

function Removal({ host, user, onDone }: { host: string; user: string; onDone: (text: string) => void }) {
  return (
    <ActionButton
      endpoint={removeHostCredentials}
      size="compact-xs"
      aria-label={`Remove credentials of ${user}`}
      renderDialog={(close) => (
        <Confirm
          title={`Remove the credentials of ${user} on “${host}”?`}
          action="Remove credentials"
          onConfirm={async () => {
            await change(removeHostCredentials, { ResourceName: host, UserName: user })
            onDone(`Credentials of ${user} removed`)
          }}
          onClose={close}
        >
          The host does not change. Keys of its users can then only be changed with other credentials.
        </Confirm>
      )}
    >
      Remove
    </ActionButton>
  )
}
