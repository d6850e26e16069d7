import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { stateWords } from '#components/jobs/job-words.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { runStateWords } from '#components/schedules/schedule-words.ts'
import { listScheduleRuns, type ScheduleRun } from '#contract/console/schedules.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'

const shownAtOnce = 50
const { text, date } = columnsOf<ScheduleRun>({ priority: 1 })

const jobText = ({ job }: ScheduleRun) =>
  job && `${stateWords[job.state].label}: ${job.counts.done} of ${job.total - job.counts.skipped} completed`

const columns = [
  date('due', 'Due', ({ dueAt }) => new Date(dueAt), { width: '20%' }),
  text('state', 'Run', ({ state }) => runStateWords[state].label, {
    width: '40%',
    breaks: true,
    cell: ({ state, message }) => (
      <>
        <StatusBadge tone={runStateWords[state].tone}>{runStateWords[state].label}</StatusBadge>
        {message && (
          <Text size="xs" c="dimmed">
            {message}
          </Text>
        )}
      </>
    ),
  }),
  text('job', 'Job', jobText, {
    width: '40%',
    breaks: true,
    to: ({ job }) => job && paths.job(String(job.id)),
  }),
]

/** What came of each time that it was due. */
export function ScheduleRuns({ schedule }: { schedule: number }) {
  const { data, error, refetch, isPending } = useQuery(
    query(listScheduleRuns, { schedule, page: 0, limit: shownAtOnce }),
  )
  return (
    <Panel title="Last runs">
      <QueryProblem error={error} refetch={refetch} />
      {(data || isPending) && (
        <DataTable
          caption="Last runs"
          rows={data?.rows ?? []}
          loading={isPending}
          columns={columns}
          rowId={({ dueAt }) => String(dueAt)}
          empty={<Empty title="No runs yet" hint="The first one is listed here when it is due." />}
        />
      )}
      {data && data.total > data.rows.length && (
        <Text size="sm" c="dimmed">
          The last {data.rows.length} of {data.total.toLocaleString('en')}.
        </Text>
      )}
    </Panel>
  )
}
