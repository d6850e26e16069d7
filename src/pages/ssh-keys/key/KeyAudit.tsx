import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMay } from '#api/may.ts'
import { problemOf } from '#api/problem.ts'
import { query } from '#api/query.ts'
import { type AuditEntry, listAudit } from '#contract/console/audit.ts'
import { sshHostRows, sshKeyRows } from '#contract/keys/ssh.ts'
import { paths } from '#paths.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Anchor, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Timeline } from '#ui/values/Timeline.tsx'

/** Activity through this console; its name stands in each entry. */
export function KeyAudit({ name }: { name: string }) {
  const may = useMay()
  return (
    <Panel title="Activity">
      {may(listAudit.permission) ? (
        <Entries name={name.slice(0, 200)} />
      ) : (
        <Text size="sm">Viewing the audit requires {listAudit.permission}.</Text>
      )}
    </Panel>
  )
}

function Entries({ name }: { name: string }) {
  const { data, error, refetch } = useQuery(query(listAudit, { source: 'console', search: name, page: 0, limit: 10 }))
  if (error) return <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Loading lines={3} />
  if (data.total === 0) return <Text size="sm">No activity through this console yet.</Text>
  return (
    <>
      <Timeline items={data.entries.map(itemOf)} />
      <Anchor component={Link} size="sm" to={`${paths.audit}?${new URLSearchParams({ search: name })}`}>
        All entries with this name, including key management
      </Anchor>
    </>
  )
}

const summaries = new Map<string, string>(
  Object.values({ ...sshKeyRows, ...sshHostRows }).map(({ id, summary }) => [id, summary]),
)
const tones = { done: 'ok', refused: 'warn', failed: 'bad' } as const

const itemOf = ({ at, user, action, target, result, code }: AuditEntry) => ({
  title: summaries.get(action) ?? action,
  at: at === undefined ? undefined : new Date(at),
  tone: result ? tones[result] : ('info' as const),
  text: [result, code, target].filter(Boolean).join(' · '),
  by: user,
})
