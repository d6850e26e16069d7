import { ActionButton } from '#components/actions/ActionButton.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { FilterBar } from '#components/lists/FilterBar.tsx'
import { NothingListed } from '#components/lists/NothingListed.tsx'
import { useSearchedList } from '#components/lists/use-searched-list.ts'
import { accountId, type Account } from '#contract/keys/rules/hosts/ssh-account.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { DataTable, type Selected } from '#ui/table/DataTable.tsx'
import { type KeyAccount, reachText } from './accounts.ts'
import { AnotherUser } from './AnotherUser.tsx'
import { mostChosen, tooMany, useChosen } from './chosen.ts'

type Props = {
  accounts: readonly KeyAccount[]
  hosts: readonly string[]
  /** Adds accounts that no search has found. */
  onNamed: (accounts: Account[]) => void
}

/** Which users of which hosts. */
export function AccountChoice({ accounts, hosts, onNamed }: Props) {
  const list = useSearchedList(accounts, saidBy)
  return (
    <Stack gap="sm">
      <Text size="sm">Select up to {mostChosen} users. Nothing is written yet. You can review the change first.</Text>
      <DataTable
        caption="Accounts"
        filterBar={
          <>
            <FilterBar of={list} placeholder="Host or user" />
            <ActionButton
              size="xs"
              renderDialog={(close) => <AnotherUser hosts={hosts} onNamed={onNamed} onClose={close} />}
            >
              Add user
            </ActionButton>
          </>
        }
        rows={list.found}
        columns={columns}
        rowId={accountId}
        SelectionActions={Preview}
        empty={
          <NothingListed
            of={list}
            many="users"
            hint="Add a host and discover its users on the “Hosts” tab, or add a user here."
          />
        }
      />
    </Stack>
  )
}

const saidBy = ({ resourceName, userName, reach, isOpened }: KeyAccount) => [
  resourceName,
  userName,
  reachText(reach),
  openedText(isOpened),
]

const openedText = (isOpened: boolean | undefined) =>
  isOpened === undefined ? 'Unknown' : isOpened ? 'Grants access' : 'No access'

const { choice, badge } = columnsOf<KeyAccount>({ sortable: true, filter: true })

const columns = [
  choice('host', 'Host', ({ resourceName }) => resourceName, { priority: 1 }),
  choice('user', 'User', ({ userName }) => userName, { priority: 1 }),
  badge('opened', 'This key', ({ isOpened }) => ({ tone: isOpened ? 'info' : 'muted', label: openedText(isOpened) })),
  choice('reach', 'Connection', ({ reach }) => reachText(reach), {
    cell: ({ reach }) =>
      reach.by === 'none' ? <StatusBadge tone="warn">{reachText(reach)}</StatusBadge> : reachText(reach),
  }),
]

function Preview({ count = 0, withRows }: Selected<KeyAccount>) {
  const { choose } = useChosen()
  return (
    <ActionButton
      variant="filled"
      size="compact-xs"
      reason={tooMany(count)}
      onClick={() => withRows('Preview', choose)}
    >
      Preview
    </ActionButton>
  )
}
