import { useQuery } from '@tanstack/react-query'
import { problemOf } from '#api/problem.ts'
import { query } from '#api/query.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { type SshUserRow, sshUserColumns as value } from '#contract/keys/rules/hosts/ssh-user-list.ts'
import { listSshKeysOfUser } from '#contract/keys/ssh.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { accountOf } from './accounts.ts'

const { text, choice } = columnsOf<SshUserRow>({ sortable: true, filter: true })
const { text: plain } = columnsOf<SshUserRow>()

export const accountColumns = (keyName: string) => [
  choice('host', 'Host', value.host, { priority: 1 }),
  text('user', 'User', value.user, { priority: 1 }),
  plain('opened', 'This key', ({ keys }) => keys && grantedText(keys.includes(keyName)), {
    cell: (row) =>
      row.keys ? <Granted is={row.keys.includes(keyName)} /> : <GrantedByHost row={row} keyName={keyName} />,
  }),
  choice('reach', 'Connection', value.reach, {
    cell: (row) => {
      const { reach, isUnreachable } = accountOf(keyName)(row)
      return isUnreachable ? <StatusBadge tone="warn">{reach}</StatusBadge> : reach
    },
  }),
]

const grantedText = (is: boolean) => (is ? 'Grants access' : 'No access')
const Granted = ({ is }: { is: boolean }) => <StatusBadge tone={is ? 'info' : 'muted'}>{grantedText(is)}</StatusBadge>

/** Loaded for each visible user, since this server does not list associations. */
function GrantedByHost({ row: { host, user }, keyName }: { row: SshUserRow; keyName: string }) {
  const { data, error } = useQuery(query(listSshKeysOfUser, { resourceName: host, userName: user }))
  if (data) return <Granted is={data.includes(keyName)} />
  return error ? <span data-tip={problemOf(error).message}>Unknown</span> : 'Loading …'
}
