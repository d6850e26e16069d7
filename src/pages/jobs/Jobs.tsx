import type { LoaderFunctionArgs } from 'react-router'
import { AreaTabs } from '#components/area/AreaTabs.tsx'
import { progressOf, resultsOf, stateWords } from '#components/jobs/job-words.ts'
import { stateColumn } from '#components/jobs/StateColumn.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { listAddress, oneOf, pageOf } from '#components/lists/list-address.ts'
import { ListTable } from '#components/lists/ListTable.tsx'
import { numberedPages } from '#components/lists/numbered-pages.ts'
import { prefetchRows, useServerList } from '#components/lists/use-server-list.ts'
import { type Job, listJobs } from '#contract/console/jobs.ts'
import { paths } from '#paths.ts'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { Page } from '#ui/layout/Page.tsx'

const labels = {
  all: 'All',
  open: 'Not ended',
  held: 'Waiting for approval',
  paused: 'Paused',
  ended: 'Ended',
} as const
const states = Object.keys(labels) as (keyof typeof labels)[]

const list = {
  name: 'jobs',
  endpoint: listJobs,
  address: listAddress(
    { ...pageOf(50, 200), state: oneOf('all', states) },
    { state: ({ state }) => `state “${labels[state]}”` },
  ),
  input: ({ state }: { state: keyof typeof labels }) => (state === 'all' ? {} : { state }),
  ...numberedPages(200),
}

export const loader = ({ request }: LoaderFunctionArgs) => prefetchRows(list, request)

/** Bulk jobs: running, waiting and finished. */
export function Component() {
  const listed = useServerList(list)
  const options = states.map((value) => ({ value, label: labels[value] }))
  return (
    <Page title="Jobs">
      <AreaTabs of="jobs">
        <ListTable
          filterBar={
            <FilterTabs
              label="Show"
              value={listed.state.state}
              options={options}
              onChange={(state) => listed.show({ state })}
            />
          }
          caption="Jobs"
          {...listed.table}
          columns={columns}
          rowId={({ id }) => String(id)}
          rowHref={({ id }) => paths.job(String(id))}
          nothing={{
            many: 'jobs',
            hint: 'A job starts when you send a command to several devices, install, remove or scan agents, discover certificates, or work on several certificates, keys or accounts. It runs on the server, also while nobody is signed in.',
          }}
        />
      </AreaTabs>
    </Page>
  )
}

const { text, date } = columnsOf<Job, string | number | undefined>()
const inDigits = (count: number) => count.toLocaleString('en')
const at = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms))

const columns = [
  text('title', 'Job', ({ title }) => title, { width: '23%', priority: 1 }),
  stateColumn(stateWords, '26%'),
  text('progress', 'Completed', (job) => `${inDigits(resultsOf(job).done)} of ${inDigits(progressOf(job).meant)}`, {
    width: '12%',
    priority: 2,
  }),
  text('failed', 'Failed', (job) => inDigits(resultsOf(job).failed), { width: '8%', priority: 2 }),
  text('unknown', 'Unknown', ({ counts }) => inDigits(counts.unknown), { width: '8%', priority: 2 }),
  text('by', 'Started by', ({ by }) => by, { width: '10%', priority: 2 }),
  date('started', 'Started', ({ startedAt }) => at(startedAt), { width: '13%', priority: 2 }),
  date('ended', 'Ended', ({ endedAt }) => at(endedAt), { width: '11%', hidden: true }),
]
