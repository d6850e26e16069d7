import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '#api/may.ts'
import { problemOf } from '#api/problem.ts'
import { prefetch } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import type { Problem } from '#contract/problem.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { accountsQuery } from './account-queries.ts'
import { accountColumns } from './AccountColumns.tsx'
import { AccountDialog, type OpenDialog } from './AccountDialog.tsx'

export const loader = () => prefetch(accountsQuery)

/** User accounts and their roles. */
export function Component() {
  const may = useMay()('Common_Admin')
  const { data, error, refetch, isPending } = useQuery({ ...accountsQuery, enabled: may })
  const [asked, setAsked] = useState<OpenDialog>()
  if (!may) {
    return (
      <Panel title="Accounts">
        <Text size="sm">Viewing and changing accounts requires Common_Admin.</Text>
      </Panel>
    )
  }
  if (error && isElsewhere(problemOf(error))) {
    return (
      <Panel title="Accounts">
        <Text size="sm">
          This desktop management server does not provide an API for accounts. Manage them on the server.
        </Text>
      </Panel>
    )
  }
  const accounts = data?.accounts ?? []
  return (
    <Panel
      title="Accounts"
      actions={
        <ActionButton
          variant="filled"
          size="xs"
          reason={!data && 'The list of accounts is not loaded.'}
          onClick={() => setAsked({ what: 'create' })}
        >
          Create account
        </ActionButton>
      }
    >
      <Text size="sm" c="dimmed">
        Accounts can be disabled but not deleted, so that the audit and command histories stay complete.
      </Text>
      <QueryProblem error={error} refetch={refetch} />
      {(data || isPending) && (
        <DataTable
          caption="Accounts"
          rows={accounts}
          loading={isPending}
          columns={accountColumns(accounts, setAsked)}
          rowId={({ user_id = '' }) => user_id}
          empty={<Empty title="No account" />}
        />
      )}
      {asked && <AccountDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </Panel>
  )
}

/** Other servers manage accounts only in their own UI. */
const isElsewhere = ({ status, code }: Problem) => status === 404 || status === 405 || code === 'NOT_CONNECTED'
