import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { listAddress, oneOf } from '#components/lists/list-address.ts'
import { useListState } from '#components/lists/use-list-state.ts'
import { listNotices } from '#contract/console/notifications.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { noticeColumns } from './NoticeColumns.tsx'

const shownAtOnce = 100
const options = [
  { value: 'all', label: 'All' },
  { value: 'undelivered', label: 'Failed or unknown' },
] as const
const address = listAddress({ notices: oneOf<'all' | 'undelivered'>('all', ['all', 'undelivered']) })

/** Recent notifications, or those that failed or have an unknown state, which can be resent. */
export function Notices() {
  const { state, show } = useListState(address)
  const isUndelivered = state.notices === 'undelivered'
  const { data, error, refetch, isPending } = useQuery(
    query(listNotices, { page: 0, limit: shownAtOnce, ...(isUndelivered && { isUndelivered }) }),
  )
  return (
    <Panel title="Recent notifications">
      <FilterTabs label="Show" value={state.notices} options={options} onChange={(notices) => show({ notices })} />
      <QueryProblem error={error} refetch={refetch} />
      {(data || isPending) && (
        <DataTable
          caption="Recent notifications"
          rows={data?.rows ?? []}
          loading={isPending}
          columns={noticeColumns(data?.rows ?? [])}
          rowId={({ id }) => String(id)}
          empty={
            isUndelivered ? (
              <Empty
                title="No failed notifications"
                hint="Mail servers and webhooks have accepted all notifications."
              />
            ) : (
              <Empty title="No notifications yet" hint="Sent and queued notifications will be listed here." />
            )
          }
        />
      )}
      {data?.rows.some(({ state }) => state === 'sent') && (
        <Text size="sm" c="dimmed">
          “Sent” means accepted by the mail server or webhook. Email that bounces later is returned to the sender
          address and not shown here.
        </Text>
      )}
      {data && data.total > data.rows.length && (
        <Text size="sm" c="dimmed">
          The last {data.rows.length} of {data.total.toLocaleString('en')}.
        </Text>
      )}
    </Panel>
  )
}
