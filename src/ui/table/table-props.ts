import type { ComponentType, ReactNode } from 'react'
import type { Address } from './address.ts'
import type { Column, ServerPage } from './column.ts'
import type { CsvExport } from './selection/csv-export.ts'
import type { Selected } from './selection/SelectionBar.tsx'
import type { TableRow } from './state/use-row-model.ts'
import type { TableState } from './state/use-table-state.ts'

export type TableProps<T> = {
  caption: string
  rows: readonly T[]
  columns: readonly Column<T>[]
  rowId: (row: T) => string
  /** Shown if there are no rows. */
  empty: ReactNode
  /** Total number of rows, if known. */
  total?: number
  /** Set if the server pages and sorts; otherwise `rows` has all rows and they are sorted here. */
  server?: ServerPage
  /** No rows have been loaded yet. */
  loading?: boolean
  /** New rows are loading; the current ones remain visible. */
  stale?: boolean
  /** Page that the current rows belong to while another one is loading. */
  rowsOf?: { offset: number; limit: number }
  /** Error display. Rows shown with it are from an earlier response. */
  problem?: ReactNode
  /** Link target for the first column. */
  rowHref?: (row: T) => string
  /** Uses the ARIA grid pattern: arrow keys move between cells, and the grid has a single tab stop. */
  grid?: boolean
  /** Offers column and row height settings, stored under this key. */
  storageKey?: string
  /** Keeps sort order, filters and columns in the URL; with `storageKey`, views can be saved. */
  address?: Address
  /** Makes rows selectable; renders the actions on the selected rows. */
  SelectionActions?: ComponentType<Selected<T>>
  /** Offers the rows as a CSV file. */
  csv?: CsvExport<T>
  /** Search and filters, shown in the toolbar. */
  filterBar?: ReactNode
}

/** The table's props with its state and its visible rows, filtered and sorted here or by the server. */
export type ViewProps<T> = TableProps<T> & { kept: TableState<T>; shownRows: readonly TableRow<T>[] }

/** Component for a table with local rows. */
export type LocalTable = <T>(props: Omit<ViewProps<T>, 'shownRows'>) => ReactNode
