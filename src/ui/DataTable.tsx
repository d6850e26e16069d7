import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type ReactNode, useId, useMemo, useState } from 'react'
import type { Column, ServerPage, Sort } from './column.ts'
import classes from './DataTable.module.css'
import { Pager } from './Pager.tsx'
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

/** A list as a native table: sorted, paged, and readable on any width. */
export function DataTable<T>({
  caption,
  rows,
  columns,
  rowId,
  empty,
  total,
  server,
  loading,
  stale,
  rowHref,
}: Props<T>) {
  const id = useId()
  const [localSort, setLocalSort] = useState<Sort>()
  const sort = server ? server.sort : localSort
  const definitions = useMemo(() => columns.map(definitionOf), [columns])
  const sorting = useMemo<SortingState>(() => (sort ? [{ id: sort.id, desc: sort.descending }] : []), [sort])
  const table = useTable({
    features,
    columns: definitions,
    data: rows as (T & object)[],
    getRowId: rowId,
    state: { sorting },
    manualSorting: server !== undefined,
  })
  const sortBy = (id: string) => {
    const next = { id, descending: sort?.id === id && !sort.descending }
    if (server) server.onChange({ sort: next, offset: 0 })
    else setLocalSort(next)
  }
  const shown = table.getRowModel().rows
  const nothing = shown.length === 0 && !loading
  return (
    <div className={classes.frame}>
      <section className={classes.region} aria-labelledby={id} tabIndex={0}>
        <table className={classes.table} aria-busy={loading || stale || undefined} data-stale={stale || undefined}>
          <caption id={id} className={classes.caption}>
            {caption}
          </caption>
          <colgroup>
            {columns.map(({ id, width, priority }) => (
              <col key={id} style={{ width }} data-priority={priority} />
            ))}
          </colgroup>
          <TableHead columns={columns} sort={sort} onSort={sortBy} />
          <TableBody rows={shown} columns={columns} rowHref={rowHref} loading={loading} />
        </table>
        {nothing && empty}
      </section>
      {server && !nothing && <Pager {...server} total={total} count={rows.length} />}
    </div>
  )
}

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
})

const definitionOf = <T,>({ id, value, sortable }: Column<T>): ColumnDef<typeof features, T & object> => ({
  id,
  accessorFn: (row: T) => value?.(row),
  enableSorting: sortable === true,
  sortUndefined: 'last',
})
