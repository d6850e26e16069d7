import { useQuery } from '@tanstack/react-query'
import { problemOf } from '#api/problem.ts'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { ownAccountQuery } from './account-queries.ts'
import { AccountPassword } from './AccountPassword.tsx'
import { AccountSecondFactor } from './AccountSecondFactor.tsx'

/** Password and second factor, if the server lets the console change them. */
export function AccountProtection() {
  const { data: account, error, refetch } = useQuery(ownAccountQuery)
  if (account) {
    return (
      <>
        <AccountSecondFactor
          factor={account.second_factor ?? ''}
          email={account.user_data?.email ?? ''}
          mailCodes={account.mail_codes ?? true}
        />
        <AccountPassword authType={account.user_data?.auth_type ?? ''} />
      </>
    )
  }
  const isElsewhere = error !== null && problemOf(error).status === 404
  return (
    <Panel title="Password and second factor">
      {!error && <Loading lines={3} />}
      {isElsewhere && (
        <Text size="sm">
          Managed by the server. Change them there or ask its administrator. If an authenticator app is required, you
          set it up when you sign in.
        </Text>
      )}
      {error && !isElsewhere && <QueryProblem error={error} refetch={refetch} />}
    </Panel>
  )
}
