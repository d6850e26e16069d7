import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type ReactNode, useId, useMemo, useState } from 'react'
import type { Column, ServerPage, Sort } from './column.ts'
import { compareValues } from './compare-values.ts'
import classes from './DataTable.module.css'
import { Pager } from './Pager.tsx'
import { SortChoice } from './SortChoice.tsx'
import { TableBody } from './TableBody.tsx'
import { TableHead } from './TableHead.tsx'

export type { Column, ServerPage, Sort } from './column.ts'

type Props<T> = {
  caption: string
  rows: readonly T[]
  columns: readonly Column<T>[]
  rowId: (row: T) => string
  /** What to say when there is no row. */
  empty: ReactNode
  /** How many rows there are in all, where it is known. */
  total?: number
  /** Where the server pages and sorts. Without it, all rows are here and are sorted here. */
  server?: ServerPage
  /** The first rows are on their way. */
  loading?: boolean
  /** Other rows are on their way; these are still shown. */
  stale?: boolean
  /** Makes the first cell of a row a link. */
  rowHref?: (row: T) => string
}

/** A list as a native table: sorted, paged, and a stack of cards where a phone has no room for columns. */
export function DataTable<T>(props: Props<T>) {
  const { caption, rows, columns, rowId, empty, total, server, loading = false, stale = false, rowHref } = props
  const captionId = useId()
  const [localSort, setLocalSort] = useState<Sort>()
  const sort = server ? server.sort : localSort
  const sortBy = (sort: Sort) => (server ? server.onChange({ sort, offset: 0 }) : setLocalSort(sort))
  const table = useTable({
    features,
    columns: useMemo(() => columns.map(definitionOf), [columns]),
    data: rows as readonly (T & object)[],
    getRowId: rowId,
    state: { sorting: useMemo(() => sortingOf(sort), [sort]) },
    manualSorting: server !== undefined,
  })
  const isEmpty = rows.length === 0 && !loading
  return (
    <div className={classes.frame}>
      {!isEmpty && <SortChoice columns={columns} sort={sort} onSort={sortBy} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <section className={classes.region} aria-labelledby={captionId} tabIndex={0}>
        <table
          className={classes.table}
          aria-busy={loading || stale}
          data-stale={stale || undefined}
          data-cut={!!server}
        >
          <caption id={captionId} className={classes.caption}>
            {caption}
          </caption>
          <colgroup>
            {columns.map(({ id, width }) => (
              <col key={id} style={{ width }} />
            ))}
          </colgroup>
          <TableHead columns={columns} sort={sort} onSort={sortBy} />
          <TableBody rows={table.getRowModel().rows} columns={columns} rowHref={rowHref} loading={loading} />
        </table>
        {isEmpty && empty}
      </section>
      {server && !isEmpty && (
        <Pager {...server} total={total} count={rows.length} loading={loading && rows.length === 0} />
      )}
    </div>
  )
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

const definitionOf = <T,>({ id, value, sortable }: Column<T>): ColumnDef<typeof features, T & object> => ({
  id,
  accessorFn: (row: T) => value?.(row),
  enableSorting: sortable === true,
  sortUndefined: 'last',
  sortFn: (one, other, column) => compareValues(one.getValue(column), other.getValue(column)),
})

const sortingOf = (sort: Sort | undefined): SortingState => (sort ? [{ id: sort.id, desc: sort.descending }] : [])
