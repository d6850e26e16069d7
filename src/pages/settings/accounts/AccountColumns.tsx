import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Button } from '#ui/layout/layout.ts'
import type { Column } from '#ui/table/column.ts'
import { Breakable } from '#ui/values/Breakable.tsx'
import { factorName, isLastAdministrator, type ListedAccount, roleName } from './account-words.ts'
import type { Asked } from './AccountDialog.tsx'

export const accountColumns = (
  accounts: readonly ListedAccount[],
  ask: (asked: Asked) => void,
): Column<ListedAccount>[] => [
  {
    id: 'user_name',
    header: 'User name',
    priority: 1,
    width: '22%',
    sortable: true,
    value: ({ user_name }) => user_name,
    cell: ({ user_name }) => (user_name ? <Breakable text={user_name} /> : '–'),
  },
  {
    id: 'role',
    header: 'Role',
    priority: 1,
    sortable: true,
    value: ({ role }) => roleName(role),
    cell: ({ role }) => roleName(role),
  },
  {
    id: 'state',
    header: 'State',
    priority: 1,
    sortable: true,
    value: ({ disabled }) => (disabled ? 'Disabled' : 'Enabled'),
    cell: ({ disabled }) => (
      <StatusBadge tone={disabled ? 'muted' : 'ok'}>{disabled ? 'Disabled' : 'Enabled'}</StatusBadge>
    ),
  },
  {
    id: 'second_factor',
    header: 'Second factor',
    priority: 2,
    sortable: true,
    value: factorName,
    cell: factorName,
  },
  {
    id: 'email',
    header: 'Email',
    priority: 2,
    width: '24%',
    sortable: true,
    value: ({ email }) => email,
    cell: ({ email }) => (email ? <Breakable text={email} /> : '–'),
  },
  {
    id: 'actions',
    header: 'Actions',
    priority: 1,
    width: '7rem',
    cell: (account) => (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Manage ${account.user_name}`}
        onClick={() => ask({ what: 'manage', account, isLast: isLastAdministrator(account, accounts) })}
      >
        Manage
      </Button>
    ),
  },
]
