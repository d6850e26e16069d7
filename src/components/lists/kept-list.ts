/** Lists that the console itself has pages for (`contract/console/kept-list.ts`): the table keeps order and filters. */
import type { ColumnFilter } from '#contract/console/kept-list.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { maxRows } from '#contract/page.ts'
import type { Column } from '#ui/table/column.ts'
import { rangeOf } from '#ui/table/state/column-filter.ts'
import { filtersIn, sortsIn } from '#ui/table/state/table-address.ts'
import { pagedSearchAddress } from './list-address.ts'
import type { ServerList } from './use-server-list.ts'

/** Order and filters of the columns as the address has them. Days are those of whoever looks. */
export function orderAndFilters<T>(columns: readonly Column<T>[], address: URLSearchParams) {
  const wanted = filtersIn(address)
  const filters = columns.flatMap((column): ColumnFilter[] => {
    const { id, kind = 'text', filter } = column
    const values = wanted[id]?.filter((text) => text.trim() !== '') ?? []
    if (!filter || values.length === 0) return []
    if (kind === 'choice') return [{ column: id, oneOf: values }]
    if (kind === 'text') return [{ column: id, contains: values[0] }]
    return [{ column: id, ...rangeOf(kind, wanted[id] ?? []) }]
  })
  const sort = sortsIn(address)
    .filter(({ id }) => columns.some((column) => column.id === id && column.sortable))
    .map(({ id, descending }) => ({ column: id, descending }))
  return { ...(filters.length > 0 && { filters }), ...(sort.length > 0 && { sort }) }
}

/** A column of few values is filtered by them; one of too many, for which the console has no options, as a text. */
export const withOptions = <T>(columns: readonly Column<T>[], options: Readonly<Record<string, string[]>> = {}) =>
  columns.map((column): Column<T> => {
    if (column.kind !== 'choice') return column
    const values = options[column.id]
    return values
      ? { ...column, options: values.map((value) => ({ value, label: value })) }
      : { ...column, kind: 'text' }
  })

export const part = (offset: number, limit: number) => ({ offset, limit })
export const exportLimit = maxRows

/** A list that is searched, sorted and filtered by its columns alone. `fixed`: what of it is asked for each time. */
export const searchedKeptList = <E extends Endpoint, T>(
  name: string,
  endpoint: E,
  columnsIn: readonly Column<T>[] | ((address: URLSearchParams) => readonly Column<T>[]),
  fixed: object = {},
): ServerList<E, (typeof pagedSearchAddress)['defaults']> => ({
  name,
  endpoint,
  address: pagedSearchAddress,
  input: ({ search }, address) => ({
    ...fixed,
    ...(search && { search }),
    ...orderAndFilters(typeof columnsIn === 'function' ? columnsIn(address) : columnsIn, address),
  }),
  part,
  exportLimit,
})
