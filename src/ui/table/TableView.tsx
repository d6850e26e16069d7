import { Button } from '@mantine/core'
import { Suspense, useId, useState } from 'react'
import { Empty } from '#ui/feedback/Empty.tsx'
import { later } from '#ui/layout/later.ts'
import { Pager } from './Pager.tsx'
import { SortChoice } from './panels/SortChoice.tsx'
import { Toolbar } from './panels/Toolbar.tsx'
import { rowCount } from './row-count.ts'
import type { ViewProps } from './table-props.ts'
import classes from './table.module.css'
import { TableFrame } from './TableFrame.tsx'
import { useDataTable } from './use-data-table.ts'

const JobBar = later(async () => (await import('./selection/JobBar.tsx')).JobBar)
const SelectionBar = later(async () => (await import('./selection/SelectionBar.tsx')).SelectionBar)

/** The table with its toolbar above and its pager below. */
export function TableView<T>(props: ViewProps<T>) {
  const { caption, rows, columns, empty, total, server, loading = false, stale = false, problem } = props
  const shownPage = props.rowsOf ?? server
  const { storageKey, address, SelectionActions, csv, rowHref, shownRows, filterBar } = props
  const captionId = useId()
  // State instead of a ref: children render before the ref is set and must render again once it is.
  const [region, setRegion] = useState<HTMLElement | null>(null)
  const table = useDataTable(props)
  const { state, selection, jobs, matching } = table
  const isEmpty = shownRows.length === 0 && !loading
  const isFilteredOut = rows.length > 0 || (server?.inAddress && total === 0 && Object.keys(state.filters).length > 0)
  const canFilter = columns.some(({ filter }) => filter)
  const canSelect = selection !== undefined && !isEmpty
  const hasTools = filterBar !== undefined || storageKey !== undefined || csv !== undefined || canFilter || canSelect

  return (
    <div className={classes.frame} data-table data-tools={hasTools || undefined}>
      {hasTools && (
        <Toolbar
          {...{ caption, columns, rows, state, storageKey, address, filterBar, csv }}
          measured={table.measured}
          onExport={csv && table.exportAll}
          isEmpty={isEmpty}
        >
          {selection && !selection.isEmpty && (
            <Suspense>
              <SelectionBar
                state={selection}
                isServer={server !== undefined}
                matching={table.offersEverything ? total : undefined}
                actions={SelectionActions && <SelectionActions {...table.selected} />}
                onExport={csv && table.exportSelected}
              />
            </Suspense>
          )}
          {(canFilter || canSelect) && !server && !(problem && rows.length === 0) && (
            <output>{!(loading && rows.length === 0) && howMany(shownRows.length, rows.length)}</output>
          )}
        </Toolbar>
      )}
      <Suspense>{jobs.job && <JobBar job={jobs.job} onStop={jobs.stop} onRetry={jobs.retry} />}</Suspense>
      {problem && <div className={classes.problem}>{problem}</div>}
      <div data-absent={isEmpty || undefined}>
        <SortChoice columns={columns} sort={state.sorts[0]} onSort={(sort) => state.setSorts([sort])} />
      </div>
      {(!problem || !isEmpty) && (
        <TableFrame
          {...{ caption, captionId, region, setRegion, table, rowHref, loading, stale }}
          offset={shownPage?.offset}
        >
          {isEmpty && (isFilteredOut ? <NothingLeft onClear={() => state.setFilters(() => ({}))} /> : empty)}
        </TableFrame>
      )}
      {server && !isEmpty && (
        <Pager
          {...server}
          first={shownPage?.offset ?? 0}
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
    title="No rows match the filters"
    action={
      <Button variant="default" size="xs" onClick={onClear}>
        Clear all filters
      </Button>
    }
  />
)
