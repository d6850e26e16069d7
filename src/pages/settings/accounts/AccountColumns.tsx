import { columnsOf } from '#components/lists/Columns.tsx'
import { Button } from '#ui/layout/layout.ts'
import { factorName, isLastAdministrator, type ListedAccount, roleName } from './account-words.ts'
import type { OpenDialog } from './AccountDialog.tsx'

const { text, badge, actions } = columnsOf<ListedAccount>({ priority: 1, sortable: true })

export const accountColumns = (accounts: readonly ListedAccount[], ask: (asked: OpenDialog) => void) => [
  text('user_name', 'User name', ({ user_name }) => user_name, { width: '22%', breaks: true }),
  text('role', 'Role', ({ role }) => roleName(role)),
  badge('state', 'State', ({ disabled }) =>
    disabled ? { tone: 'muted', label: 'Disabled' } : { tone: 'ok', label: 'Enabled' },
  ),
  text('second_factor', 'Second factor', factorName, { priority: 2 }),
  text('email', 'Email', ({ email }) => email, { priority: 2, width: '24%', breaks: true }),
  actions(
    (account) => (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Manage ${account.user_name}`}
        onClick={() => ask({ what: 'manage', account, isLast: isLastAdministrator(account, accounts) })}
      >
        Manage
      </Button>
    ),
    { width: '7rem' },
  ),
]
