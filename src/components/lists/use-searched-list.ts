import { useMemo } from 'react'
import { listAddress, searchText } from './list-address.ts'
import { useListState } from './use-list-state.ts'

export const searchAddress = listAddress(
  { search: searchText },
  { search: ({ search }) => `search “${search.trim()}”` },
)

/** Searches a completely loaded list with the search text in the URL: a row matches if its texts contain all words. */
export function useSearchedList<T>(
  rows: readonly T[] | undefined,
  textsOf: (row: T) => readonly (string | undefined)[],
) {
  const list = useListState(searchAddress)
  const { search } = list.state
  const found = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean)
    return (rows ?? []).filter((row) => {
      const said = textsOf(row).join('\n').toLowerCase()
      return words.every((word) => said.includes(word))
    })
  }, [rows, search, textsOf])
  return { ...list, found }
}
