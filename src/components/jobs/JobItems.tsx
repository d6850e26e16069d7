import { useMemo, useState } from 'react'
import { FilterBar } from '#components/lists/FilterBar.tsx'
import { listAddress, oneOf, pageOf, searchText } from '#components/lists/list-address.ts'
import { ListTable } from '#components/lists/ListTable.tsx'
import { numberedPages } from '#components/lists/numbered-pages.ts'
import { useServerList } from '#components/lists/use-server-list.ts'
import type { SubjectKind } from '#contract/subject-kinds.ts'
import { itemOutcomes, type Job, type JobItem, listJobItems } from '#contract/console/jobs.ts'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import type { TableProps } from '#ui/table/table-props.ts'
import { useFoundAt } from './found-at.ts'
import { countOf, outcomeWordsOf, placeOf, subjectsOf } from './job-words.ts'
import { itemColumns } from './JobItemColumns.tsx'
import { serverNow } from '#ui/values/clock.ts'

type Props = Pick<TableProps<JobItem>, 'SelectionActions'> & {
  job: Job
  /** Findings to filter by, in the place of a search. */
  findings?: readonly string[]
  /** Of an export; by default, the number of the job. */
  name?: string
  caption?: string
  /** False on a page whose address has a search of its own. */
  hasSearch?: boolean
  /** Link of an item; by default, the page of its subject. */
  hrefOf?: (item: JobItem) => string
}

const noFindings: readonly string[] = []

const addressOf = (kind: SubjectKind, findings: readonly string[], isSearched: boolean) => {
  const words = outcomeWordsOf(kind)
  const filters = {
    ...pageOf(50, 200),
    outcome: oneOf<string>('all', ['all', ...itemOutcomes]),
    finding: oneOf<string>('', ['', ...findings]),
  }
  const says = {
    outcome: ({ outcome }: { outcome: string }) => `result “${outcomeLabel(words, outcome)}”`,
    finding: ({ finding }: { finding: string }) => `finding “${finding}”`,
  }
  const searched = listAddress(
    { ...filters, search: searchText },
    { ...says, search: ({ search }) => `search “${search.trim()}”` },
  )
  return isSearched ? searched : (listAddress(filters, says) as unknown as typeof searched)
}

const outcomeLabel = (words: ReturnType<typeof outcomeWordsOf>, outcome: string) =>
  itemOutcomes.filter((one) => one === outcome).map((one) => words[one].label)[0] ?? 'All'

const withoutPage: ReadonlySet<SubjectKind> = new Set(['call', 'list', 'backup'])

/** Results of the items. */
export function JobItems({
  job,
  findings = noFindings,
  name = `job-${job.id}`,
  caption,
  hasSearch = findings.length === 0,
  hrefOf,
  SelectionActions,
}: Props) {
  const { kind } = job
  const words = outcomeWordsOf(kind)
  const address = useMemo(() => addressOf(kind, findings, hasSearch), [kind, findings, hasSearch])
  const listed = useServerList({
    name,
    endpoint: listJobItems,
    address,
    input: ({ search = '', outcome, finding }: Partial<typeof address.defaults>) => ({
      job: job.id,
      ...(outcome !== 'all' && { outcome }),
      ...(search.trim() && { search: search.trim() }),
      ...(finding && { finding }),
    }),
    ...numberedPages(200),
  })
  const [now] = useState(() => serverNow())
  const found = useFoundAt(kind, listed.table.rows, now)
  const isHeld = job.state === 'held'
  const columns = useMemo(() => itemColumns(kind, isHeld, found, now), [kind, isHeld, found, now])
  // The tabs above say what is filtered by result.
  const searched = { ...address, active: () => [], filters: ['search'] }
  const { outcome: shown, finding } = listed.state
  const outcomes = [
    { value: 'all', label: 'All', count: job.total },
    ...itemOutcomes
      .filter((outcome) => job.counts[outcome] > 0 || outcome === shown)
      .map((outcome) => ({ value: outcome, label: words[outcome].label, count: job.counts[outcome] })),
  ]
  const ofFindings = [{ value: '', label: 'Any' }, ...findings.map((value) => ({ value, label: value }))]
  const filterBar =
    findings.length > 0 ? (
      <FilterTabs
        label="Finding"
        value={finding}
        options={ofFindings}
        onChange={(value) => listed.show({ finding: value }, true)}
      />
    ) : hasSearch ? (
      <FilterBar of={{ ...listed, list: searched }} placeholder={`Search ${countOf(kind, job.total)}`} />
    ) : undefined
  return (
    <>
      <FilterTabs
        label="Show"
        value={shown}
        options={outcomes}
        onChange={(outcome) => listed.show({ outcome }, findings.length > 0)}
      />
      <ListTable
        filterBar={filterBar}
        caption={caption ?? subjectsOf(kind)}
        {...listed.table}
        name="job-items"
        columns={columns}
        rowId={({ n }) => String(n)}
        rowHref={withoutPage.has(kind) ? undefined : (hrefOf ?? (({ subject }) => placeOf(kind, subject) ?? ''))}
        nothing={{ many: 'items' }}
        SelectionActions={SelectionActions}
      />
    </>
  )
}
