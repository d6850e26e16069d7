import { countOf, outcomeWords, placeOf, subjectsOf } from '#components/jobs/job-words.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { FilterBar } from '#components/lists/FilterBar.tsx'
import { listAddress, oneOf, pageOf, searchText } from '#components/lists/list-address.ts'
import { ListTable } from '#components/lists/ListTable.tsx'
import { NothingListed } from '#components/lists/NothingListed.tsx'
import { useServerList } from '#components/lists/use-server-list.ts'
import { itemOutcomes, type Job, type JobItem, listJobItems } from '#contract/console/jobs.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { Text } from '#ui/layout/layout.ts'

const address = listAddress(
  { ...pageOf(50, 200), search: searchText, outcome: oneOf('all', ['all', ...itemOutcomes]) },
  {
    search: ({ search }) => `search “${search.trim()}”`,
    outcome: ({ outcome }) => `result “${outcome === 'all' ? 'All' : outcomeWords[outcome].label}”`,
  },
)

const itemsOf = (job: number) => ({
  name: `job-${job}`,
  endpoint: listJobItems,
  address,
  input: ({ search, outcome }: (typeof address)['usual']) => ({
    job,
    ...(outcome !== 'all' && { outcome }),
    ...(search.trim() !== '' && { search: search.trim() }),
  }),
  part: (offset: number, limit: number) => ({ page: Math.floor(offset / limit), limit }),
  exportLimit: 200,
})

/** What became of each item. */
export function JobItems({ job }: { job: Job }) {
  const listed = useServerList(itemsOf(job.id))
  const { outcome: shown } = listed.state
  const options = [
    { value: 'all' as const, label: 'All', count: job.total },
    ...itemOutcomes
      .filter((outcome) => job.counts[outcome] > 0 || outcome === shown)
      .map((outcome) => ({ value: outcome, label: outcomeWords[outcome].label, count: job.counts[outcome] })),
  ]
  return (
    <>
      <FilterTabs label="Show" value={shown} options={options} onChange={(outcome) => listed.show({ outcome })} />
      <ListTable
        filterBar={
          <FilterBar of={{ ...listed, list: searched }} placeholder={`Search ${countOf(job.kind, job.total)}`} />
        }
        caption={subjectsOf(job.kind)}
        {...listed.table}
        name="job-items"
        columns={columns}
        rowId={({ n }) => String(n)}
        rowHref={({ subject }) => placeOf(job.kind, subject)}
        empty={<NothingListed of={listed} total={listed.total} many="items" />}
      />
    </>
  )
}

/** The tabs above say what is filtered by result. */
const searched = { ...address, active: () => [], filters: ['search'] }

const { text, code, date } = columnsOf<JobItem, string | number | undefined>()

const columns = [
  text('label', 'Name', ({ label }) => label, { width: '26%', priority: 1 }),
  text('detail', 'Details', ({ detail }) => detail, { width: '22%', priority: 2 }),
  text('outcome', 'Result', ({ outcome }) => outcomeWords[outcome].label, {
    width: '34%',
    priority: 1,
    cell: ({ outcome, remark }) => {
      const { label, tone, means } = outcomeWords[outcome]
      return (
        <>
          <StatusBadge tone={tone}>{label}</StatusBadge>
          <Text size="xs" c="dimmed">
            {remark || means}
          </Text>
        </>
      )
    },
  }),
  text('remark', 'Server response', ({ remark }) => remark, { hidden: true, width: '20%' }),
  text('attempts', 'Attempts', ({ attempts }) => String(attempts), { hidden: true, width: '8%' }),
  code('evidence', 'Found on the server', ({ evidence }) => evidence, { hidden: true, width: '12%' }),
  code('subject', 'ID', ({ subject }) => subject, { hidden: true, width: '14%' }),
  date('changed', 'Updated', ({ changedAt }) => new Date(changedAt), { width: '18%', priority: 2 }),
]
