import { useMemo } from 'react'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { FilterBar } from '#components/lists/FilterBar.tsx'
import { CacheAge } from '#components/lists/CacheAge.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { useCachedList } from '#components/lists/use-cached-list.ts'
import { NotReported } from '#components/offered/NotReported.tsx'
import { findSshUsers } from '#contract/console/ssh-user-list.ts'
import type { SshUserRow } from '#contract/keys/rules/hosts/ssh-user-list.ts'
import { listSshUsers } from '#contract/keys/ssh.ts'
import { Stack, Text } from '#ui/layout/layout.ts'
import type { Selected } from '#ui/table/DataTable.tsx'
import { accountColumns } from './AccountColumns.tsx'
import { accountList, grantedLabels } from './account-list.ts'
import { accountOf } from './accounts.ts'
import { maxChosen, tooMany, useChosen } from './chosen.ts'

const filters = [
  {
    name: 'granted',
    label: 'Access',
    options: Object.entries(grantedLabels).map(([value, label]) => ({ value, label })),
  },
] as const

/** Selects users of hosts, with server-side paging. */
export function AccountChoice({ keyName }: { keyName: string }) {
  const columns = useMemo(() => accountColumns(keyName), [keyName])
  const list = useMemo(() => accountList(keyName, columns), [keyName, columns])
  const { table, asked, answer, ...state } = useCachedList(list, columns)
  return (
    <Stack gap="sm">
      <Text size="sm">Select up to {maxChosen} users. Nothing is written yet. You can review the change first.</Text>
      {answer?.logins === 'not offered' && <NotReported what="whose credentials are stored" />}
      <CacheAge endpoint={findSshUsers} asked={asked} />
      <ListTable
        {...table}
        caption="Accounts"
        of={listSshUsers}
        filterBar={<FilterBar of={state} placeholder="Host, user or key" filters={filters} />}
        rowId={idOf}
        SelectionActions={Preview}
        nothing={{
          many: 'users',
          hint: 'Add a host and discover its users on the “Hosts” tab, or add a user here.',
        }}
      />
    </Stack>
  )
}

const idOf = ({ host, user }: SshUserRow) => JSON.stringify([host, user])

function Preview({ count = 0, withRows }: Selected<SshUserRow>) {
  const { choose } = useChosen()
  return (
    <ActionButton
      variant="filled"
      size="compact-xs"
      reason={tooMany(count)}
      onClick={() => withRows('Preview', (rows) => choose(rows.map(accountOf(''))))}
    >
      Preview
    </ActionButton>
  )
}
