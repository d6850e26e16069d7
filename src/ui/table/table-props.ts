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
  /** Where the server pages: of which page the rows are, while those that were asked for are not here. */
  rowsOf?: { offset: number; limit: number }
  /** What went wrong; rows that are here all the same are of before. */
  problem?: ReactNode
  /** Makes the first column of a row a link. */
  rowHref?: (row: T) => string
  /** Arrow keys go from cell to cell, and Tab stops once. */
  grid?: boolean
  /** Offers columns, their order and width, and the height of rows, and remembers them under this name. */
  storageKey?: string
  /** Keeps order, filters and a choice of columns in the address; with `storageKey`, views of it can be saved. */
  address?: Address
  /** Rows can be chosen; what can be done with those that are, as a component. */
  SelectionActions?: ComponentType<Selected<T>>
  /** Offers what is shown as a file. */
  csv?: CsvExport<T>
  /** Search and filters, in one row with what else the list offers. */
  filterBar?: ReactNode
}

/** How the table stands, and its rows as they are shown: filtered and sorted, here or by the server. */
export type ViewProps<T> = TableProps<T> & { kept: TableState<T>; shownRows: readonly TableRow<T>[] }

/** What draws a table all of whose rows are here. */
export type LocalTable = <T>(props: Omit<ViewProps<T>, 'shownRows'>) => ReactNode
