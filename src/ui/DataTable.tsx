import { Button } from '@mantine/core'
import { type ComponentType, type ReactNode, useId, useState } from 'react'
import type { Address } from './address.ts'
import type { Column, ServerPage } from './column.ts'
import { Empty } from './Empty.tsx'
import type { CsvExport } from './table/csv-export.ts'
import { JobBar } from './table/JobBar.tsx'
import { Pager } from './table/Pager.tsx'
import { rowCount } from './table/row-count.ts'
import { type Selected, SelectionBar } from './table/SelectionBar.tsx'
import { SortChoice } from './table/SortChoice.tsx'
import classes from './table/table.module.css'
import { TableFrame } from './table/TableFrame.tsx'
import { Toolbar } from './table/Toolbar.tsx'
import { useDataTable } from './table/use-data-table.ts'

export type { Column, ServerPage } from './column.ts'
export type { Selected } from './table/SelectionBar.tsx'

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
}

/**
 * Every list of the console: sorted, filtered and paged here or by a server, and a stack of cards where a phone has no
 * room for columns. `caption`, `rows`, `columns`, `rowId` and `empty` are enough; the rest is there when asked for.
 */
export function DataTable<T>(props: TableProps<T>) {
  const { caption, rows, columns, empty, total, server, loading = false, stale = false, problem } = props
  const { storageKey, address, SelectionActions, csv, rowHref } = props
  const captionId = useId()
  // State, not a ref: what is inside is drawn before a ref of the region is set, and has to hear of it.
  const [region, setRegion] = useState<HTMLElement | null>(null)
  const table = useDataTable(props)
  const { state, shownRows, selection, jobs, matching } = table
  const isEmpty = shownRows.length === 0 && !loading
  const canFilter = columns.some(({ filter }) => filter)
  const canSelect = selection !== undefined && !isEmpty
  const hasTools = storageKey !== undefined || csv !== undefined || canFilter || canSelect

  return (
    <div className={classes.frame} data-table data-tools={hasTools || undefined}>
      {hasTools && (
        <Toolbar
          {...{ caption, columns, rows, state, storageKey, address }}
          measured={table.measured}
          onExport={csv && !isEmpty ? table.exportAll : undefined}
        >
          {selection && !selection.isEmpty ? (
            <SelectionBar
              state={selection}
              isServer={server !== undefined}
              matching={table.offersEverything ? total : undefined}
              actions={SelectionActions && <SelectionActions {...table.selected} />}
              onExport={csv && table.exportSelected}
            />
          ) : (
            (canFilter || canSelect) &&
            !server &&
            !loading &&
            !(problem && rows.length === 0) && <output>{howMany(shownRows.length, rows.length)}</output>
          )}
        </Toolbar>
      )}
      {jobs.job && <JobBar job={jobs.job} onStop={jobs.stop} onRetry={jobs.retry} />}
      {problem && <div className={classes.problem}>{problem}</div>}
      {!isEmpty && <SortChoice columns={columns} sort={state.sorts[0]} onSort={(sort) => state.setSorts([sort])} />}
      {(!problem || !isEmpty) && (
        <TableFrame
          {...{ caption, captionId, region, setRegion, table, rowHref, loading, stale }}
          offset={server && server.offset}
        >
          {isEmpty && (rows.length > 0 ? <NothingLeft onClear={() => state.setFilters(() => ({}))} /> : empty)}
        </TableFrame>
      )}
      {server && !isEmpty && (
        <Pager
          {...server}
          total={matching}
          count={rows.length}
          loading={loading && rows.length === 0}
          onChange={(change) => {
            region?.scrollTo({ top: 0 })
            server.onChange(change)
          }}
        />
      )}
    </div>
  )
}

const howMany = (left: number, all: number) =>
  left === all ? rowCount(all) : `${left.toLocaleString('en')} of ${rowCount(all)}`

const NothingLeft = ({ onClear }: { onClear: () => void }) => (
  <Empty
    title="No row passes the filters"
    action={
      <Button variant="default" size="xs" onClick={onClear}>
        Clear all filters
      </Button>
    }
  />
)
