import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { change } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { usePermittedColumns } from '#components/actions/use-permitted-columns.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { notReported } from '#components/offered/not-reported.ts'
import { associateKey, dissociateKey } from '#contract/keys/ssh.ts'
import { testSshKey } from '#contract/keys/ssh-resources.ts'
import { Associate } from '#pages/ssh-keys/access/Associate.tsx'
import { DissociateByName } from '#pages/ssh-keys/access/DissociateByName.tsx'
import { type Association, associationsOf } from '#pages/ssh-keys/associations.ts'
import { tooMany, withAccounts } from '#pages/ssh-keys/bulk/chosen.ts'
import { placeText } from '#contract/keys/rules/ssh-key-list.ts'
import { stillOpens } from '#pages/ssh-keys/still-opens.ts'
import { UnreadAccounts } from '#pages/ssh-keys/UnreadAccounts.tsx'
import { paths } from '#paths.ts'
import { signInBadge } from '#pages/ssh-keys/access/sign-in.ts'
import { TestSignIn } from '#pages/ssh-keys/access/TestSignIn.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Group, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import type { Selected } from '#ui/table/DataTable.tsx'

/** Accounts that a key grants access to, as deployed by this service. */
export function KeyPlaces({ name }: { name: string }) {
  const places = useQuery(associationsOf({ keys: [name] }))
  const [done, setDone] = useState<string>()
  const columns = placeColumns(name, places.data?.isListed !== false, setDone)
  const shownColumns = usePermittedColumns(columns, [testSshKey, dissociateKey])
  const may = useMay()
  return (
    <Panel
      title="Accounts"
      actions={
        <Group gap="xs">
          {places.data && !places.data.isListed && (
            <ActionButton
              size="xs"
              endpoint={dissociateKey}
              renderDialog={(close) => <DissociateByName keyName={name} onDone={setDone} onClose={close} />}
            >
              Dissociate by name
            </ActionButton>
          )}
          <ActionLink size="xs" endpoint={associateKey} to={paths.associateSshKey(name)}>
            Associate with several
          </ActionLink>
          <ActionButton
            size="xs"
            variant="filled"
            endpoint={associateKey}
            renderDialog={(close) => <Associate keyName={name} onDone={setDone} onClose={close} />}
          >
            Associate
          </ActionButton>
        </Group>
      }
    >
      {done && <Notice tone="ok" title={done} urgent />}
      <UnreadAccounts of={places.data} />
      <ListTable
        asked={places}
        caption="Accounts"
        rows={places.data?.rows ?? []}
        columns={shownColumns}
        rowId={placeText}
        SelectionActions={may(dissociateKey.permission) ? DissociateChosen : undefined}
        empty={
          <Empty
            title={places.data?.unread.length ? 'Unknown' : 'Not deployed'}
            hint={may(associateKey.permission) && 'Choose “Associate” to deploy the key to an account.'}
          />
        }
      />
    </Panel>
  )
}

function DissociateChosen({ count = 0, withRows }: Selected<Association>) {
  const { name = '' } = useParams()
  const navigate = useNavigate()
  const leave = (places: readonly Association[]) =>
    navigate(withAccounts(paths.dissociateSshKey(name), places.map(accountOf)))
  return (
    <ActionButton
      size="compact-xs"
      endpoint={dissociateKey}
      reason={tooMany(count)}
      onClick={() => withRows('Dissociate selected', leave)}
    >
      Dissociate selected
    </ActionButton>
  )
}

const accountOf = ({ ResourceName = '', UserName = '' }: Association) => ({
  resourceName: ResourceName,
  userName: UserName,
})

const { text, code, time, badge, actions } = columnsOf<Association>({ sortable: true })
const untold = { cell: () => notReported }

const placeColumns = (name: string, isListed: boolean, onDone: (text: string) => void) => [
  text('host', 'Host', ({ ResourceName }) => ResourceName, { priority: 1, width: '20%' }),
  text('user', 'User', ({ UserName }) => UserName, { priority: 1, width: '12%' }),
  code('path', 'File', ({ Path }) => Path, { sortable: false, ...(!isListed && untold) }),
  isListed ? badge('test', 'Sign-in', signInBadge, { width: 135 }) : text('test', 'Sign-in', () => undefined, untold),
  time('since', 'Since', ({ AssociatedTime }) => AssociatedTime, { width: 128, ...(!isListed && untold) }),
  actions(
    (place) => (
      <Group gap={6} wrap="nowrap">
        {isListed && <TestSignIn place={place} />}
        <ActionButton
          size="compact-xs"
          endpoint={dissociateKey}
          aria-label={`Dissociate ${placeText(place)}`}
          renderDialog={(close) => <Dissociation name={name} place={place} onDone={onDone} onClose={close} />}
        >
          Dissociate
        </ActionButton>
      </Group>
    ),
    { width: isListed ? 190 : 130 },
  ),
]

type DissociationProps = { name: string; place: Association; onDone: (text: string) => void; onClose: () => void }

function Dissociation({ name, place, onDone, onClose }: DissociationProps) {
  const { ResourceName: resourceName = '', UserName: userName = '', Path } = place
  return (
    <Confirm
      title={`Remove “${name}” from ${placeText(place)}?`}
      action="Dissociate"
      onConfirm={async () => {
        const { message } = await change(dissociateKey, { keyName: name, resourceName, userName })
        onDone(stillOpens(message) ?? `“${name}” removed from ${placeText(place)}`)
      }}
      onClose={onClose}
    >
      <Text size="sm">
        All lines with this key are removed from <code>{Path || 'authorized_keys'}</code> of {userName}. Other lines are
        not changed. Users who sign in only with this key lose access.
      </Text>
    </Confirm>
  )
}
