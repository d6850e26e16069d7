import type { Filters, Sort } from '#ui/table/column.ts'
import type { ColumnChoice } from './table-layout.ts'

// Names of URL parameters. `sort` and `filter.…` are the table's own if its rows are local or its server accepts them
// unchanged; pages whose server sorts and filters otherwise use the parameter names of the endpoint.
const [columnsName, pinnedName, sortName, filterPrefix] = ['columns', 'pinned', 'sort', 'filter.']
const [pageName, sizeName] = ['page', 'size']

const listOf = (text: string | null) => text?.split(',').filter(Boolean) ?? []

/** The columns given in the URL; undefined if it has none and the user's settings apply. */
export function columnChoiceIn(address: URLSearchParams): ColumnChoice | undefined {
  const columns = listOf(address.get(columnsName))
  return columns.length === 0 ? undefined : { columns, pinned: listOf(address.get(pinnedName)) }
}

export function withColumnChoice(address: URLSearchParams, choice: ColumnChoice | undefined): URLSearchParams {
  setOrDelete(address, columnsName, choice?.columns?.join(',') ?? '')
  setOrDelete(address, pinnedName, choice?.columns ? choice.pinned.join(',') : '')
  return address
}

/** Copies the column parameters to a newly built URL. */
export const keepColumns = (from: URLSearchParams, to: URLSearchParams): URLSearchParams =>
  withColumnChoice(to, columnChoiceIn(from))

export const sortsIn = (address: URLSearchParams): Sort[] =>
  listOf(address.get(sortName)).map((name) => ({ id: name.replace(/^-/, ''), descending: name.startsWith('-') }))

export function withSorts(address: URLSearchParams, sorts: readonly Sort[]): URLSearchParams {
  setOrDelete(address, sortName, sorts.map(({ id, descending }) => (descending ? '-' : '') + id).join(','))
  return address
}

export function filtersIn(address: URLSearchParams): Filters {
  const names = [...new Set(address.keys())].filter((name) => name.startsWith(filterPrefix))
  return Object.fromEntries(names.map((name) => [name.slice(filterPrefix.length), address.getAll(name)]))
}

export function withFilters(address: URLSearchParams, filters: Filters): URLSearchParams {
  for (const id of Object.keys(filtersIn(address))) address.delete(filterPrefix + id)
  for (const [id, wanted] of Object.entries(filters)) for (const text of wanted) address.append(filterPrefix + id, text)
  return address
}

/** Resets paging: a change of filters or sort order returns to the first page. */
export function onFirstPage(address: URLSearchParams): URLSearchParams {
  address.delete(pageName)
  return address
}

/** URL parameters of a saved view: all except the page, and always with the columns. */
export function viewOf(address: URLSearchParams, shown: ColumnChoice): string {
  const view = new URLSearchParams(address)
  view.delete(pageName)
  if (!columnChoiceIn(view)) withColumnChoice(view, shown)
  view.sort()
  return view.toString()
}

function setOrDelete(address: URLSearchParams, name: string, text: string) {
  if (text === '') address.delete(name)
  else address.set(name, text)
}

/** The parameters that determine which rows match, as text: all except sort order, page and columns. */
export function matchingScope(address: URLSearchParams): string {
  const scope = new URLSearchParams(address)
  for (const name of [columnsName, pinnedName, sortName, pageName, sizeName]) scope.delete(name)
  scope.sort()
  return scope.toString()
}

/** A filter with empty values only has no effect and does not count. */
export const isFilter = (wanted: readonly string[] | undefined): wanted is readonly string[] =>
  wanted?.some((text) => text.trim() !== '') ?? false
