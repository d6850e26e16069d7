import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '#api/query.ts'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { stateWords } from '#components/jobs/job-words.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { foundText, runStateWords } from '#components/schedules/schedule-words.ts'
import { listScheduleRuns, type ScheduleRun } from '#contract/console/schedules.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Anchor, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'

const shownAtOnce = 50
const { text, date } = columnsOf<ScheduleRun>({ priority: 1 })

const jobText = ({ job }: ScheduleRun) =>
  job &&
  `${stateWords[job.state].label}: ${job.counts.done.toLocaleString('en')} of ${(job.total - job.counts.skipped).toLocaleString('en')} completed`

const columns = [
  date('due', 'Due', ({ dueAt }) => new Date(dueAt), { width: '20%' }),
  text('state', 'Run', ({ state }) => runStateWords[state].label, {
    width: '25%',
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
  text('found', 'Since the run before', ({ found }) => found && (foundText(found) || 'Nothing new'), {
    width: '30%',
    priority: 2,
    cell: ({ found }) => <Found of={found} />,
  }),
  text('job', 'Job', jobText, {
    width: '25%',
    breaks: true,
    to: ({ job }) => job && paths.job(String(job.id)),
  }),
]

const shownPlaces = 5
const changeWords = { added: 'new', changed: 'changed', lost: 'no certificate' } as const

/** Hosts with new or changed certificates, up to a maximum number. */
function Found({ of: found }: { of: ScheduleRun['found'] }) {
  if (!found) return '–'
  const { places } = found
  const more = found.added + found.changed + found.lost - shownPlaces
  return (
    <>
      {foundText(found) || 'Nothing new'}
      {places.slice(0, shownPlaces).map(({ place, change, name }) => (
        <Text key={place} size="xs">
          <Anchor component={Link} to={paths.tlsHost(place)} inherit underline="always">
            {place}
          </Anchor>{' '}
          {[changeWords[change], name].filter(Boolean).join(': ')}
        </Text>
      ))}
      {places.length > 0 && more > 0 && (
        <Text size="xs" c="dimmed">
          {more.toLocaleString('en')} more. Its job lists all hosts.
        </Text>
      )}
    </>
  )
}

/** Results of the scheduled runs. */
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
