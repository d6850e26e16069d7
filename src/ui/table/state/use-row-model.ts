import {
  columnFilteringFeature,
  type ColumnDef,
  createFilteredRowModel,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { Column, Filters, Sort } from '#ui/table/column.ts'
import { filterPasses } from './column-filter.ts'
import { compareValues } from './compare-values.ts'

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  sortedRowModel: createSortedRowModel(),
  filteredRowModel: createFilteredRowModel(),
})

type Given<T> = {
  rows: readonly T[]
  columns: readonly Column<T>[]
  rowId: (row: T) => string
  sorts: readonly Sort[]
  filters: Filters
}

export type TableRow<T> = { id: string; original: T }

/** The rows as they are shown: filtered and sorted. */
export function useRowModel<T>({ rows, columns, rowId, sorts, filters }: Given<T>): readonly TableRow<T>[] {
  const [order, wanted] = [JSON.stringify(sorts), JSON.stringify(filters)]
  const state = useMemo(
    () => ({
      sorting: (JSON.parse(order) as Sort[]).map(({ id, descending }) => ({ id, desc: descending })),
      columnFilters: Object.entries(JSON.parse(wanted) as Filters).map(([id, value]) => ({ id, value })),
    }),
    [order, wanted],
  )
  const table = useTable({
    features,
    columns: useMemo(() => columns.map((column) => definitionOf(column, rows)), [columns, rows]),
    data: rows as readonly (T & object)[],
    getRowId: rowId,
    state,
  })
  return table.getRowModel().rows
}

function definitionOf<T>(column: Column<T>, rows: readonly T[]): ColumnDef<typeof features, T & object> {
  const { id, kind, value, sortable } = column
  let ranks: Float64Array | undefined
  const rankOf = (index: number) => (ranks ??= ranksOf(column, rows))[index] ?? 0
  return {
    id,
    accessorFn: (row: T) => value?.(row),
    enableSorting: sortable === true,
    sortUndefined: 'last',
    sortFn: (one, other) => rankOf(one.index) - rankOf(other.index),
    filterFn: (row, column, wanted: readonly string[]) => filterPasses(kind, row.getValue(column), wanted),
  }
}

/** The place of every row by this column, equal ones the same: texts are compared once, however often one sorts. */
function ranksOf<T>({ value }: Column<T>, rows: readonly T[]): Float64Array {
  const values = rows.map((row) => value?.(row))
  const order = [...values.keys()].sort((one, other) => compareValues(values[one], values[other]))
  const ranks = new Float64Array(rows.length)
  let rank = 0
  order.forEach((index, at) => {
    if (at > 0 && compareValues(values[order[at - 1] ?? 0], values[index]) !== 0) rank++
    ranks[index] = rank
  })
  return ranks
}
