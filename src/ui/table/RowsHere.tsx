import { keepLocalTable } from './rows-here.ts'
import { useRowModel } from './state/use-row-model.ts'
import type { ViewProps } from './table-props.ts'
import { TableView } from './TableView.tsx'
import { VirtualRows } from './VirtualRows.tsx'

/** Table that filters and sorts its rows in the browser. */
export function RowsHere<T>(props: Omit<ViewProps<T>, 'shownRows'>) {
  const { rows, columns, rowId, kept } = props
  const shownRows = useRowModel({ rows, columns, rowId, sorts: kept.sorts, filters: kept.filters })
  return <TableView {...props} shownRows={shownRows} />
}

keepLocalTable({ RowsHere, VirtualRows })
