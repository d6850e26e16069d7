import { FilterBar, optionsOf } from '#components/lists/FilterBar.tsx'
import type { ListState } from '#components/lists/use-list-state.ts'
import { computerSearchColumns } from '#contract/desktop/computer-fields.ts'
import { UnloadedFilters } from '#pages/desktops/UnloadedFilters.tsx'
import { type ListedFilter, useListedFilters } from '#pages/desktops/use-listed-filters.ts'
import { columnLabels, type ComputerSearch, statusChoices } from './computer-search.ts'
import { StatusLegend } from './StatusLegend.tsx'

type Props = {
  of: Pick<ListState<ComputerSearch>, 'list' | 'state' | 'show' | 'clear'>
  onEnter?: (text: string) => void
}

const searched = computerSearchColumns.map((value) => ({ value, label: `in ${columnLabels[value]}` }))
const fixed = [
  { name: 'installation', label: 'Agent', options: optionsOf('Any agent', statusChoices.installation) },
  { name: 'live', label: 'Live status', options: optionsOf('Any live status', statusChoices.live) },
  { name: 'scan', label: 'Scan', options: optionsOf('Any scan', statusChoices.scan) },
  { name: 'platform', label: 'Platform', options: optionsOf('Any platform', statusChoices.platform) },
] as const
const listed = [
  { name: 'domain', label: 'Domain', all: 'Any domain', entriesIn: ({ domains }) => domains },
  { name: 'office', label: 'Branch office', all: 'Any office', entriesIn: ({ branch_offices }) => branch_offices },
] as const satisfies readonly ListedFilter<ComputerSearch>[]

/** Search and filters shared by all lists of computers. */
export function ComputerFilters({ of, onEnter }: Props) {
  const { filters, unloaded } = useListedFilters(of.state, listed)
  return (
    <FilterBar
      of={of}
      placeholder={`${columnLabels[of.state.in]} contains …`}
      searchIn={searched}
      onEnter={onEnter}
      filters={[...filters, ...fixed]}
    >
      {unloaded && <UnloadedFilters {...unloaded} />}
      <StatusLegend />
    </FilterBar>
  )
}
