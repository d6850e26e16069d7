import { FilterBar, type Filter, optionsOf } from '#components/lists/FilterBar.tsx'
import type { AnyState } from '#components/lists/list-address.ts'
import type { ListState } from '#components/lists/use-list-state.ts'
import { softwareChoices, softwareLabels } from './software-search.ts'

type Props<S extends AnyState> = {
  of: Pick<ListState<S>, 'list' | 'state' | 'show' | 'clear'>
  columns: readonly string[]
  filters: readonly Filter<S>[]
}

/** Filter by a status; `name` is its URL parameter. */
export const statusFilter = <N extends 'type' | 'usage' | 'compliance'>(name: N) => ({
  name,
  label: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  options: optionsOf(`Any ${name}`, softwareChoices[name] ?? {}),
})

/** Search and filters shared by all lists of software. */
export const SoftwareFilters = <S extends AnyState>({ of, columns, filters }: Props<S>) => (
  <FilterBar
    of={of}
    placeholder={`${softwareLabels[String(of.state.in)]} contains …`}
    searchIn={columns.map((value) => ({ value, label: `in ${softwareLabels[value]}` }))}
    filters={filters}
  />
)
