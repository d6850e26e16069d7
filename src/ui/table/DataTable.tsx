import { Suspense, useMemo, useState } from 'react'
import { later } from '#ui/layout/later.ts'
import type { Column } from './column.ts'
import { FurtherColumns, furtherPrefix } from './further-columns.ts'
import { localTable } from './rows-here.ts'
import { useTableState } from './state/use-table-state.ts'
import type { TableProps, ViewProps } from './table-props.ts'
import { TableView } from './TableView.tsx'

export type { Column, ServerPage } from './column.ts'
export type { Selected } from './selection/SelectionBar.tsx'

/** Loaded on demand, unless the page has already imported it (`rows-here.ts`). */
const RowsLater = later(async () => (await import('./RowsHere.tsx')).RowsHere)

/**
 * The table of all lists: sorting, filtering and paging run in the browser or on the server, and phones show cards
 * instead of columns. `caption`, `rows`, `columns`, `rowId` and `empty` are required; all other features are optional.
 */
export function DataTable<T>(props: TableProps<T>) {
  const { csv, rows, server, address, storageKey } = props
  const [further, setFurther] = useState<readonly Column<T>[]>(none)
  const columns = useMemo(() => [...props.columns, ...further], [props.columns, further])
  const kept = useTableState({ columns, server, address, storageKey })
  const ids = kept.layout.columns?.filter((id) => id.startsWith(furtherPrefix))
  // Constant for the lifetime of the table: another component would remount it and lose the search text and the focus.
  const [RowsHere] = useState(() => localTable().RowsHere ?? RowsLater)
  const table = { ...props, columns, kept }
  return (
    <>
      {ids?.[0] && (
        <Suspense>
          <FurtherColumns {...{ csv, rows, ids }} onColumns={setFurther} />
        </Suspense>
      )}
      {server ? (
        <ServerTable {...table} />
      ) : (
        <Suspense fallback={<TableView {...table} shownRows={none} loading={!props.problem} />}>
          <RowsHere {...table} />
        </Suspense>
      )}
    </>
  )
}

const none: never[] = []

/** Table whose rows are filtered and sorted by the server. */
function ServerTable<T>(props: Omit<ViewProps<T>, 'shownRows'>) {
  const { rows, rowId } = props
  // oxlint-disable-next-line react/exhaustive-deps -- a new rowId returns the same ids for the same rows
  const shownRows = useMemo(() => rows.map((original) => ({ id: rowId(original), original })), [rows])
  return <TableView {...props} shownRows={shownRows} />
}
