import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMay } from '#api/may.ts'
import { query } from '#api/query.ts'
import { listJobs } from '#contract/console/jobs.ts'
import type { Endpoint, Output } from '#contract/endpoint.ts'
import type { SubjectKind } from '#contract/subject-kinds.ts'
import { paths } from '#paths.ts'
import { Anchor } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Timeline } from '#ui/values/Timeline.tsx'
import { outcomeWordsOf, stateText, stateWords } from './job-words.ts'

type Props = {
  kind: SubjectKind
  /** Only jobs with this subject; otherwise all jobs of the kind. */
  subject?: string
  /** Shown only to users who may call this endpoint. */
  endpoint: Endpoint
  title?: string
}

/** The latest jobs of an object, each with its outcome for the object. */
export function RecentJobs({ kind, subject, endpoint, title = 'Recent jobs' }: Props) {
  const may = useMay()
  const { data } = useQuery({
    ...query(listJobs, { kind, ...(subject !== undefined && { subject }), page: 0, limit: 5 }),
    enabled: may(endpoint.permission),
  })
  if (!data || data.rows.length === 0) return null
  return (
    <Panel title={title}>
      <Timeline items={data.rows.map(itemOf)} />
    </Panel>
  )
}

type Row = Output<typeof listJobs>['rows'][number]

function itemOf(row: Row) {
  const { id, kind, title, by, createdAt, startedAt, state, item } = row
  const { label, tone, means } = item ? outcomeWordsOf(kind)[item.outcome] : { ...stateWords[state], means: '' }
  return {
    title: (
      <Anchor component={Link} size="sm" underline="always" to={paths.job(String(id))}>
        {title}
      </Anchor>
    ),
    at: new Date(item?.sentAt ?? startedAt ?? createdAt),
    tone,
    text: item ? [label, item.remark || means].filter(Boolean).join(': ') : `${label}. ${stateText(row)}`,
    by,
  }
}
