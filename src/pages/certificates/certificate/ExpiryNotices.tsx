import { useQuery } from '@tanstack/react-query'
import { useMay } from '#api/may.ts'
import { query } from '#api/query.ts'
import { QueryState } from '#components/actions/QueryState.tsx'
import { NoticesAbout } from '#components/notices/NoticesAbout.tsx'
import { noticeStateWords, stepText } from '#components/notices/notice-words.ts'
import { explainNotices } from '#contract/console/notifications.ts'
import { hasOwnId, type InventoryRow } from '#contract/keys/rules/inventory.ts'
import { paths } from '#paths.ts'
import { Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { useNow } from '#ui/values/clock.ts'
import { Timeline } from '#ui/values/Timeline.tsx'
import { noticeReason } from './notice-reason.ts'
import { ReplacedBy } from './ReplacedBy.tsx'

/** Expiry notices sent for this certificate, or why there are none. */
export function ExpiryNotices({ row }: { row: InventoryRow }) {
  const now = useNow()
  const may = useMay()(explainNotices.permission)
  const { data, error, refetch } = useQuery({
    ...query(explainNotices, { certificate: row.id }),
    enabled: may && hasOwnId(row),
  })
  if (!may || !hasOwnId(row)) return null
  const certificate = { expiresAt: row.expiry.at?.getTime(), email: row.email }
  return (
    <Panel title="Expiry notifications">
      {data ? (
        <>
          <Text size="sm">{noticeReason(data, certificate, now)}</Text>
          <ReplacedBy row={row} />
          {data.rows.length > 0 && (
            <Timeline
              items={data.rows.map(({ event, days, recipient, state, why, changedAt }) => ({
                title: `${stepText({ event, days })}: ${recipient}`,
                at: new Date(changedAt),
                tone: noticeStateWords[state].tone,
                text: [noticeStateWords[state].label, why].filter(Boolean).join(': '),
              }))}
            />
          )}
        </>
      ) : (
        <QueryState error={error} refetch={refetch} waiting lines={2} />
      )}
      <NoticesAbout page={paths.certificate(row.id)} size="xs" />
    </Panel>
  )
}
