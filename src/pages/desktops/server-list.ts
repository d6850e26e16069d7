import { matching, oneOf, pageOf, searchText } from '#components/lists/list-address.ts'
import { pageSize } from '#contract/desktop/list.ts'

type Names = readonly [string, ...string[]]

/**
 * What every list of desktop-management is asked by, apart from its own filters. Without an order, the server's own is
 * kept: not every server takes `sort`.
 */
export const listFields = <const Columns extends Names, const Sorts extends Names>(columns: Columns, sorts: Sorts) => ({
  ...pageOf(50, pageSize.max),
  search: searchText,
  in: oneOf<Columns[number]>(columns[0], columns),
  sort: oneOf<Sorts[number] | `-${Sorts[number]}` | ''>(
    '',
    sorts.flatMap((name): (Sorts[number] | `-${Sorts[number]}`)[] => [name, `-${name}`]),
  ),
})

export const numbersFilter = matching(/^(-?\d{1,9}(,-?\d{1,9})*)?$/)

/** Search and order as the server takes them: of a search all three parameters, or none. */
export function listInput<S extends { search: string; in: string; sort: string }>({ search, in: column, sort }: S) {
  const text = search.trim()
  const searched = { searchtype: column, searchcolumn: column as S['in'], searchvalue: text }
  return {
    ...(text === '' ? {} : searched),
    ...(sort === '' ? {} : { sort: sort as Exclude<S['sort'], ''> }),
  }
}

/** Pages are counted from 0. */
export const partOf = (offset: number, limit: number) => ({ page: Math.floor(offset / limit), pagelimit: limit })

/** Rows in one page of an export: a server that is slow still answers them in time. */
export const exportLimit = 500

/** "21,23": several numbers of a filter. */
export const numbersOf = (filter: string) => (filter === '' ? undefined : filter.split(','))
