import { Suspense, useMemo, useState } from 'react'
import { later } from '#ui/layout/later.ts'
import { localTable } from './rows-here.ts'
import { useTableState } from './state/use-table-state.ts'
import type { TableProps, ViewProps } from './table-props.ts'
import { TableView } from './TableView.tsx'

export type { Column, ServerPage } from './column.ts'
export type { Selected } from './selection/SelectionBar.tsx'

/** Pages with such a table bring it; who draws one without them waits for it. */
const RowsLater = later(async () => (await import('./RowsHere.tsx')).RowsHere)

/**
 * Every list of the console: sorted, filtered and paged here or by a server, and a stack of cards where a phone has no
 * room for columns. `caption`, `rows`, `columns`, `rowId` and `empty` are enough; the rest is there when asked for.
 */
export function DataTable<T>(props: TableProps<T>) {
  const { columns, server, address, storageKey } = props
  const kept = useTableState({ columns, server, address, storageKey })
  // The same as long as the table stands: another would take its search, and the keyboard in it, anew.
  const [RowsHere] = useState(() => localTable().RowsHere ?? RowsLater)
  if (server) return <ServerTable {...props} kept={kept} />
  return (
    <Suspense fallback={<TableView {...props} kept={kept} shownRows={none} loading={!props.problem} />}>
      <RowsHere {...props} kept={kept} />
    </Suspense>
  )
}

const none: never[] = []

/** The server has filtered and sorted the rows. */
function ServerTable<T>(props: Omit<ViewProps<T>, 'shownRows'>) {
  const { rows, rowId } = props
  // oxlint-disable-next-line react/exhaustive-deps -- a new function says the same of the same rows
  const shownRows = useMemo(() => rows.map((original) => ({ id: rowId(original), original })), [rows])
  return <TableView {...props} shownRows={shownRows} />
}
