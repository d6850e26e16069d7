import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMay } from '#api/may.ts'
import { problemOf } from '#api/problem.ts'
import { query } from '#api/query.ts'
import { type AuditEntry, listAudit } from '#contract/console/audit.ts'
import { certificateRows, deploymentRows, revocationRows } from '#contract/keys/certificates.ts'
import type { Target } from '#pages/certificates/certificate-query.ts'
import { paths } from '#paths.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Anchor, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Timeline } from '#ui/values/Timeline.tsx'

/** What was done with it through this console; its serial number stands in each entry. */
export function CertificateAudit({ target }: { target: Target }) {
  const may = useMay()
  const allowed = may(listAudit.permission)
  return (
    <Panel title="Activity">
      {allowed ? (
        <Entries serialNumber={target.serial_number} />
      ) : (
        <Text size="sm">Viewing the audit requires {listAudit.permission}.</Text>
      )}
    </Panel>
  )
}

function Entries({ serialNumber }: { serialNumber: string }) {
  const { data, error, refetch } = useQuery(
    query(listAudit, { source: 'console', search: serialNumber, page: 0, limit: 20 }),
  )
  if (error) return <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Loading lines={3} />
  if (data.total === 0) return <Text size="sm">No activity through this console yet.</Text>
  return (
    <>
      <Timeline items={data.entries.map(itemOf)} />
      <Anchor
        size="sm"
        underline="always"
        component={Link}
        to={`${paths.audit}?${new URLSearchParams({ search: serialNumber })}`}
      >
        All entries, including key management
      </Anchor>
    </>
  )
}

const rows = Object.values({ ...certificateRows, ...deploymentRows, ...revocationRows })
const summaries = new Map<string, string>(rows.map(({ id, summary }) => [id, summary]))
const tones = { done: 'ok', refused: 'warn', failed: 'bad' } as const

const itemOf = ({ at, user, action, target, result, code }: AuditEntry) => ({
  title: summaries.get(action) ?? action,
  at: at === undefined ? undefined : new Date(at),
  tone: result ? tones[result] : ('info' as const),
  text: [result, code, target].filter(Boolean).join(' · '),
  by: user,
})
