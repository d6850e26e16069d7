import { Button } from '@mantine/core'
import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { Popup } from '#ui/dialog/Popup.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { later } from '#ui/layout/later.ts'
import type { Address } from '#ui/table/address.ts'
import type { Column } from '#ui/table/column.ts'
import type { CsvExport } from '#ui/table/selection/csv-export.ts'
import type { TableLayout } from '#ui/table/state/table-layout.ts'
import type { TableState } from '#ui/table/state/use-table-state.ts'
import { IconBookmark, IconColumns3, IconDownload, IconFilter } from '#ui/theme/icons.ts'
import classes from './toolbar.module.css'

const FilterChips = later(async () => (await import('./FilterChips.tsx')).FilterChips)
const ViewsPanel = later(async () => (await import('./ViewsPanel.tsx')).ViewsPanel)
const FilterPanel = later(async () => (await import('./FilterPanel.tsx')).FilterPanel)
const ColumnPanel = later(async () => (await import('./ColumnPanel.tsx')).ColumnPanel)

type Props<T> = {
  caption: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  state: TableState<T>
  storageKey: string | undefined
  address: Address | undefined
  measured: () => TableLayout
  filterBar: ReactNode
  csv: CsvExport<T> | undefined
  /** The selection, or the number of rows that match the filters. */
  children: ReactNode
  onExport: (() => void) | undefined
  /** There are no rows to export. */
  isEmpty: boolean
}

/** The tools of a list: filters, saved views, columns and export, as far as the table supports them. */
export function Toolbar<T>(props: Props<T>) {
  const { caption, columns, rows, state, storageKey, address, measured, filterBar, csv, children, onExport, isEmpty } =
    props
  const canFilter = columns.some(({ filter }) => filter)
  const filtered = Object.keys(state.filters).length
  return (
    <div className={classes.toolbar}>
      {filterBar}
      <div className={classes.state}>
        {children}
        {filtered > 0 && (
          <Suspense>
            <FilterChips columns={columns} filters={state.filters} onChange={state.setFilters} />
          </Suspense>
        )}
      </div>
      <div className={classes.tools}>
        {storageKey !== undefined && address && (
          <Panel label="Views" tip="Saved views" icon={IconBookmark}>
            <ViewsPanel
              {...{ storageKey, address, csv }}
              shown={{ columns: state.shown.map(({ id }) => id), pinned: state.layout.pinned }}
            />
          </Panel>
        )}
        {canFilter && (
          <Panel
            label="Filters"
            tip="Filters by column"
            icon={IconFilter}
            count={filtered}
            inUse={`${filtered} active`}
          >
            <FilterPanel columns={columns} rows={rows} filters={state.filters} onChange={state.setFilters} />
          </Panel>
        )}
        {storageKey !== undefined && (
          <Panel label="Columns" tip="Columns, widths and row height" icon={IconColumns3}>
            <ColumnPanel
              {...{ columns, csv }}
              shown={state.shown}
              layout={state.layout}
              onChange={state.setLayout}
              isLinked={state.isLinked}
              onReset={state.resetLayout}
              measured={measured}
            />
          </Panel>
        )}
        {onExport && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={15} aria-hidden />}
            aria-label="Export CSV"
            data-iconic
            aria-disabled={isEmpty}
            data-disabled={isEmpty || undefined}
            data-tip={isEmpty ? 'No rows' : `Export all pages of ${caption} to CSV`}
            onClick={isEmpty ? undefined : onExport}
          >
            Export CSV
          </Button>
        )}
      </div>
    </div>
  )
}

/** Popup whose content is loaded when it is first opened. */
const Panel = ({ children, ...popup }: ComponentProps<typeof Popup>) => (
  <Popup {...popup}>
    <Suspense fallback={<Loading lines={4} />}>{children}</Suspense>
  </Popup>
)
