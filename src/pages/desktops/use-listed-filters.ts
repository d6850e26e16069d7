import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { type Filter, optionsOf } from '#components/lists/FilterBar.tsx'
import type { AnyState } from '#components/lists/list-address.ts'
import type { Output } from '#contract/endpoint.ts'
import { getFilterParameters } from '#contract/desktop/inventory.ts'
import { given } from '#pages/desktops/computer-facts.ts'

export type ListedFilter<S> = Pick<Filter<S>, 'name' | 'label'> & {
  /** Label of the option that matches all rows. */
  all: string
  entriesIn: (data: Output<typeof getFilterParameters>) => readonly { name?: string }[] | undefined
}

/**
 * Filters whose options the server lists. While the options cannot be read, only the filters in use remain, and
 * `unloaded` has the props of `UnloadedFilters`.
 */
export function useListedFilters<S extends AnyState>(state: S, listed: readonly ListedFilter<S>[]) {
  const { data, error, refetch } = useQuery(query(getFilterParameters, {}))
  const isUnloaded = !data && error !== null
  const shown = isUnloaded ? listed.filter(({ name }) => state[name] !== '') : listed
  const filters = shown.map(({ name, label, all, entriesIn }): Filter<S> => {
    const entries = (data && entriesIn(data)) ?? []
    const names = entries.map((entry) => given(entry.name)).filter((one) => one !== '')
    return { name, label, options: optionsOf(all, Object.fromEntries(names.map((one) => [one, one]))) }
  })
  const unloaded = isUnloaded
    ? { labels: listed.map(({ label }) => label), error, onRetry: () => void refetch() }
    : undefined
  return { filters, unloaded }
}
