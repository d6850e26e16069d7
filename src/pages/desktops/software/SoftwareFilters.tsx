import type { ReactNode } from 'react'
import { FilterBar, type Filter, optionsOf } from '#components/lists/FilterBar.tsx'
import type { AnyState } from '#components/lists/list-address.ts'
import type { ListState } from '#components/lists/use-list-state.ts'
import type { ListedFilter } from '#pages/desktops/use-listed-filters.ts'
import { softwareChoices, softwareLabels } from './software-search.ts'

type Props<S extends AnyState> = {
  of: Pick<ListState<S>, 'list' | 'state' | 'show' | 'clear'>
  columns: readonly string[]
  filters: readonly Filter<S>[]
  children?: ReactNode
}

/** Filter by a status; `name` is its URL parameter. */
export const statusFilter = <N extends 'type' | 'usage' | 'compliance'>(name: N) => ({
  name,
  label: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  options: optionsOf(`Any ${name}`, softwareChoices[name] ?? {}),
})

/** Filter by a manufacturer, as listed by the server. */
export const makerFilter = {
  name: 'manufacturer',
  label: 'Manufacturer',
  all: 'Any manufacturer',
  entriesIn: ({ manufacturers }) => manufacturers,
} as const satisfies ListedFilter<{ manufacturer: string }>

/** Search and filters shared by all lists of software. */
export const SoftwareFilters = <S extends AnyState>({ of, columns, filters, children }: Props<S>) => (
  <FilterBar
    of={of}
    placeholder={`${softwareLabels[String(of.state.in)]} contains …`}
    searchIn={columns.map((value) => ({ value, label: `in ${softwareLabels[value]}` }))}
    filters={filters}
  >
    {children}
  </FilterBar>
)
