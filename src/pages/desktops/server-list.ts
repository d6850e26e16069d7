import { matching, oneOf, pageOf, searchText } from '#components/lists/list-address.ts'
import { pageSize } from '#contract/desktop/list.ts'

type Names = readonly [string, ...string[]]

/**
 * URL parameters shared by all lists of desktop management. Without `sort`, which not every server accepts, the
 * server's order is kept.
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

/** Search and sort parameters; a search requires three parameters. */
export function listInput<S extends { search: string; in: string; sort: string }>({ search, in: column, sort }: S) {
  const text = search.trim()
  const searched = { searchtype: column, searchcolumn: column as S['in'], searchvalue: text }
  return {
    ...(text === '' ? {} : searched),
    ...(sort === '' ? {} : { sort: sort as Exclude<S['sort'], ''> }),
  }
}

/** Paging parameters; the API counts pages from 0. */
export const partOf = (offset: number, limit: number) => ({ page: Math.floor(offset / limit), pagelimit: limit })

/** Page size of exports: small enough for slow servers to respond in time. */
export const exportLimit = 500

/** Splits a filter such as "21,23" into numbers. */
export const numbersOf = (filter: string) => (filter === '' ? undefined : filter.split(','))
