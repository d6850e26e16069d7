import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMay } from '#api/may.ts'
import { query } from '#api/query.ts'
import { QueryState } from '#components/actions/QueryState.tsx'
import { type AuditEntry, listAudit } from '#contract/console/audit.ts'
import type { Endpoints } from '#contract/endpoint.ts'
import { paths } from '#paths.ts'
import { Anchor, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Timeline } from '#ui/values/Timeline.tsx'

type Props = {
  /** What stands in each entry about it: its name or number. */
  search: string
  /** What is done with it, for the words of the entries. */
  endpoints: Endpoints
  /** The link to the audit. */
  all: string
}

/** What was done with one thing through this console. */
export function ActivityPanel(props: Props) {
  const may = useMay()
  return (
    <Panel title="Activity">
      {may(listAudit.permission) ? (
        <Entries {...props} />
      ) : (
        <Text size="sm">Viewing the audit requires {listAudit.permission}.</Text>
      )}
    </Panel>
  )
}

function Entries({ search, endpoints, all }: Props) {
  const asked = query(listAudit, { source: 'console', search: search.slice(0, 200), page: 0, limit: 20 })
  const { data, error, refetch } = useQuery(asked)
  if (error || !data) return <QueryState error={error} refetch={refetch} waiting lines={3} />
  if (data.total === 0) return <Text size="sm">No activity through this console yet.</Text>
  return (
    <>
      <Timeline items={data.entries.map((entry) => itemOf(entry, endpoints))} />
      <Anchor component={Link} size="sm" underline="always" to={`${paths.audit}?${new URLSearchParams({ search })}`}>
        {all}
      </Anchor>
    </>
  )
}

const tones = { done: 'ok', refused: 'warn', failed: 'bad' } as const

const itemOf = ({ at, user, action, target, reason, ticket, result, code }: AuditEntry, endpoints: Endpoints) => ({
  title: Object.values(endpoints).find(({ id }) => id === action)?.summary ?? action,
  at: at === undefined ? undefined : new Date(at),
  tone: result ? tones[result] : ('info' as const),
  text: [result, code, target, reason, ticket].filter(Boolean).join(' · '),
  by: user,
})
