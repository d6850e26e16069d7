import { pageSize } from '#contract/desktop/list.ts'
import type { Scalar } from '#contract/wire.ts'
import { fold, sortKey } from '#services/lists/fold.ts'

/** Parameters of every list of desktop-management. */
export type ListParameters = {
  page?: number
  pagelimit?: number
  searchcolumn?: string
  searchvalue?: string
  sort?: string
}

export const windowOf = ({ page = 0, pagelimit: limit = pageSize.default }: ListParameters) => ({
  page,
  limit,
  offset: page * limit,
})

/** A list of a few hundred rows, searched and sorted in memory. */
export function shortList<Row extends object>(
  rows: readonly Row[],
  input: ListParameters,
  defaultSort: keyof Row & string,
) {
  const { page, limit, offset } = windowOf(input)
  const { searchcolumn, searchvalue, sort = defaultSort } = input
  const valueIn = (row: Row, column: string) => (row as Record<string, Scalar | undefined>)[column]
  const found =
    searchcolumn === undefined || searchvalue === undefined
      ? [...rows]
      : rows.filter((row) => fold(String(valueIn(row, searchcolumn) ?? '')).includes(fold(searchvalue)))
  const column = sort.replace(/^-/, '')
  const keys = new Map(found.map((row) => [row, placeOf(valueIn(row, column))]))
  found.sort((a, b) => compared(keys.get(a) ?? '', keys.get(b) ?? ''))
  if (sort.startsWith('-')) found.reverse()
  return { rows: found.slice(offset, offset + limit), total: found.length, page, limit }
}

/** Numbers are sorted by value, including negative ones. */
const placeOf = (value: Scalar | undefined) => (typeof value === 'number' ? value : sortKey(value))

function compared(a: string | number, b: string | number) {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [String(a), String(b)]
  return left < right ? -1 : left > right ? 1 : 0
}
