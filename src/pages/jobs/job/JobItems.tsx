import { useMemo, useState } from 'react'
import { countOf, outcomeWordsOf, placeOf, subjectsOf } from '#components/jobs/job-words.ts'
import { FilterBar } from '#components/lists/FilterBar.tsx'
import { listAddress, oneOf, pageOf, searchText } from '#components/lists/list-address.ts'
import { ListTable } from '#components/lists/ListTable.tsx'
import { numberedPages } from '#components/lists/numbered-pages.ts'
import { useServerList } from '#components/lists/use-server-list.ts'
import type { SubjectKind } from '#contract/subject-kinds.ts'
import { itemOutcomes, type Job, listJobItems } from '#contract/console/jobs.ts'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { ApproveChosen } from './ApproveChosen.tsx'
import { itemColumns } from './JobItemColumns.tsx'
import { useFoundAt } from './found-at.ts'

const addressOf = (words: ReturnType<typeof outcomeWordsOf>) =>
  listAddress(
    { ...pageOf(50, 200), search: searchText, outcome: oneOf('all', ['all', ...itemOutcomes]) },
    {
      search: ({ search }) => `search “${search.trim()}”`,
      outcome: ({ outcome }) => `result “${outcome === 'all' ? 'All' : words[outcome].label}”`,
    },
  )
type Address = ReturnType<typeof addressOf>

const itemsOf = (job: number, address: Address) => ({
  name: `job-${job}`,
  endpoint: listJobItems,
  address,
  input: ({ search, outcome }: Address['defaults']) => ({
    job,
    ...(outcome !== 'all' && { outcome }),
    ...(search.trim() !== '' && { search: search.trim() }),
  }),
  ...numberedPages(200),
})

const withoutPage: ReadonlySet<SubjectKind> = new Set(['call', 'list', 'backup'])

/** Results of the items. */
export function JobItems({ job }: { job: Job }) {
  const { kind } = job
  const isHeld = job.state === 'held'
  const words = outcomeWordsOf(kind)
  const address = useMemo(() => addressOf(outcomeWordsOf(kind)), [kind])
  const listed = useServerList(itemsOf(job.id, address))
  const [now] = useState(() => Date.now())
  const found = useFoundAt(kind, listed.table.rows, now)
  const columns = useMemo(() => itemColumns(kind, isHeld, found, now), [kind, isHeld, found, now])
  // The tabs above say what is filtered by result.
  const searched = { ...address, active: () => [], filters: ['search'] }
  const { outcome: shown } = listed.state
  const options = [
    { value: 'all' as const, label: 'All', count: job.total },
    ...itemOutcomes
      .filter((outcome) => job.counts[outcome] > 0 || outcome === shown)
      .map((outcome) => ({ value: outcome, label: words[outcome].label, count: job.counts[outcome] })),
  ]
  return (
    <>
      <FilterTabs label="Show" value={shown} options={options} onChange={(outcome) => listed.show({ outcome })} />
      <ListTable
        filterBar={<FilterBar of={{ ...listed, list: searched }} placeholder={`Search ${countOf(kind, job.total)}`} />}
        caption={subjectsOf(kind)}
        {...listed.table}
        name="job-items"
        columns={columns}
        rowId={({ n }) => String(n)}
        rowHref={withoutPage.has(kind) ? undefined : ({ subject }) => placeOf(kind, subject) ?? ''}
        nothing={{ many: 'items' }}
        SelectionActions={isHeld && !job.isMine && job.total > 1 ? ApproveChosen : undefined}
      />
    </>
  )
}
