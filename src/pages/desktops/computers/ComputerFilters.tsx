import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { FilterBar, optionsOf } from '#components/lists/FilterBar.tsx'
import type { ListState } from '#components/lists/use-list-state.ts'
import { computerSearchColumns } from '#contract/desktop/computer-fields.ts'
import { getFilterParameters } from '#contract/desktop/inventory.ts'
import { given } from '#pages/desktops/computer-facts.ts'
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

/** Search and filters shared by all lists of computers. */
export function ComputerFilters({ of, onEnter }: Props) {
  const { data } = useQuery(query(getFilterParameters, {}))
  return (
    <FilterBar
      of={of}
      placeholder={`${columnLabels[of.state.in]} contains …`}
      searchIn={searched}
      onEnter={onEnter}
      filters={[
        { name: 'domain', label: 'Domain', options: named('Any domain', data?.domains) },
        { name: 'office', label: 'Branch office', options: named('Any office', data?.branch_offices) },
        ...fixed,
      ]}
    >
      <StatusLegend />
    </FilterBar>
  )
}

/** Filter options as offered by the server. */
export const named = (all: string, entries: readonly { name?: string }[] = []) =>
  optionsOf(all, Object.fromEntries(entries.flatMap(({ name }) => (given(name) ? [[given(name), given(name)]] : []))))
