import { columnsOf } from '#components/lists/Columns.tsx'
import { type Account, accountId } from '#contract/keys/rules/hosts/ssh-account.ts'

/** An account as an item of a job. */
export const accountItem = ({ resourceName, userName }: Account) => ({
  subject: accountId({ resourceName, userName }),
  label: `${userName} on ${resourceName}`.slice(0, 300),
  input: { resourceName, userName },
})

export const accountColumns = <A extends Account>() => {
  const { text } = columnsOf<A>({ priority: 1, sortable: true })
  return [
    text('host', 'Host', ({ resourceName }) => resourceName, { width: '22%' }),
    text('user', 'User', ({ userName }) => userName, { width: '14%' }),
  ]
}
