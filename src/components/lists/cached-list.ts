/**
 * Lists that the console caches and pages (`contract/console/cached-list.ts`). Sort order and column filters are in the
 * URL.
 */
import { annotationPrefix } from '#contract/console/annotations/annotated-rows.ts'
import type { ColumnFilter } from '#contract/console/cached-list.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { maxRows } from '#contract/page.ts'
import type { Column } from '#ui/table/column.ts'
import { rangeOf } from '#ui/table/state/column-filter.ts'
import { filtersIn, sortsIn } from '#ui/table/state/table-address.ts'
import { pagedSearchAddress } from './list-address.ts'
import type { ServerList } from './use-server-list.ts'

/** Sort order and column filters from the URL. Dates are in the local time zone. */
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
  // Columns of annotations are known only with the response.
  for (const [column, [contains = '']] of Object.entries(wanted))
    if (column.startsWith(annotationPrefix) && contains.trim() !== '') filters.push({ column, contains })
  const sort = sortsIn(address)
    .filter(
      ({ id }) => id.startsWith(annotationPrefix) || columns.some((column) => column.id === id && column.sortable),
    )
    .map(({ id, descending }) => ({ column: id, descending }))
  return { ...(filters.length > 0 && { filters }), ...(sort.length > 0 && { sort }) }
}

/**
 * Sets the filter options of choice columns. A column with too many values, for which there are no options, is filtered
 * as text.
 */
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

/** A list with a search, sorting and column filters. `fixed`: input sent with every request. */
export const searchedCachedList = <E extends Endpoint, T>(
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
